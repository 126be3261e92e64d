//! The address of the database: `DATABASE_URL`, with the two parameters of libpq that the driver does not know.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::connection::tls::{self, CertificateError, Roots, Verify};

/// `DATABASE_URL` cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// It is not an address of a PostgreSQL server. Its text may hold a password and is not repeated.
    #[error("must be a PostgreSQL URL such as postgres://user:password@host/shop")]
    Form,
    /// `sslmode` is not a mode of libpq, or it is `allow`, which protects nothing.
    #[error("sslmode must be disable, prefer, require, verify-ca or verify-full")]
    Mode,
    /// TLS is requested for a Unix socket.
    #[error("sslmode asks for TLS, which there is none of on a Unix socket")]
    Socket,
    /// The trusted certificates cannot be loaded.
    #[error("sslrootcert: {0}")]
    Certificates(#[from] CertificateError),
}

/// The address of a database and the protection of the connection.
#[derive(Clone)]
pub(crate) struct Address {
    /// The configuration of the driver, with the TLS mode.
    pub(crate) config: Config,
    /// The TLS client, for modes that use it.
    pub(crate) tls: MakeRustlsConnect,
}

/// The protection of the connection, with the names and meanings of libpq.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// Checks an address without connecting.
///
/// # Errors
/// [`AddressError`]; its text repeats nothing of the address.
pub fn check_address(text: &str) -> Result<(), AddressError> {
    Address::parse(text).map(|_| ())
}

impl Address {
    /// Reads a URL, or `key=value` pairs with spaces in between.
    ///
    /// # Errors
    /// [`AddressError`].
    pub(crate) fn parse(text: &str) -> Result<Self, AddressError> {
        let mut ours = Parameters::default();
        let theirs = if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            ours.take_from_url(text)
        } else {
            ours.take_from_pairs(text)
        };
        let mut config: Config = theirs.parse().map_err(|_| AddressError::Form)?;
        let on_socket = config.get_hosts().iter().any(|host| matches!(host, Host::Unix(_)));
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(AddressError::Form);
        }
        let mode = ours.mode(on_socket)?;
        config.ssl_mode(match mode {
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
        });
        Ok(Self { config, tls: tls::connector(ours.verify(mode))? })
    }
}

/// The parameters that the driver does not know, or whose values it does not know.
#[derive(Debug, Default)]
struct Parameters {
    mode: Option<String>,
    root_certificates: Option<String>,
}

impl Parameters {
    /// Stores a parameter if it is one of these, and answers whether it is.
    fn take(&mut self, name: &str, value: String) -> bool {
        let place = match name {
            "sslmode" => &mut self.mode,
            "sslrootcert" => &mut self.root_certificates,
            _ => return false,
        };
        *place = Some(value);
        true
    }

    /// The URL without these parameters.
    fn take_from_url(&mut self, url: &str) -> String {
        let Some((place, query)) = url.split_once('?') else { return url.to_owned() };
        let decoded = |value: &str| percent_decode_str(value).decode_utf8_lossy().into_owned();
        let theirs = query.split('&').filter(|pair| !pair.split_once('=').is_some_and(|(n, v)| self.take(n, decoded(v))));
        let theirs: Vec<&str> = theirs.collect();
        if theirs.is_empty() { place.to_owned() } else { format!("{place}?{}", theirs.join("&")) }
    }

    /// The pairs without these parameters.
    fn take_from_pairs(&mut self, pairs: &str) -> String {
        let mut quoted = false;
        let words = pairs.split(|c: char| {
            quoted ^= c == '\'';
            c.is_whitespace() && !quoted
        });
        let plain = |value: &str| value.trim_matches('\'').to_owned();
        let words: Vec<&str> = words.collect();
        let theirs = words.into_iter().filter(|pair| !pair.split_once('=').is_some_and(|(n, v)| self.take(n, plain(v))));
        theirs.collect::<Vec<_>>().join(" ")
    }

    /// The requested mode. Default: none for a Unix socket, else TLS if the server has it.
    fn mode(&self, on_socket: bool) -> Result<Mode, AddressError> {
        let mode = match self.mode.as_deref() {
            None | Some("prefer") if on_socket => Mode::Disable,
            None | Some("prefer") => Mode::Prefer,
            Some("disable") => Mode::Disable,
            Some("require") => Mode::Require,
            Some("verify-ca") => Mode::VerifyCa,
            Some("verify-full") => Mode::VerifyFull,
            Some(_) => return Err(AddressError::Mode),
        };
        if on_socket && mode != Mode::Disable { Err(AddressError::Socket) } else { Ok(mode) }
    }

    /// The required proof of the server. As in libpq, `require` checks certificates when trusted ones are given.
    fn verify(&self, mode: Mode) -> Verify {
        let roots = match self.root_certificates.as_deref() {
            None | Some("system") => Roots::System,
            Some(file) => Roots::File(PathBuf::from(file)),
        };
        match mode {
            Mode::Require if self.root_certificates.is_some() => Verify::Chain(roots),
            Mode::Disable | Mode::Prefer | Mode::Require => Verify::Nothing,
            Mode::VerifyCa => Verify::Chain(roots),
            Mode::VerifyFull => Verify::ChainAndName(roots),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(text: &str) -> SslMode {
        Address::parse(text).map(|address| address.config.get_ssl_mode()).unwrap()
    }

    #[test]
    fn the_way_over_a_network_is_encrypted_where_it_can_be() {
        assert_eq!(mode("postgres://shop@db/shop"), SslMode::Prefer);
        assert_eq!(mode("postgres://shop@db/shop?sslmode=prefer"), SslMode::Prefer);
        assert_eq!(mode("postgres://shop@db/shop?sslmode=disable&connect_timeout=3"), SslMode::Disable);
        for mode_of in ["require", "verify-ca", "verify-full"] {
            assert_eq!(mode(&format!("postgresql://shop@db/shop?sslmode={mode_of}")), SslMode::Require);
            assert_eq!(mode(&format!("host=db user=shop sslmode={mode_of}")), SslMode::Require);
        }
    }

    #[test]
    fn a_socket_needs_no_encryption() {
        assert_eq!(mode("postgres://postgres@%2Frun%2Fpostgresql/shop"), SslMode::Disable);
        assert_eq!(mode("host=/run/postgresql user=shop sslmode=prefer"), SslMode::Disable);
        let asked = check_address("postgres://postgres@%2Frun%2Fpostgresql/shop?sslmode=require");
        assert!(matches!(asked, Err(AddressError::Socket)), "{asked:?}");
    }

    #[test]
    fn other_parameters_are_the_drivers() {
        let address = Address::parse("host=db password='two  words sslmode=disable' sslmode='require' user=shop").unwrap();
        assert_eq!(address.config.get_password(), Some(&b"two  words sslmode=disable"[..]));
        assert_eq!((address.config.get_user(), address.config.get_ssl_mode()), (Some("shop"), SslMode::Require));
        let address = Address::parse("postgres://shop:p%3Fw@db/shop?sslmode=require&application_name=till").unwrap();
        assert_eq!((address.config.get_password(), address.config.get_application_name()), (Some(&b"p?w"[..]), Some("till")));
    }

    #[test]
    fn mistakes_are_told_without_the_address() {
        for (text, told) in [
            ("postgres://shop:hunter22@db/shop?sslmode=allow", "sslmode must be"),
            ("postgres://shop:hunter22@db/shop?sslmode=verify-full&sslrootcert=/nowhere/ca.pem", "sslrootcert: "),
            ("postgres://shop:hunter22@db/shop?hunter22=1", "must be a PostgreSQL URL"),
            ("mysql://shop:hunter22@db/shop", "must be a PostgreSQL URL"),
            ("dbname=hunter22", "must be a PostgreSQL URL"),
        ] {
            let error = check_address(text).unwrap_err().to_string();
            assert!(error.starts_with(told) && !error.contains("hunter22"), "{text}: {error}");
        }
    }
}
