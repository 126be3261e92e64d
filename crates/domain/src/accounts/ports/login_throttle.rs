//! Slowing down those who guess passwords, on every instance alike.

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
    /// It did not get its turn within the time that a person waits.
    NoTurn,
}

/// Keeps the counts of [`crate::accounts::login_attempts`], for addresses known to the shop or not.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait LoginThrottle: Send + Sync {
    /// Decides about an attempt as [`crate::accounts::login_attempts::AttemptCounts::admit`] does, and waits a few seconds for its turn where
    /// it needs one. Deciding and counting are one transaction: of attempts at once, on any instance, no more are admitted than
    /// one after the other. An attempt that nobody settles is forgotten after [`crate::accounts::login_attempts::LEASE`].
    ///
    /// # Errors
    /// [`PortError`] when the store fails; nothing is counted then.
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

    /// Forgets the failures of an account, wherever they came from.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError>;
}
