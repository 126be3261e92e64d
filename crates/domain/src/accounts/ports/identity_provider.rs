//! Third-party sign-in.

use std::fmt;

use async_trait::async_trait;

use crate::accounts::identity::ProvedIdentity;
use crate::shared::ports::PortError;

/// The proof that a browser brings from the provider. Never logged: it lets its holder log in.
#[derive(Clone, PartialEq, Eq)]
pub enum IdentityProof {
    /// An access token with the scopes openid, profile and email.
    AccessToken(String),
    /// An authorization code with its PKCE verifier (RFC 7636).
    Code {
        code: String,
        /// The secret whose hash the browser sent when it requested the code.
        verifier: String,
        /// The address the code was sent to.
        redirect_uri: String,
    },
}

impl fmt::Debug for IdentityProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AccessToken(_) => "AccessToken(…)",
            Self::Code { .. } => "Code(…)",
        })
    }
}

/// Why a proof is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofRefusal {
    /// The provider does not know the token or code, or it has expired.
    #[error("the provider refused the token or code")]
    Unknown,
    /// The token was issued to another application.
    #[error("the token was issued to another client")]
    WrongAudience,
    /// The provider has no verified address of this person.
    #[error("the e-mail address is not verified")]
    UnverifiedEmail,
    /// Token and user information are about two different people.
    #[error("the token and the user information have different subjects")]
    SubjectMismatch,
}

/// Identifies people with the provider.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// Identifies the person of a proof. The provider must confirm that the proof was issued to this shop, that all its answers
    /// are about one person, and that the address is verified.
    ///
    /// # Errors
    /// [`PortError`] (unavailable) when the provider fails, or does not answer in time.
    async fn identify(&self, proof: &IdentityProof) -> Result<Result<ProvedIdentity, ProofRefusal>, PortError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_never_shown() {
        let token = IdentityProof::AccessToken("secret".to_owned());
        let code = IdentityProof::Code { code: "secret".to_owned(), verifier: "secret".to_owned(), redirect_uri: "secret".to_owned() };
        assert_eq!(format!("{token:?} {code:?}"), "AccessToken(…) Code(…)");
    }
}
