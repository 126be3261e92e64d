//! How the shop does: today's revenue and the week's growth.

use chrono::{DateTime, Utc};

use crate::shared::calendar::ShopCalendar;

/// The spans of time the figures are about (contract, `GET /api/orders/revenue-stats`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevenueWindows {
    /// Today begins here.
    pub today: DateTime<Utc>,
    /// The last 7 calendar days, today among them, begin here.
    pub week: DateTime<Utc>,
    /// The 7 days before those begin here.
    pub week_before: DateTime<Utc>,
    /// Everything ends here.
    pub now: DateTime<Utc>,
}

impl RevenueWindows {
    /// The spans at `now` in the shop's zone.
    #[must_use]
    pub fn at(now: DateTime<Utc>, calendar: ShopCalendar) -> Self {
        Self {
            today: calendar.start_of_days_ago(now, 0),
            week: calendar.start_of_days_ago(now, 6),
            week_before: calendar.start_of_days_ago(now, 13),
            now,
        }
    }
}

/// Sums over orders, cancelled ones left out but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RevenueSums {
    /// Today's revenue in cents; sums can pass [`crate::shared::money::Money::MAX`], so they are bare numbers.
    pub today_cents: i64,
    /// Number of orders placed today.
    pub orders_today: u64,
    /// Revenue of the last 7 days in cents.
    pub week_cents: i64,
    /// Revenue of the 7 days before in cents.
    pub week_before_cents: i64,
    /// Number of cancelled orders with a payment that was not returned.
    pub pending_refunds: u64,
}

/// What the dashboard shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevenueStats {
    /// Today's revenue in cents.
    pub total_revenue_cents: i64,
    /// Number of orders placed today and not cancelled.
    pub transactions_today: u64,
    /// Number of payments to return.
    pub pending_refunds: u64,
    /// By how much the last 7 days exceed the 7 before, in hundredths of a percent.
    pub weekly_growth_basis_points: i64,
}

impl From<RevenueSums> for RevenueStats {
    fn from(sums: RevenueSums) -> Self {
        Self {
            total_revenue_cents: sums.today_cents,
            transactions_today: sums.orders_today,
            pending_refunds: sums.pending_refunds,
            weekly_growth_basis_points: growth_basis_points(sums.week_cents, sums.week_before_cents),
        }
    }
}

/// Growth from `before` to `now` in hundredths of a percent, rounded half away from zero; 100 % where there was
/// none before and is some now, 0 where there is none in both (contract, revenue-stats).
#[must_use]
pub fn growth_basis_points(now: i64, before: i64) -> i64 {
    if before <= 0 {
        return if now > 0 { 10_000 } else { 0 };
    }
    let (now, before) = (i128::from(now), i128::from(before));
    let doubled = (now - before) * 20_000;
    let rounded = (doubled + before * doubled.signum()) / (2 * before);
    i64::try_from(rounded).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn growth_has_two_decimals() {
        for (now, before, basis_points) in [
            (0, 0, 0),
            (1, 0, 10_000),
            (123_456, 0, 10_000),
            (0, 500, -10_000),
            (500, 500, 0),
            (1_000, 500, 10_000),
            (750, 1_000, -2_500),
            (4, 3, 3_333),
            (2, 3, -3_333),
            (5, 3, 6_667),
            (1, 3, -6_667),
            (20_001, 20_000, 1),  // 0.005 %, rounded away from zero
            (19_999, 20_000, -1), // and as far below
            (40_001, 40_000, 0),
            (39_999, 40_000, 0),
            (i64::MAX, 1, i64::MAX),
        ] {
            assert_eq!(growth_basis_points(now, before), basis_points, "{before} → {now}");
        }
    }

    proptest! {
        #[test]
        fn growth_is_the_nearest_hundredth_of_a_percent(now in 0_i64..1_000_000_000_000, before in 1_i64..1_000_000_000_000) {
            let (exact, scale) = ((i128::from(now) - i128::from(before)) * 10_000, i128::from(before));
            let off = (exact - i128::from(growth_basis_points(now, before)) * scale).abs();
            prop_assert!(2 * off <= scale);
        }
    }

    #[test]
    fn windows_are_calendar_days_of_the_shop() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        // 23:59 on 1 March in Colombo, and two minutes later.
        for (now, today, week, week_before) in [
            ("2026-03-01T18:29:00Z", "2026-02-28T18:30:00Z", "2026-02-22T18:30:00Z", "2026-02-15T18:30:00Z"),
            ("2026-03-01T18:31:00Z", "2026-03-01T18:30:00Z", "2026-02-23T18:30:00Z", "2026-02-16T18:30:00Z"),
        ] {
            let windows = RevenueWindows::at(at(now), ShopCalendar::default());
            assert_eq!(windows, RevenueWindows { today: at(today), week: at(week), week_before: at(week_before), now: at(now) });
        }
    }

    #[test]
    fn the_dashboard_shows_the_sums() {
        let sums = RevenueSums { today_cents: 7, orders_today: 2, week_cents: 300, week_before_cents: 200, pending_refunds: 1 };
        let stats = RevenueStats::from(sums);
        assert_eq!((stats.total_revenue_cents, stats.transactions_today, stats.pending_refunds), (7, 2, 1));
        assert_eq!(stats.weekly_growth_basis_points, 5_000);
    }
}
