//! When the gateway's records of an attempt are read.

use chrono::{DateTime, TimeDelta, Utc};

/// A read whose gateway does not answer is repeated after this time.
pub const RETRY: TimeDelta = TimeDelta::minutes(1);

/// An order whose time to pay is over is kept for this time at most while the gateway cannot say whether it was paid.
pub const KEPT_AT_MOST: TimeDelta = TimeDelta::minutes(30);

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;

/// The first reads after the start of an attempt, in minutes.
const FIRST: [i64; 4] = [2, 5, 15, HOUR];

/// The time of the next read of an attempt that the gateway has not answered: 2, 5, 15 and 60 minutes after its start, hourly to 24 hours,
/// daily to day 7 (contract-commerce, section 2). `None` after the last.
#[must_use]
pub fn next_check(started_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let hours = (2..=24).map(|hour| hour * HOUR);
    let days = (2..=7).map(|day| day * DAY);
    let times = FIRST.into_iter().chain(hours).chain(days);
    times.filter_map(|minutes| started_at.checked_add_signed(TimeDelta::minutes(minutes))).find(|time| *time > now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minute(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + 60 * minute, 0).unwrap()
    }

    #[test]
    fn reads_grow_rarer_and_end_after_seven_days() {
        let (mut times, mut now) = (Vec::new(), minute(0));
        while let Some(next) = next_check(minute(0), now) {
            times.push(next.signed_duration_since(minute(0)).num_minutes());
            now = next;
        }
        assert_eq!(times[..6], [2, 5, 15, 60, 120, 180]);
        assert_eq!(times[26..], [24 * 60, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 6 * DAY, 7 * DAY]);
    }

    #[test]
    fn a_shop_that_was_closed_skips_what_is_past() {
        assert_eq!(next_check(minute(0), minute(59)), Some(minute(60)));
        assert_eq!(next_check(minute(0), minute(90)), Some(minute(120)));
        assert_eq!(next_check(minute(0), minute(8 * DAY)), None);
    }
}
