//! The shop's day: the one place where the time zone matters.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// Calendar days in the shop's time zone (contract, Conventions: `Asia/Colombo`, configurable).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopCalendar {
    zone: Tz,
}

/// The text names no time zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a time zone such as Asia/Colombo")]
pub struct TimeZoneError;

impl ShopCalendar {
    /// Days in the zone with this IANA name.
    ///
    /// # Errors
    /// [`TimeZoneError`] for a name that is not in the IANA database.
    pub fn parse(zone: &str) -> Result<Self, TimeZoneError> {
        zone.parse().map(|zone| Self { zone }).map_err(|_| TimeZoneError)
    }

    /// The day an instant falls on. A day that has begun is not left again where the clocks go back over midnight.
    #[must_use]
    pub fn day_of(self, at: DateTime<Utc>) -> NaiveDate {
        let shown = at.with_timezone(&self.zone).date_naive();
        shown.checked_add_days(Days::new(1)).filter(|next| self.start_of(*next) <= at).unwrap_or(shown)
    }

    /// The time that the shop's clocks show at an instant.
    #[must_use]
    pub fn time_of(self, at: DateTime<Utc>) -> NaiveTime {
        at.with_timezone(&self.zone).time()
    }

    /// The first instant of a day. Where a clock change skips midnight, the day begins after the change; a day that is skipped
    /// completely begins and ends where the next day begins.
    #[must_use]
    pub fn start_of(self, day: NaiveDate) -> DateTime<Utc> {
        let midnight = day.and_time(NaiveTime::MIN);
        (0..=24 * 60)
            .filter_map(|minute| midnight.checked_add_signed(TimeDelta::minutes(minute)))
            .find_map(|local| self.zone.from_local_datetime(&local).earliest())
            .map_or_else(|| midnight.and_utc(), |at| at.with_timezone(&Utc))
    }

    /// The offsets of the zone from UTC between two instants, oldest first: each with the instant from which it holds (the
    /// first one with `from`) and the offset in minutes.
    #[must_use]
    pub fn utc_offsets(self, from: DateTime<Utc>, until: DateTime<Utc>) -> Vec<(DateTime<Utc>, i32)> {
        // No zone has changed its clocks twice within a week and lasted.
        let step = TimeDelta::weeks(1);
        let mut offsets = vec![(from, self.minutes_ahead(from))];
        let mut at = from;
        while at < until {
            let next = (at + step).min(until);
            let (before, after) = (self.minutes_ahead(at), self.minutes_ahead(next));
            if before != after {
                offsets.push((self.change_between(at, next), after));
            }
            at = next;
        }
        offsets
    }

    /// The first second at which the clocks show another offset than at `before`, as they do at `after`.
    fn change_between(self, mut before: DateTime<Utc>, mut after: DateTime<Utc>) -> DateTime<Utc> {
        let old = self.minutes_ahead(before);
        while (after - before).num_seconds() > 1 {
            let middle = before + TimeDelta::seconds((after - before).num_seconds() / 2);
            if self.minutes_ahead(middle) == old { before = middle } else { after = middle }
        }
        after
    }

    fn minutes_ahead(self, at: DateTime<Utc>) -> i32 {
        at.with_timezone(&self.zone).offset().fix().local_minus_utc() / 60
    }

    /// The IANA name of the zone.
    #[must_use]
    pub fn zone_name(self) -> &'static str {
        self.zone.name()
    }
}

impl Default for ShopCalendar {
    fn default() -> Self {
        Self { zone: Tz::Asia__Colombo }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn calendar(zone: &str) -> ShopCalendar {
        ShopCalendar::parse(zone).unwrap()
    }

    #[test]
    fn offsets_change_when_the_clocks_do() {
        let offsets = |zone: &str| {
            let [from, until] = ["2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"].map(|at| at.parse().unwrap());
            let offsets = ShopCalendar::parse(zone).unwrap().utc_offsets(from, until);
            offsets.into_iter().map(|(at, minutes)| (at.format("%m-%dT%H:%M:%S").to_string(), minutes)).collect::<Vec<_>>()
        };
        let at = |text: &str, minutes| (text.to_owned(), minutes);
        assert_eq!(offsets("Asia/Colombo"), [at("01-01T00:00:00", 330)]);
        assert_eq!(offsets("America/New_York"), [at("01-01T00:00:00", -300), at("03-08T07:00:00", -240), at("11-01T06:00:00", -300)]);
    }

    #[test]
    fn a_day_in_colombo_begins_at_half_past_six_the_evening_before_in_utc() {
        let shop = ShopCalendar::default();
        assert_eq!(shop.zone_name(), "Asia/Colombo");
        assert_eq!(shop.day_of(at("2026-02-28T18:29:59.999999Z")), day("2026-02-28"));
        assert_eq!(shop.day_of(at("2026-02-28T18:30:00Z")), day("2026-03-01"));
        assert_eq!(shop.start_of(day("2026-03-01")), at("2026-02-28T18:30:00Z"));
        assert_eq!(shop.start_of(day("2028-02-29")), at("2028-02-28T18:30:00Z"));
    }

    #[test]
    fn a_day_without_a_midnight_begins_after_the_gap() {
        for (zone, date, begins) in [
            ("America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"),
            ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z"),
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
            ("Asia/Colombo", "1996-05-25", "1996-05-24T18:30:00Z"),
        ] {
            assert_eq!(calendar(zone).start_of(day(date)), at(begins), "{zone}");
        }
    }

    #[test]
    fn a_day_with_two_midnights_begins_at_the_first() {
        for (zone, date, begins) in [
            ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
            ("Asia/Colombo", "2006-04-15", "2006-04-14T18:00:00Z"),
            ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z"),
        ] {
            assert_eq!(calendar(zone).start_of(day(date)), at(begins), "{zone}");
        }
    }

    #[test]
    fn a_day_that_has_begun_is_not_left_when_the_clocks_go_back_over_midnight() {
        let newfoundland = calendar("America/St_Johns");
        for (instant, date) in [
            ("2010-11-07T02:29:59Z", "2010-11-06"),
            ("2010-11-07T02:30:00Z", "2010-11-07"),
            ("2010-11-07T02:31:00Z", "2010-11-07"),
            ("2010-11-07T03:30:00Z", "2010-11-07"),
        ] {
            assert_eq!(newfoundland.day_of(at(instant)), day(date), "{instant}");
        }
    }

    #[test]
    fn a_day_that_never_was_begins_with_the_next() {
        let samoa = calendar("Pacific/Apia");
        assert_eq!(samoa.start_of(day("2011-12-30")), samoa.start_of(day("2011-12-31")));
        assert_eq!(samoa.start_of(day("2011-12-31")), at("2011-12-30T10:00:00Z"));
    }

    #[test]
    fn only_iana_names_are_zones() {
        for text in ["", "Colombo", "asia/colombo", "+05:30", "GMT+5:30", "Asia/Colombo "] {
            assert_eq!(ShopCalendar::parse(text), Err(TimeZoneError), "{text:?}");
        }
        assert_eq!(calendar("UTC").zone_name(), "UTC");
    }

    proptest! {
        #[test]
        fn a_day_begins_where_the_one_before_ends(zone in prop::sample::select(&chrono_tz::TZ_VARIANTS[..]), days in 0_u64..40_000) {
            let shop = ShopCalendar { zone };
            let today = day("1970-01-01") + Days::new(days);
            let begins = shop.start_of(today);
            let skipped = shop.day_of(begins) > today;
            prop_assert!(!skipped || begins == shop.start_of(today + Days::new(1)), "{} {} {}", zone, today, begins);
            prop_assert!(shop.day_of(begins - TimeDelta::microseconds(1)) < today, "{} {} {}", zone, today, begins);
            prop_assert!(begins <= shop.start_of(today + Days::new(1)));
        }

        #[test]
        fn every_instant_is_within_its_day(zone in prop::sample::select(&chrono_tz::TZ_VARIANTS[..]), minutes in 0_i64..50_000_000) {
            let (shop, instant) = (ShopCalendar { zone }, DateTime::from_timestamp(minutes * 60, 0).unwrap());
            let today = shop.day_of(instant);
            prop_assert!(shop.start_of(today) <= instant && instant < shop.start_of(today + Days::new(1)), "{} {}", zone, instant);
        }
    }
}
