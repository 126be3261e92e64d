//! TLS to the database: encryption, and the required proof of the server.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The trusted certificates cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The file cannot be read, or holds no certificate in PEM.
    #[error("{} cannot be read: {source}", file.display())]
    Unreadable { file: PathBuf, source: pem::Error },
    /// It has no usable certificate.
    #[error("there is no usable certificate in {0}")]
    None(String),
    /// No TLS version is supported: a mistake in the build.
    #[error("TLS cannot be used")]
    Provider(#[source] Error),
}

/// The trusted issuers of the server's certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Roots {
    /// The trust store of this machine.
    System,
    /// The certificates in this file (PEM).
    File(PathBuf),
}

/// The required proof of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verify {
    /// None: the connection is encrypted, but the server may be any server.
    Nothing,
    /// A certificate of a trusted issuer.
    Chain(Roots),
    /// A certificate of a trusted issuer for the name in the address.
    ChainAndName(Roots),
}

/// The TLS client.
///
/// # Errors
/// [`CertificateError`] when the trusted certificates cannot be loaded.
pub(crate) fn connector(verify: Verify) -> Result<MakeRustlsConnect, CertificateError> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone());
    let builder = builder.with_safe_default_protocol_versions().map_err(CertificateError::Provider)?;
    let config = match verify {
        Verify::ChainAndName(roots) => builder.with_root_certificates(trusted(&roots)?),
        Verify::Chain(roots) => lenient(builder, Lenient { roots: Some(trusted(&roots)?), provider }),
        Verify::Nothing => lenient(builder, Lenient { roots: None, provider }),
    };
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

type Builder<State> = rustls::ConfigBuilder<ClientConfig, State>;

fn lenient(builder: Builder<rustls::WantsVerifier>, verifier: Lenient) -> Builder<rustls::client::WantsClientCert> {
    builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier))
}

fn trusted(roots: &Roots) -> Result<RootCertStore, CertificateError> {
    let (certificates, place) = match roots {
        Roots::System => (rustls_native_certs::load_native_certs().certs, "this machine's store".to_owned()),
        Roots::File(file) => (read(file)?, file.display().to_string()),
    };
    let mut store = RootCertStore::empty();
    match store.add_parsable_certificates(certificates) {
        (0, _) => Err(CertificateError::None(place)),
        _ => Ok(store),
    }
}

fn read(file: &Path) -> Result<Vec<CertificateDer<'static>>, CertificateError> {
    let unreadable = |source| CertificateError::Unreadable { file: file.to_owned(), source };
    CertificateDer::pem_file_iter(file).map_err(unreadable)?.collect::<Result<_, _>>().map_err(unreadable)
}

/// Checks less than a browser does: the modes of libpq below `verify-full`.
#[derive(Debug)]
struct Lenient {
    /// The trusted issuers; `None` accepts any certificate.
    roots: Option<RootCertStore>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Some(roots) = &self.roots {
            let certificate = ParsedCertificate::try_from(end_entity)?;
            let algorithms = self.provider.signature_verification_algorithms.all;
            verify_server_cert_signed_by_trust_anchor(&certificate, roots, intermediates, now, algorithms)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
