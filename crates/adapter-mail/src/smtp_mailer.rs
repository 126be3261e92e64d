//! Mail through an SMTP server.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::messages::ports::{Mail, Mailer};
use domain::shared::ports::{Clock, IdSource, PortError};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use crate::compose::Composer;
use crate::sender::Sender;

/// The longest wait for one answer of the server.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The server that takes the shop's mail (`SMTP_URL`).
#[derive(Clone)]
pub struct SmtpServer(AsyncSmtpTransport<Tokio1Executor>);

/// The text is not the address of a server. The message does not show it: it holds a password.
#[derive(Debug, thiserror::Error)]
#[error("must be smtps://user:password@host, or smtp://host with ?tls=required or ?tls=opportunistic where the server offers TLS")]
pub struct SmtpServerError(#[source] SmtpError);

impl SmtpServer {
    /// Reads `SMTP_URL`: `smtps://` is TLS from the first byte (port 465), `smtp://…?tls=required` STARTTLS (587), and
    /// `smtp://` alone no encryption (25). User and password are percent-encoded; a path is the name the shop greets with.
    ///
    /// # Errors
    /// [`SmtpServerError`] when it is not such an address.
    pub fn parse(url: &str) -> Result<Self, SmtpServerError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(SmtpServerError)?;
        Ok(Self(transport.timeout(Some(TIMEOUT)).build()))
    }

    /// Connects, greets, logs in if the address has a user, and leaves. No mail is sent.
    ///
    /// # Errors
    /// [`PortError`] when the server does not answer or refuses.
    pub async fn greet(&self) -> Result<(), PortError> {
        match self.0.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(PortError::unavailable("the server closed the connection")),
            Err(error) => Err(port_error(error)),
        }
    }
}

/// Hands each mail to an SMTP server over a connection of its own.
pub struct SmtpMailer {
    server: SmtpServer,
    composer: Composer,
}

impl SmtpMailer {
    /// A mailer for this server; it does not connect yet.
    #[must_use]
    pub fn new(server: SmtpServer, sender: Sender, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>) -> Self {
        Self { server, composer: Composer { sender, clock, ids } }
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &Mail) -> Result<(), PortError> {
        let (message, _) = self.composer.compose(mail)?;
        self.server.0.send(message).await.map(|_| ()).map_err(port_error)
    }
}

/// A permanent refusal by the server, or a mail that cannot be sent, stays so; other failures may pass.
fn port_error(error: SmtpError) -> PortError {
    if error.is_permanent() || error.is_client() { PortError::internal(error) } else { PortError::unavailable(error) }
}

#[cfg(test)]
mod tests;
