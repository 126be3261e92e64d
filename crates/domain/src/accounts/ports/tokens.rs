//! Signed tokens.

use chrono::{DateTime, Utc};

use crate::accounts::email_verification::EmailClaim;
use crate::accounts::session::Session;
use crate::accounts::sign_in_alert::AlertSecret;
use crate::accounts::staff_invitation::InvitationSecret;
use crate::accounts::user::User;
use crate::shared::ids::{DeviceId, InvitationId, SessionId, UserId};

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

/// Signs and reads the token by which a device is recognised. It does not open a session. Its thief can guess passwords as fast as an
/// unknown origin, in a count of its own.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait DeviceTokens: Send + Sync {
    /// A signed token of a device that signed in to this account now; `None` when the key cannot sign.
    fn sign(&self, user: UserId, device: DeviceId) -> Option<String>;

    /// The account and the device that a token names, if this shop made it within
    /// [`crate::accounts::login_attempts::DEVICE_IS_KNOWN_FOR`].
    fn read(&self, token: &str) -> Option<(UserId, DeviceId)>;
}

/// Signs and reads the token in a link that verifies an address. Nothing is stored: the signature tells that the shop made it.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait EmailTokens: Send + Sync {
    /// The token of a claim; `None` when the key cannot sign.
    fn sign(&self, claim: &EmailClaim) -> Option<String>;

    /// The claim in a token; `None` when it is malformed, has ended, or was signed with another key or for another purpose.
    fn read(&self, token: &str) -> Option<EmailClaim>;
}

/// Makes the secret in the link of an invitation or an alert: a signature, so that the mail can be written when it is sent, and the secret is stored
/// nowhere. The same invitation or sign-in has the same secret on every instance.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait InvitationSigner: Send + Sync {
    /// The secret of an invitation that ends at `until`; `None` when the key cannot sign.
    fn sign(&self, id: InvitationId, until: DateTime<Utc>) -> Option<InvitationSecret>;

    /// The secret of the alert about the sign-in that began this session, whose link ends at `until`; `None` when the key cannot sign.
    fn sign_alert(&self, session: SessionId, until: DateTime<Utc>) -> Option<AlertSecret>;
}
