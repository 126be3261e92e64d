//! Storing second factors.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::second_factor::{RecoveryHash, SealedSecret, SecondFactorStatus, StoredSecondFactor};
use crate::accounts::user::User;
use crate::reports::audit::Actor;
use crate::shared::ids::{SessionId, UserId};
use crate::shared::ports::PortError;

/// The outcome of `begin`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginSecondFactorOutcome {
    /// The secret is kept; it counts once it is enabled.
    Begun,
    /// The user has a second factor; nothing was changed.
    AlreadyEnabled,
    /// The user was deleted meanwhile.
    UserGone,
}

/// A change of a user's second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondFactorChange {
    pub user: User,
    /// The actor of the audit entry. Entries are written about staff, and about customers whose second factor another person changes.
    pub by: Actor,
    pub at: DateTime<Utc>,
}

/// Keeps second factors. Of a recovery code only a keyed hash is stored.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SecondFactorStore: Send + Sync {
    /// Whether a user has a second factor, and the number of recovery codes left.
    async fn status(&self, user: UserId) -> Result<SecondFactorStatus, PortError>;

    /// The second factor of a user, enabled or begun.
    async fn find(&self, user: UserId) -> Result<Option<StoredSecondFactor>, PortError>;

    /// Keeps the secret of an enrolment, in place of one that was begun before.
    async fn begin(&self, user: UserId, secret: &SealedSecret, now: DateTime<Utc>) -> Result<BeginSecondFactorOutcome, PortError>;

    /// Enables the enrolment with this secret, whose code of `step` was shown, with these recovery codes, and ends the sessions of the user
    /// but `keep`: they began without the second factor. One transaction with the audit entry. Returns `false` without a change where another secret, or none, was begun, or the second factor is enabled.
    async fn enable(
        &self,
        change: &SecondFactorChange,
        secret: &SealedSecret,
        step: i64,
        codes: &[RecoveryHash],
        keep: SessionId,
    ) -> Result<bool, PortError>;

    /// Uses the code of a step: `true` once for a step, and `false` for it and all before from then on. Of two concurrent calls one
    /// succeeds. The wrong codes before it are forgotten.
    async fn use_step(&self, user: UserId, step: i64) -> Result<bool, PortError>;

    /// Uses a recovery code, which is stored as one of these hashes: `true` once. Of two concurrent calls one succeeds. The wrong codes
    /// before it are forgotten.
    async fn use_recovery_code(&self, user: UserId, code: &[RecoveryHash], now: DateTime<Utc>) -> Result<bool, PortError>;

    /// Counts a wrong code after the right password. The last of each [`crate::accounts::second_factor::WRONG_CODES_TOLD`] in a row queues
    /// a mail to the user, once in a day (UTC).
    async fn note_wrong_code(&self, user: &User, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Replaces all recovery codes. One transaction with the audit entry. Returns `false` without a change where no second factor is
    /// enabled.
    async fn replace_recovery_codes(&self, change: &SecondFactorChange, codes: &[RecoveryHash]) -> Result<bool, PortError>;

    /// Removes a second factor and its recovery codes. One transaction with the audit entry, and with a mail to the user where another
    /// person removes it. Returns whether it was enabled; an enrolment
    /// that was begun alone is removed without an entry.
    async fn remove(&self, change: &SecondFactorChange) -> Result<bool, PortError>;
}
