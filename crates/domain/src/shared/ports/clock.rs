//! The clock.

use chrono::{DateTime, Utc};

/// The only source of the current time.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait Clock: Send + Sync {
    /// The present time in UTC, in whole microseconds (the precision of PostgreSQL).
    fn now(&self) -> DateTime<Utc>;
}
