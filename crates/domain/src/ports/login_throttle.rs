//! Slowing down those who guess passwords, on every instance alike.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::PortError;
use crate::email::EmailAddress;

/// Remembers failed sign-ins per e-mail address, known or not (contract, Conventions).
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait LoginThrottle: Send + Sync {
    /// Admits an attempt, which counts as a failure from then on, or says how long this address has to wait, and counts
    /// nothing. After 5 failures that is 1, 2, 4 … at most 60 seconds from the last one. Both in one step: however many
    /// attempts come at once, no more are admitted than one after the other.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn admit(&self, email: &EmailAddress, now: DateTime<Utc>) -> Result<Option<TimeDelta>, PortError>;

    /// Takes back an attempt admitted at `admitted` that came to nothing through no fault of whoever made it: neither it
    /// nor the wait after it counts any more.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn forgive(&self, email: &EmailAddress, admitted: DateTime<Utc>) -> Result<(), PortError>;

    /// Forgets the failures after a success.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError>;
}

/// How many failures go unpunished.
pub const FREE_FAILURES: u32 = 5;

/// After so many failures the delay does not grow any more.
pub const MOST_FAILURES: u32 = FREE_FAILURES + 6;

/// The delay after so many failures in a row: none up to 5, then 1, 2, 4 … at most 60 seconds.
#[must_use]
pub fn delay_after(failures: u32) -> TimeDelta {
    if failures < FREE_FAILURES {
        return TimeDelta::zero();
    }
    let doublings = failures.min(MOST_FAILURES) - FREE_FAILURES;
    TimeDelta::seconds((1_i64 << doublings).min(60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_failures_are_free_then_the_wait_doubles_to_a_minute() {
        let seconds: Vec<_> = (0..=13).map(|failures| delay_after(failures).num_seconds()).collect();
        assert_eq!(seconds, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(delay_after(u32::MAX), delay_after(MOST_FAILURES));
        assert!(delay_after(MOST_FAILURES - 1) < delay_after(MOST_FAILURES));
    }
}
