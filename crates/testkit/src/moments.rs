//! Points in time, the same in every run.

use chrono::{DateTime, TimeDelta, Utc};

/// The moment most tests happen at: 4 March 2026, 06:30 in Colombo.
#[must_use]
pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_772_586_000, 0).unwrap()
}

/// So many seconds after [`now`].
#[must_use]
pub fn seconds_later(seconds: i64) -> DateTime<Utc> {
    now() + TimeDelta::seconds(seconds)
}

/// So many days before [`now`].
#[must_use]
pub fn days_ago(days: i64) -> DateTime<Utc> {
    now() - TimeDelta::days(days)
}
