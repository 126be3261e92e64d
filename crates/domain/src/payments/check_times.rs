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

/// The reads after those of an attempt of which the gateway knows nothing, in minutes.
const UNKNOWN: [i64; 3] = [6 * HOUR, DAY, 7 * DAY];

/// The time of the next read of an attempt of which the gateway knows nothing after its first reads: 2, 5, 15 and 60 minutes after its
/// start, and then after 6 hours, a day and 7 days. Its customer most likely never went to the gateway, and whoever starts many such attempts
/// must not use up the calls that the gateway allows. `None` after the last.
#[must_use]
pub fn next_check_of_unknown(started_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    first_after(FIRST.into_iter().chain(UNKNOWN), started_at, now)
}

/// The time of the next read of an attempt that the gateway knows and has not answered: 2, 5, 15 and 60 minutes after its start, hourly to
/// 24 hours, daily to day 7 (contract-commerce, section 2). `None` after the last.
#[must_use]
pub fn next_check(started_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let hours = (2..=24).map(|hour| hour * HOUR);
    let days = (2..=7).map(|day| day * DAY);
    first_after(FIRST.into_iter().chain(hours).chain(days), started_at, now)
}

/// The first of these times in minutes after the start that is after now.
fn first_after(minutes: impl Iterator<Item = i64>, started_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let mut times = minutes.filter_map(|minutes| started_at.checked_add_signed(TimeDelta::minutes(minutes)));
    times.find(|time| *time > now)
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
    fn an_attempt_of_which_the_gateway_knows_nothing_is_read_rarely() {
        let (mut times, mut now) = (Vec::new(), minute(0));
        while let Some(next) = next_check_of_unknown(minute(0), now) {
            times.push(next.signed_duration_since(minute(0)).num_minutes());
            now = next;
        }
        assert_eq!(times, [2, 5, 15, 60, 6 * HOUR, DAY, 7 * DAY]);
    }

    #[test]
    fn a_shop_that_was_closed_skips_what_is_past() {
        assert_eq!(next_check(minute(0), minute(59)), Some(minute(60)));
        assert_eq!(next_check(minute(0), minute(90)), Some(minute(120)));
        assert_eq!(next_check(minute(0), minute(8 * DAY)), None);
    }
}
