//! When backups are due.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};

use crate::shared::calendar::ShopCalendar;

/// The age of the last backup in order from which the next one counts as overdue: a day, and time to make it.
pub const OVERDUE_AFTER: TimeDelta = TimeDelta::hours(26);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupSchedule {
    /// The time of the shop's clocks.
    pub at: NaiveTime,
    /// The number of backups that are kept.
    pub keep: usize,
    /// The folder or bucket, as the operator knows it.
    pub place: String,
}

impl BackupSchedule {
    /// The latest time of the schedule that is not after `now`. Where the clocks skip the time of day, it is as long after the start of the
    /// day as usual.
    #[must_use]
    pub fn due_at(&self, now: DateTime<Utc>, calendar: ShopCalendar) -> DateTime<Utc> {
        let today = calendar.day_of(now);
        let on = |day| {
            let start = calendar.start_of(day);
            let shown = calendar.time_of(start + (self.at - NaiveTime::MIN));
            // The clocks went forward or back since midnight.
            start + (self.at - NaiveTime::MIN) + clamp(self.at - shown)
        };
        let due = on(today);
        if due <= now { due } else { on(today.checked_sub_days(Days::new(1)).unwrap_or(today)) }
    }
}

/// A difference of clocks: those of more than three hours are midnight that was passed.
fn clamp(difference: TimeDelta) -> TimeDelta {
    if difference.abs() <= TimeDelta::hours(3) { difference } else { TimeDelta::zero() }
}

/// Whether a backup is overdue: the last one in order is older than [`OVERDUE_AFTER`], or there is none though the schedule runs for longer.
#[must_use]
pub fn is_overdue(last_in_order: Option<DateTime<Utc>>, first_run: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    last_in_order.or(first_run).is_some_and(|since| now - since > OVERDUE_AFTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn due(time: &str, zone: &str, now: &str) -> DateTime<Utc> {
        let schedule = BackupSchedule { at: time.parse().unwrap(), keep: 14, place: "/backups".to_owned() };
        schedule.due_at(at(now), ShopCalendar::parse(zone).unwrap())
    }

    #[test]
    fn it_is_due_once_a_day_by_the_shops_clocks() {
        // 02:30 in Colombo is 21:00 UTC of the day before.
        assert_eq!(due("02:30:00", "Asia/Colombo", "2026-11-24T20:59:59Z"), at("2026-11-23T21:00:00Z"));
        assert_eq!(due("02:30:00", "Asia/Colombo", "2026-11-24T21:00:00Z"), at("2026-11-24T21:00:00Z"));
    }

    #[test]
    fn changes_of_the_clocks_move_it_and_lose_no_day() {
        // 02:30 does not exist on 29 March 2026 in Berlin, and comes twice on 25 October.
        assert_eq!(due("02:30:00", "Europe/Berlin", "2026-03-29T12:00:00Z").date_naive().to_string(), "2026-03-29");
        assert_eq!(due("04:00:00", "Europe/Berlin", "2026-03-29T12:00:00Z"), at("2026-03-29T02:00:00Z"));
        assert_eq!(due("04:00:00", "Europe/Berlin", "2026-10-25T12:00:00Z"), at("2026-10-25T03:00:00Z"));
        assert_eq!(due("00:00:00", "Europe/Berlin", "2026-10-25T12:00:00Z"), at("2026-10-24T22:00:00Z"));
    }

    #[test]
    fn a_day_and_two_hours_without_a_backup_in_order_is_too_long() {
        let now = at("2026-11-24T12:00:00Z");
        let ago = |hours| Some(now - TimeDelta::hours(hours));
        assert!(!is_overdue(None, None, now), "the schedule has just begun");
        assert!(!is_overdue(ago(26), ago(100), now));
        assert!(is_overdue(ago(27), ago(100), now));
        assert!(is_overdue(None, ago(27), now), "none ever succeeded");
    }
}
