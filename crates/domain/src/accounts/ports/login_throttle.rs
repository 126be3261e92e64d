//! Limits login attempts, on all instances together.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::login_attempts::{AttemptResult, LoginAttempt};
use crate::shared::email::EmailAddress;
use crate::shared::ports::PortError;

/// The outcome of `admit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The password may be compared; the attempt is pending, by this name, until it is settled.
    Admitted(DateTime<Utc>),
    /// The attempt is refused for this long.
    Delayed(TimeDelta),
    /// The attempt did not get its turn within a few seconds.
    NoTurn,
}

/// Keeps the counts of [`crate::accounts::login_attempts`], for addresses known to the shop or not.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait LoginThrottle: Send + Sync {
    /// Decides on an attempt with [`crate::accounts::login_attempts::AttemptCounts::admit`], and waits a few seconds for its
    /// turn if necessary. The decision and the count are one transaction, so parallel attempts on several instances are
    /// admitted as if they were sequential. An attempt that is never settled is dropped after
    /// [`crate::accounts::login_attempts::LEASE`].
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the attempt is not counted then.
    async fn admit(&self, attempt: &LoginAttempt, now: DateTime<Utc>) -> Result<Admission, PortError>;

    /// Ends an attempt admitted at `admitted`, as [`crate::accounts::login_attempts::AttemptCounts::settle`] does.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the attempt stays pending then.
    async fn settle(
        &self,
        attempt: &LoginAttempt,
        admitted: DateTime<Utc>,
        result: AttemptResult,
        now: DateTime<Utc>,
    ) -> Result<(), PortError>;

    /// Clears the failures of an account, of all origins.
    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError>;
}
