//! What time it is.

use chrono::{DateTime, Utc};

/// The only source of the current time.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait Clock: Send + Sync {
    /// Now, in UTC, in whole microseconds (what PostgreSQL keeps).
    fn now(&self) -> DateTime<Utc>;
}
