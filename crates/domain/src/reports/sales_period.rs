//! The days that the dashboard shows, and the sales of each day.

use chrono::{DateTime, Days, NaiveDate, Utc};

use crate::reports::growth::growth_basis_points;
use crate::shared::calendar::ShopCalendar;
use crate::shared::json::words;

words! {
    /// How many calendar days the dashboard looks at: 7, 30 or 90, today among them.
    #[derive(Default)]
    pub enum PeriodLength or "must be 7, 30 or 90" {
        Week = "7",
        #[default]
        Month = "30",
        Quarter = "90",
    }
}

impl PeriodLength {
    /// The number of days.
    #[must_use]
    pub const fn days(self) -> u16 {
        match self {
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 90,
        }
    }
}

/// One calendar day of the shop. A day that was skipped by a change of the zone begins where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopDay {
    pub date: NaiveDate,
    pub begins: DateTime<Utc>,
    /// The first instant of the next day.
    pub ends: DateTime<Utc>,
}

impl ShopDay {
    /// The day of this date in the shop's zone.
    #[must_use]
    pub fn of(date: NaiveDate, calendar: ShopCalendar) -> Self {
        let next = date.checked_add_days(Days::new(1)).unwrap_or(date);
        Self { date, begins: calendar.start_of(date), ends: calendar.start_of(next) }
    }
}

/// The last days of the shop, today the last of them, and as many days before those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalesPeriod {
    length: PeriodLength,
    /// All of them, oldest first; the second half is the period itself.
    days: Vec<ShopDay>,
}

impl SalesPeriod {
    /// The period that ends with the day of `now`.
    #[must_use]
    pub fn at(now: DateTime<Utc>, length: PeriodLength, calendar: ShopCalendar) -> Self {
        let today = calendar.day_of(now);
        let back = (0..2 * u64::from(length.days())).rev();
        let days = back.filter_map(|ago| today.checked_sub_days(Days::new(ago))).map(|date| ShopDay::of(date, calendar)).collect();
        Self { length, days }
    }

    /// How long it is.
    #[must_use]
    pub const fn length(&self) -> PeriodLength {
        self.length
    }

    /// Its days behind the days of the period before, oldest first: twice [`PeriodLength::days`].
    #[must_use]
    pub fn days(&self) -> &[ShopDay] {
        &self.days
    }

    /// When the period itself begins and ends; the end is the end of today.
    #[must_use]
    pub fn span(&self) -> (DateTime<Utc>, DateTime<Utc>) {
        let begins = self.days.get(usize::from(self.length.days())).map(|day| day.begins);
        let ends = self.days.last().map(|day| day.ends);
        (begins.unwrap_or_default(), ends.unwrap_or_default())
    }
}

/// The sales of one day, without cancelled orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DaySales {
    /// Number of orders placed.
    pub orders: u64,
    /// Their totals in cents; sums can pass [`crate::shared::money::Money::MAX`], so they are bare numbers.
    pub revenue_cents: i64,
}

/// A point of the revenue line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SalesPoint {
    pub date: NaiveDate,
    pub sales: DaySales,
}

/// The sales over the days of a period, and over the same number of days before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalesLine {
    /// A point for every day of the period, oldest first.
    pub points: Vec<SalesPoint>,
    /// A point for every day of the period before.
    pub before: Vec<SalesPoint>,
}

impl SalesLine {
    /// The line of a period, given the sales of each of its [`SalesPeriod::days`]; missing days count as 0.
    #[must_use]
    pub fn of(period: &SalesPeriod, sales: &[DaySales]) -> Self {
        let sales = sales.iter().copied().chain(std::iter::repeat(DaySales::default()));
        let mut before: Vec<SalesPoint> = period.days.iter().zip(sales).map(|(day, sales)| SalesPoint { date: day.date, sales }).collect();
        let points = before.split_off(before.len() / 2);
        Self { points, before }
    }

    /// Revenue of the period in cents.
    #[must_use]
    pub fn total_cents(&self) -> i64 {
        sum(&self.points)
    }

    /// Revenue of the period before in cents.
    #[must_use]
    pub fn total_before_cents(&self) -> i64 {
        sum(&self.before)
    }

    /// By how much the period exceeds the one before, in hundredths of a percent.
    #[must_use]
    pub fn growth_basis_points(&self) -> i64 {
        growth_basis_points(self.total_cents(), self.total_before_cents())
    }

    /// The sums of the last 7 days and of the 7 before, in cents: the two weeks of the revenue figures.
    #[must_use]
    pub fn last_two_weeks_cents(&self) -> (i64, i64) {
        let newest = || self.points.iter().rev().chain(self.before.iter().rev());
        let cents = |points: &mut dyn Iterator<Item = &SalesPoint>| points.fold(0, |sum: i64, p| sum.saturating_add(p.sales.revenue_cents));
        (cents(&mut newest().take(7)), cents(&mut newest().skip(7).take(7)))
    }

    #[must_use]
    pub fn today(&self) -> DaySales {
        self.points.last().map(|point| point.sales).unwrap_or_default()
    }
}

fn sum(points: &[SalesPoint]) -> i64 {
    points.iter().fold(0, |sum, point| sum.saturating_add(point.sales.revenue_cents))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_length_is_named_by_its_days() {
        assert_eq!(PeriodLength::default().days(), 30);
        assert_eq!(PeriodLength::ALL.map(|length| length.days().to_string()), PeriodLength::ALL.map(|length| length.to_string()));
    }

    #[test]
    fn the_last_day_is_today_in_the_shops_zone() {
        // 23:59 on 1 March in Colombo, and two minutes later.
        for (now, first, begins, today, ends) in [
            ("2026-03-01T18:29:00Z", "2026-02-23", "2026-02-22T18:30:00Z", "2026-03-01", "2026-03-01T18:30:00Z"),
            ("2026-03-01T18:31:00Z", "2026-02-24", "2026-02-23T18:30:00Z", "2026-03-02", "2026-03-02T18:30:00Z"),
        ] {
            let period = SalesPeriod::at(at(now), PeriodLength::Week, ShopCalendar::default());
            assert_eq!(period.span(), (at(begins), at(ends)));
            assert_eq!(period.days()[7].date.to_string(), first);
            assert_eq!(period.days()[13].date.to_string(), today);
            assert_eq!(period.days().len(), 14);
        }
    }

    #[test]
    fn a_day_without_orders_is_nought() {
        let period = SalesPeriod::at(at("2026-03-01T12:00:00Z"), PeriodLength::Week, ShopCalendar::default());
        let line = SalesLine::of(&period, &[DaySales { orders: 1, revenue_cents: 500 }]);
        assert_eq!((line.points.len(), line.before.len()), (7, 7));
        assert_eq!((line.total_cents(), line.total_before_cents(), line.growth_basis_points()), (0, 500, -10_000));
        assert_eq!(line.today(), DaySales::default());
    }

    #[test]
    fn a_sum_never_overflows() {
        let period = SalesPeriod::at(at("2026-03-01T12:00:00Z"), PeriodLength::Week, ShopCalendar::default());
        let line = SalesLine::of(&period, &[DaySales { orders: 1, revenue_cents: i64::MAX }; 14]);
        assert_eq!((line.total_cents(), line.last_two_weeks_cents()), (i64::MAX, (i64::MAX, i64::MAX)));
    }

    fn zones() -> impl Strategy<Value = ShopCalendar> {
        const NAMES: [&str; 7] =
            ["Asia/Colombo", "UTC", "Europe/Paris", "America/Havana", "Pacific/Apia", "Asia/Kathmandu", "America/St_Johns"];
        prop::sample::select(&NAMES[..]).prop_map(|name| ShopCalendar::parse(name).unwrap())
    }

    proptest! {
        #[test]
        fn days_follow_each_other_without_gaps(
            calendar in zones(), seconds in 1_000_000_000_i64..2_000_000_000, length in prop::sample::select(&PeriodLength::ALL[..]),
        ) {
            let now = DateTime::from_timestamp(seconds, 0).unwrap();
            let period = SalesPeriod::at(now, length, calendar);
            let days = period.days();
            prop_assert_eq!(days.len(), 2 * usize::from(length.days()));
            for pair in days.windows(2) {
                prop_assert_eq!(pair[0].ends, pair[1].begins);
                prop_assert_eq!(pair[0].date + Days::new(1), pair[1].date);
                prop_assert!(pair[0].begins <= pair[0].ends);
            }
            let (begins, ends) = period.span();
            prop_assert!(begins <= now && now < ends);
            let today = days.last().unwrap();
            prop_assert!(today.begins <= now && today.date == calendar.day_of(now));
        }

        #[test]
        fn the_totals_are_those_of_the_points(
            cents in prop::collection::vec(0_i64..1_000_000_000, 60), seconds in 1_000_000_000_i64..2_000_000_000,
        ) {
            let period = SalesPeriod::at(DateTime::from_timestamp(seconds, 0).unwrap(), PeriodLength::Month, ShopCalendar::default());
            let sales: Vec<DaySales> = cents.iter().map(|c| DaySales { orders: 1, revenue_cents: *c }).collect();
            let line = SalesLine::of(&period, &sales);
            prop_assert_eq!(line.total_cents(), cents[30..].iter().sum::<i64>());
            prop_assert_eq!(line.total_before_cents(), cents[..30].iter().sum::<i64>());
            prop_assert_eq!(line.last_two_weeks_cents(), (cents[53..].iter().sum(), cents[46..53].iter().sum()));
        }
    }
}
