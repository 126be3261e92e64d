//! Links that reset a password.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::password_reset::ResetSecret;
use crate::accounts::user::{PasswordHash, User};
use crate::shared::ids::UserId;
use crate::shared::ports::PortError;

/// A link about to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReset {
    /// Whose password it sets.
    pub user: UserId,
    /// What the link carries.
    pub secret: ResetSecret,
    /// Now.
    pub at: DateTime<Utc>,
    /// How many links the account may be sent within an hour, this one among them; `None` for any number.
    pub per_hour: Option<u32>,
}

/// What beginning a reset comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginResetOutcome {
    /// The link may be mailed; earlier ones are dead.
    Begun,
    /// The account was sent too many already; the last of them stays good.
    TooMany,
    /// The user is gone by now.
    UserGone,
}

/// Keeps links that reset a password. Of the secret only its SHA-256 is kept: whoever reads the store cannot use one.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PasswordResetStore: Send + Sync {
    /// Begins a reset: the newest link of a user is the only one that is good. Two at once happen one after the other.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn begin(&self, reset: &NewReset) -> Result<BeginResetOutcome, PortError>;

    /// Whether a link is good at `now`: the newest of its user, not used, not older than
    /// [`crate::accounts::password_reset::VALID_FOR`], and its user not blocked.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn is_good(&self, secret: &ResetSecret, now: DateTime<Utc>) -> Result<bool, PortError>;

    /// Uses a link up; `None` when it is not good (any more). In one transaction the user gets the new password, all
    /// their sessions are revoked and their address counts as verified, since they read mail there. Of two at once one
    /// succeeds.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the link is not used up then.
    async fn finish(&self, secret: &ResetSecret, password: &PasswordHash, now: DateTime<Utc>) -> Result<Option<User>, PortError>;
}
