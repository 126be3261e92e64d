//! The mail server: its address (`SMTP_URL`), and connections to it.

use std::time::Duration;

use domain::shared::ports::PortError;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use url::Url;

/// The longest wait for one answer of the server.
const TIMEOUT: Duration = Duration::from_secs(15);
/// The ports of SMTP without encryption, with STARTTLS, and with TLS from the first byte.
const PORTS: [u16; 3] = [25, 587, 465];

/// The server that takes the shop's mail (`SMTP_URL`).
#[derive(Clone)]
pub struct SmtpServer {
    host: String,
    port: u16,
    tls: Tls,
    hello: ClientId,
    credentials: Option<Credentials>,
}

/// The text is not the address of a server. The message does not show it: it holds a password.
#[derive(Debug, thiserror::Error)]
#[error("must be smtps://user:password@host, or smtp://host with ?tls=required or ?tls=opportunistic where the server offers TLS")]
pub struct SmtpServerError;

impl SmtpServer {
    /// Reads `SMTP_URL`: `smtps://` is TLS from the first byte (port 465), `smtp://…?tls=required` STARTTLS (587), and
    /// `smtp://` alone no encryption (25). User and password are percent-encoded; a path is the name the shop greets with.
    ///
    /// # Errors
    /// [`SmtpServerError`] when it is not such an address.
    pub fn parse(url: &str) -> Result<Self, SmtpServerError> {
        let url = Url::parse(url).map_err(|_| SmtpServerError)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(SmtpServerError)?.to_owned();
        let parameters = || TlsParameters::new(host.clone()).map_err(|_| SmtpServerError);
        let asked = url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        let [plain, submission, submissions] = PORTS;
        let (port, tls) = match (url.scheme(), asked.as_deref()) {
            ("smtp", None) => (plain, Tls::None),
            ("smtp", Some("required")) => (submission, Tls::Required(parameters()?)),
            ("smtp", Some("opportunistic")) => (submission, Tls::Opportunistic(parameters()?)),
            ("smtps", _) => (submissions, Tls::Wrapper(parameters()?)),
            _ => return Err(SmtpServerError),
        };
        let name = url.path().trim_matches('/');
        let hello = if name.is_empty() { ClientId::default() } else { ClientId::Domain(name.to_owned()) };
        let decoded = |text| percent_decode_str(text).decode_utf8().map(|text| text.into_owned()).map_err(|_| SmtpServerError);
        let credentials = url.password().map(|password| Ok(Credentials::new(decoded(url.username())?, decoded(password)?))).transpose()?;
        Ok(Self { port: url.port().unwrap_or(port), host, tls, hello, credentials })
    }

    /// Connects, greets, logs in if the address has a user, and leaves. No mail is sent.
    ///
    /// # Errors
    /// [`PortError`] when the server does not answer or refuses.
    pub async fn greet(&self) -> Result<(), PortError> {
        let mut connection = self.connect().await.map_err(failure)?;
        connection.quit().await.map_err(failure)?;
        Ok(())
    }

    /// A connection that is logged in, if the address has a user.
    pub(crate) async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let wrapper = if let Tls::Wrapper(parameters) = &self.tls { Some(parameters.clone()) } else { None };
        let server = (self.host.trim_matches(['[', ']']), self.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, Some(TIMEOUT), &self.hello, wrapper, None).await?;
        match &self.tls {
            Tls::Opportunistic(parameters) if connection.can_starttls() => connection.starttls(parameters.clone(), &self.hello).await?,
            Tls::Required(parameters) => connection.starttls(parameters.clone(), &self.hello).await?,
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// A permanent refusal by the server stays so; other failures may pass.
pub(crate) fn failure(error: SmtpError) -> PortError {
    if error.is_permanent() || error.is_client() { PortError::internal(error) } else { PortError::unavailable(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_servers() {
        for (url, port) in [
            ("smtp://localhost", 25),
            ("smtp://mail.example.com:2525/shop.example.com", 2525),
            ("smtps://user:p%40ss@mail.example.com", 465),
            ("smtp://u:p@mail.example.com?tls=required", 587),
            ("smtp://mail.example.com?tls=opportunistic", 587),
        ] {
            assert_eq!(SmtpServer::parse(url).unwrap_or_else(|_| panic!("{url}")).port, port, "{url}");
        }
        let named = SmtpServer::parse("smtps://user:p%40ss@mail.example.com/shop.example.com").unwrap();
        assert_eq!(named.hello, ClientId::Domain("shop.example.com".to_owned()));
        assert_eq!(named.credentials, Some(Credentials::new("user".to_owned(), "p@ss".to_owned())));
        for url in ["", "mail.example.com", "http://mail.example.com", "smtp://user:hunter2@mail.example.com?tls=maybe", "smtps://"] {
            let error = SmtpServer::parse(url).err().unwrap();
            assert!(error.to_string().starts_with("must be smtps://"), "{url}");
            assert!(!format!("{error:?}").contains("hunter2"));
        }
    }
}
