//! What the links in mails do: setting a new password, verifying an address, and ending all sessions.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::email_verification::EmailClaim;
use crate::accounts::password_reset::ResetSecret;
use crate::accounts::seen_sign_in::SeenSignIn;
use crate::accounts::sign_in_alert::AlertSecret;
use crate::accounts::user::{PasswordHash, User};
use crate::shared::error::feature_error;
use crate::shared::ids::UserId;
use crate::shared::ports::PortError;

/// A link about to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReset {
    /// The user whose password the link sets.
    pub user: UserId,
    /// The secret of the link.
    pub secret: ResetSecret,
    pub at: DateTime<Utc>,
    /// How many links the account may be sent within an hour, this one among them; `None` for any number.
    pub per_hour: Option<u32>,
}

/// The outcome of `begin`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginResetOutcome {
    /// The link may be mailed; earlier ones are dead.
    Begun,
    /// The account was sent too many links; the last one stays valid.
    TooMany,
    /// The user was deleted meanwhile.
    UserGone,
}

feature_error! {
    /// Why no password was set.
    pub enum ResetPasswordError {
        InvalidLink => Invalid, "password_reset.invalid_link", "This link has expired or was already used. Please ask for a new one.", at "token";
    }
}

/// Stores password reset links. Only the SHA-256 of a secret is stored, so a reader of the store cannot use it.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PasswordResetStore: Send + Sync {
    /// Stores a new link and ends the user's earlier ones. Concurrent calls for one user run one after the other.
    async fn begin(&self, reset: &NewReset) -> Result<BeginResetOutcome, PortError>;

    /// Whether a link is valid at `now`: it is the newest of its user, unused, not older than
    /// [`crate::accounts::password_reset::VALID_FOR`], and the user is not blocked.
    async fn is_valid(&self, secret: &ResetSecret, now: DateTime<Utc>) -> Result<bool, PortError>;

    /// Uses a link. In one transaction it sets the password, revokes the user's sessions and marks
    /// the address as verified, since the user reads its mail. Of two concurrent calls one succeeds.
    ///
    /// # Errors
    /// [`ResetPasswordError`]; the link is not used up then.
    async fn finish(&self, secret: &ResetSecret, password: &PasswordHash, now: DateTime<Utc>) -> Result<User, ResetPasswordError>;
}

feature_error! {
    /// Why no address was verified.
    pub enum VerifyEmailError {
        InvalidLink => Invalid, "email_verification.invalid_link", "This link has expired or is not complete. Please ask for a new one.", at "token";
    }
}

/// Stores which users proved to read mail at their address.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait EmailVerifier: Send + Sync {
    /// Marks the address of a claim as verified. The first time counts; a later call changes nothing. Refused when no unblocked
    /// user has this id and this address. The caller checked the claim's signature and end.
    async fn verify(&self, claim: &EmailClaim, now: DateTime<Utc>) -> Result<User, VerifyEmailError>;
}

feature_error! {
    /// Why no session was ended.
    pub enum SignInAlertError {
        /// The link is used, too old or unknown.
        InvalidLink => Invalid, "sign_in_alert.invalid_link", "This link has ended. To end your sessions, log in and open Security in your profile.", at "token";
    }
}

/// Remembers sign-ins, and alerts staff of unusual ones. Only the SHA-256 of a secret is stored with an alert.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SignInWatch: Send + Sync {
    /// Notes a sign-in. Where device and network were not seen together within [`crate::accounts::sign_in_alert::REMEMBERED_FOR`], the
    /// sign-in may alert, and the user got fewer than [`crate::accounts::sign_in_alert::ALERTS_PER_DAY`] alerts, an alert, its mail and an
    /// audit entry are written in the same transaction. Returns whether they were.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; nothing is noted then.
    async fn note(&self, sign_in: &SeenSignIn) -> Result<bool, PortError>;

    /// Uses the link of an alert, not older than [`crate::accounts::sign_in_alert::VALID_FOR`]: in one transaction it ends all sessions of
    /// the user, forgets their devices and writes an audit entry. `request_id` is for the entry.
    ///
    /// # Errors
    /// [`SignInAlertError`]; the link is not used up then.
    async fn end_sessions(&self, secret: &AlertSecret, request_id: &str, now: DateTime<Utc>) -> Result<(), SignInAlertError>;
}
