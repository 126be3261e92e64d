//! Slowing down those who guess passwords, on every instance alike.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::PortError;
use crate::email::EmailAddress;

/// Remembers failed sign-ins per e-mail address, known or not (contract, Conventions).
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait LoginThrottle: Send + Sync {
    /// How long this address has to wait before another attempt is looked at; `None` when it need not. After 5
    /// failures 1, 2, 4 … at most 60 seconds from the last one.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn wait(&self, email: &EmailAddress, now: DateTime<Utc>) -> Result<Option<TimeDelta>, PortError>;

    /// Counts a failure, atomically.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn record_failure(&self, email: &EmailAddress, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Forgets the failures after a success.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError>;
}

/// How many failures go unpunished.
pub const FREE_FAILURES: u32 = 5;

/// The delay after so many failures in a row: none up to 5, then 1, 2, 4 … at most 60 seconds.
#[must_use]
pub fn delay_after(failures: u32) -> TimeDelta {
    if failures < FREE_FAILURES {
        return TimeDelta::zero();
    }
    let doublings = (failures - FREE_FAILURES).min(6);
    TimeDelta::seconds((1_i64 << doublings).min(60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_failures_are_free_then_the_wait_doubles_to_a_minute() {
        let seconds: Vec<_> = (0..=13).map(|failures| delay_after(failures).num_seconds()).collect();
        assert_eq!(seconds, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(delay_after(u32::MAX).num_seconds(), 60);
    }
}
