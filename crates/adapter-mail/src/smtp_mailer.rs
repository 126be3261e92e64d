//! Mail through an SMTP server.

use std::sync::Arc;

use async_trait::async_trait;
use domain::messages::ports::{HandOver, Mail, Mailer, ServerAnswer};
use domain::shared::ports::{Clock, IdSource, PortError};
use lettre::Message;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail as MailFrom, Rcpt};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};

use crate::compose::Composer;
use crate::sender::Sender;
use crate::smtp_server::{SmtpServer, failure};

/// Hands each mail to an SMTP server over a connection of its own.
pub struct SmtpMailer {
    server: SmtpServer,
    composer: Composer,
}

impl SmtpMailer {
    /// A mailer for this server; it does not connect yet.
    #[must_use]
    pub fn new(server: SmtpServer, sender: Option<Sender>, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>) -> Self {
        Self { server, composer: Composer { sender, clock, ids } }
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &Mail) -> Result<HandOver, PortError> {
        let message = match self.composer.compose(mail)? {
            Ok((message, _)) => message,
            Err(fault) => return Ok(HandOver::Refused(fault)),
        };
        let mut connection = self.server.connect().await.map_err(failure)?;
        let outcome = deliver(&mut connection, &message).await;
        connection.abort().await;
        outcome
    }

    fn is_connected(&self) -> bool {
        true
    }
}

/// Sends the commands of a mail one by one. What the server answers to the sender concerns every mail of the shop; what it answers to the
/// recipient and to the content concerns this mail alone.
async fn deliver(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<HandOver, PortError> {
    let (envelope, content) = (message.envelope(), message.formatted());
    let mut options = Vec::new();
    if !envelope.to().iter().chain(envelope.from()).all(|address| address.to_string().is_ascii()) {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Ok(HandOver::Refused(ServerAnswer::new("The mail server takes no addresses with other letters than those of ASCII.")));
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    if !content.is_ascii() {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    connection.command(MailFrom::new(envelope.from().cloned(), options)).await.map_err(failure)?;
    for recipient in envelope.to() {
        if let Err(error) = connection.command(Rcpt::new(recipient.clone(), Vec::new())).await {
            return refusal(error);
        }
    }
    if let Err(error) = connection.command(Data).await {
        return refusal(error);
    }
    match connection.message(&content).await {
        Ok(_) => Ok(HandOver::Taken),
        Err(error) => refusal(error),
    }
}

/// The codes by which a server says that it is going away (421), or that the shop has to log in, which concerns every mail.
const OF_THE_SERVER: [&str; 5] = ["421", "530", "534", "535", "538"];

/// The outcome of a mail of which the server refuses the recipient or the content.
fn refusal(error: SmtpError) -> Result<HandOver, PortError> {
    let code = error.status().map(|code| code.to_string());
    let Some(code) = code.filter(|code| !OF_THE_SERVER.contains(&code.as_str())) else { return Err(failure(error)) };
    let words = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
    let answer = ServerAnswer::new(&format!("{code} {words}"));
    Ok(if error.is_permanent() { HandOver::Refused(answer) } else { HandOver::Deferred(answer) })
}

#[cfg(test)]
mod tests;
