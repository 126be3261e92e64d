//! Signed tokens that browsers carry.

use crate::accounts::session::Session;
use crate::accounts::user::User;
use crate::shared::ids::{SessionId, UserId};

/// The claims of a token that the server uses (contract, Conventions): user and session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenClaims {
    /// The user, `sub`.
    pub user_id: UserId,
    /// The session, `sid`.
    pub session_id: SessionId,
}

/// The token could not be signed.
#[derive(Debug, thiserror::Error)]
#[error("the token could not be signed")]
pub struct TokenSigningError;

/// Signs and reads bearer tokens.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait TokenService: Send + Sync {
    /// A signed token for the session, with the payload of the contract, valid until the session's absolute end.
    ///
    /// # Errors
    /// [`TokenSigningError`] when the key cannot sign.
    fn issue(&self, user: &User, session: &Session) -> Result<String, TokenSigningError>;

    /// The claims of a token; `None` when it is malformed, expired, or signed with another key or algorithm.
    fn read(&self, token: &str) -> Option<TokenClaims>;
}
