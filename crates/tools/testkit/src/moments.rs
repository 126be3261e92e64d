//! Fixed points in time.

use chrono::{DateTime, TimeDelta, Utc};

/// The present time of most tests: 4 March 2026, 06:30 in Colombo.
#[must_use]
pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_772_586_000, 0).unwrap()
}

/// `seconds` after [`now`].
#[must_use]
pub fn seconds_later(seconds: i64) -> DateTime<Utc> {
    now() + TimeDelta::seconds(seconds)
}

/// `days` before [`now`].
#[must_use]
pub fn days_ago(days: i64) -> DateTime<Utc> {
    now() - TimeDelta::days(days)
}
