//! Working days: Monday to Friday without holidays, and the days on which a parcel arrives.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike as _, NaiveDate, Utc, Weekday};

use crate::delivery::delivery_settings::DeliveryPlan;
use crate::delivery::rate::DeliveryDays;
use crate::shared::calendar::ShopCalendar;

/// The days between which a parcel arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

impl Estimate {
    /// The estimate for an order that is placed at an instant: `days` are working days after the order's day. An order placed after the
    /// cut-off time, at a weekend or on a holiday counts as placed on the next working day (contract-commerce, section 1).
    #[must_use]
    pub fn of(ordered_at: DateTime<Utc>, calendar: ShopCalendar, plan: &DeliveryPlan, days: DeliveryDays) -> Self {
        let today = calendar.day_of(ordered_at);
        let is_late = calendar.time_of(ordered_at) > plan.cut_off;
        let day = if is_late { today.succ_opt().unwrap_or(today) } else { today };
        let day = working_day_after(day, 0, &plan.holidays);
        let after = |days| working_day_after(day, days, &plan.holidays);
        Self { from: after(days.min()), to: after(days.max()) }
    }
}

/// The working day `days` after a day; with 0 the day itself, or the next working day.
fn working_day_after(day: NaiveDate, days: u16, holidays: &BTreeSet<NaiveDate>) -> NaiveDate {
    let is_free = |day: NaiveDate| matches!(day.weekday(), Weekday::Sat | Weekday::Sun) || holidays.contains(&day);
    let (mut day, mut left) = (day, days);
    loop {
        if left == 0 && !is_free(day) {
            return day;
        }
        let Some(next) = day.succ_opt() else { return day };
        day = next;
        if left > 0 && !is_free(day) {
            left -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::delivery::delivery_settings::DeliverySettings;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// The estimate of an order placed at a time in Colombo, 5:30 hours ahead of UTC.
    fn estimate(ordered: &str, min: u16, max: u16, holidays: &[&str]) -> (String, String) {
        let holidays = holidays.iter().map(|text| day(text)).collect();
        let plan = DeliveryPlan { holidays, ..DeliverySettings::default().plan().clone() };
        let at: DateTime<Utc> = format!("{ordered}+05:30").parse::<DateTime<chrono::FixedOffset>>().unwrap().into();
        let estimate = Estimate::of(at, ShopCalendar::default(), &plan, DeliveryDays::new(min, max).unwrap());
        (estimate.from.to_string(), estimate.to.to_string())
    }

    fn days(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    #[test]
    fn weekends_and_holidays_do_not_count() {
        // 4 March 2026 is a Wednesday.
        assert_eq!(estimate("2026-03-04T09:00:00", 1, 3, &[]), days("2026-03-05", "2026-03-09"));
        assert_eq!(estimate("2026-03-04T09:00:00", 1, 3, &["2026-03-05"]), days("2026-03-06", "2026-03-10"));
        assert_eq!(estimate("2026-03-05T09:00:00", 1, 1, &["2026-03-05"]), days("2026-03-09", "2026-03-09"), "worked on from Friday");
    }

    #[test]
    fn an_order_after_the_cut_off_or_on_a_free_day_counts_as_the_next_working_days() {
        assert_eq!(estimate("2026-03-04T14:00:00", 1, 1, &[]), days("2026-03-05", "2026-03-05"));
        assert_eq!(estimate("2026-03-04T14:00:01", 1, 1, &[]), days("2026-03-06", "2026-03-06"));
        let of_monday = || days("2026-03-10", "2026-03-11");
        for ordered in ["2026-03-06T15:00:00", "2026-03-07T09:00:00", "2026-03-07T15:00:00", "2026-03-08T23:59:59", "2026-03-09T14:00:00"] {
            assert_eq!(estimate(ordered, 1, 2, &[]), of_monday(), "{ordered}");
        }
        assert_eq!(estimate("2026-03-05T15:00:00", 1, 2, &["2026-03-06"]), of_monday(), "a holiday between");
        assert_eq!(estimate("2026-03-06T14:00:00", 1, 2, &[]), days("2026-03-09", "2026-03-10"), "at the cut-off it is Friday's");
    }

    #[test]
    fn no_days_is_the_same_working_day() {
        assert_eq!(estimate("2026-03-04T09:00:00", 0, 0, &[]), days("2026-03-04", "2026-03-04"));
        assert_eq!(estimate("2026-03-06T18:00:00", 0, 0, &[]), days("2026-03-09", "2026-03-09"));
    }

    proptest! {
        #[test]
        fn an_estimate_is_of_working_days_in_order(minutes in 0_i64..2_000_000, min in 0_u16..10, more in 0_u16..10, free in 0_i64..40) {
            let begin = day("2026-01-01");
            let holidays = (0..free).map(|n| begin + chrono::TimeDelta::days(n * n)).collect();
            let plan = DeliveryPlan { holidays, ..DeliverySettings::default().plan().clone() };
            let at = begin.and_hms_opt(0, 0, 0).unwrap().and_utc() + chrono::TimeDelta::minutes(minutes);
            let estimate = Estimate::of(at, ShopCalendar::default(), &plan, DeliveryDays::new(min, min + more).unwrap());
            prop_assert!(ShopCalendar::default().day_of(at) <= estimate.from && estimate.from <= estimate.to);
            for day in [estimate.from, estimate.to] {
                prop_assert!(!matches!(day.weekday(), Weekday::Sat | Weekday::Sun) && !plan.holidays.contains(&day));
            }
        }
    }
}
