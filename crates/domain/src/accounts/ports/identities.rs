//! Third-party sign-in, and its links to accounts.

use std::fmt;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::identity::{IdentityRefusal, ProvedIdentity};
use crate::accounts::user::{NewUser, User};
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

/// The outcome of `resolve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveIdentityOutcome {
    /// The account of the person, linked before or by this call.
    Known(User),
    /// There was none; this one was made.
    Created(User),
    /// They may not enter the one there is.
    Refused(IdentityRefusal),
}

/// Links accounts with people at the provider. Accounts are keyed on [`crate::accounts::identity::Subject`], never on the address.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait IdentityStore: Send + Sync {
    /// Finds, links or creates the account of a person, in one transaction; concurrent calls for one person create one account.
    /// An account that is linked to the person is checked with [`crate::accounts::identity::check_account`]. Else an account
    /// with the person's address is linked if [`crate::accounts::identity::decide_link`] allows it: its address becomes
    /// verified, and its password and sessions are removed if the decision says so. Else `new` is registered, with a verified
    /// address.
    async fn resolve(&self, identity: &ProvedIdentity, new: &NewUser, now: DateTime<Utc>) -> Result<ResolveIdentityOutcome, PortError>;
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
