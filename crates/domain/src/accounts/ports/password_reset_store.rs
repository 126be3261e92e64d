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

/// Stores password reset links. Only the SHA-256 of a secret is stored, so a reader of the store cannot use it.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PasswordResetStore: Send + Sync {
    /// Stores a new link and ends the user's earlier ones. Concurrent calls for one user run one after the other.
    async fn begin(&self, reset: &NewReset) -> Result<BeginResetOutcome, PortError>;

    /// Whether a link is valid at `now`: it is the newest of its user, unused, not older than
    /// [`crate::accounts::password_reset::VALID_FOR`], and the user is not blocked.
    async fn is_good(&self, secret: &ResetSecret, now: DateTime<Utc>) -> Result<bool, PortError>;

    /// Uses a link; `None` when it is not valid. In one transaction it sets the password, revokes the user's sessions and marks
    /// the address as verified, since the user reads its mail. Of two concurrent calls one succeeds.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the link is not used up then.
    async fn finish(&self, secret: &ResetSecret, password: &PasswordHash, now: DateTime<Utc>) -> Result<Option<User>, PortError>;
}
