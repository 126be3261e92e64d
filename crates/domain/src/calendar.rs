//! The shop's day: the one place where the time zone matters.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeZone, Utc};
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

    /// The day an instant falls on.
    #[must_use]
    pub fn day_of(self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.zone).date_naive()
    }

    /// The first instant of a day. Where a clock change skips midnight, the day begins when it comes into being.
    #[must_use]
    pub fn start_of(self, day: NaiveDate) -> DateTime<Utc> {
        let midnight = day.and_time(NaiveTime::MIN);
        (0..=24_i64)
            .filter_map(|quarter| self.zone.from_local_datetime(&(midnight + chrono::TimeDelta::minutes(15 * quarter))).earliest())
            .next()
            .map_or_else(|| midnight.and_utc(), |at| at.with_timezone(&Utc))
    }

    /// The first instant of the day `days` before the day of `at`.
    #[must_use]
    pub fn start_of_days_ago(self, at: DateTime<Utc>, days: u64) -> DateTime<Utc> {
        let today = self.day_of(at);
        self.start_of(today.checked_sub_days(Days::new(days)).unwrap_or(today))
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
