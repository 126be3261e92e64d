//! How the shop does: today's revenue and the week's growth.

use chrono::{DateTime, Utc};

use crate::calendar::ShopCalendar;
use crate::money::Money;

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
    /// Today's revenue in cents; sums can pass [`Money::MAX`], so they are bare numbers.
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

/// A sum of money with two decimals: `1234.50`; sums can pass [`Money::MAX`].
#[must_use]
pub fn sum_in_rupees(cents: i64) -> String {
    Money::from_cents(cents).map_or_else(|_| format!("{}.{:02}", cents / 100, (cents % 100).abs()), |m| m.to_string())
}
