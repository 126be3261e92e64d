//! The dashboard's revenue figures: today's revenue and the growth of the week.

use crate::reports::growth::growth_basis_points;
use crate::reports::sales_period::{DaySales, SalesLine};

/// The sums from which [`RevenueStats`] are computed, as a store returns them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RevenueSums {
    /// The sales of each of [`crate::reports::sales_period::SalesPeriod::days`].
    pub days: Vec<DaySales>,
    /// Number of cancelled orders with a payment that was not refunded.
    pub pending_refunds: u64,
}

/// The revenue figures (contract, `GET /api/orders/revenue-stats`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevenueStats {
    /// Today's revenue in cents; sums can pass [`crate::shared::money::Money::MAX`], so they are plain numbers.
    pub total_revenue_cents: i64,
    /// Number of orders placed today and not cancelled.
    pub transactions_today: u64,
    /// Number of payments to refund.
    pub pending_refunds: u64,
    /// Growth of the last 7 days, today included, over the 7 days before, in hundredths of a percent.
    pub weekly_growth_basis_points: i64,
}

impl RevenueStats {
    /// The figures of the last two weeks of `line`.
    #[must_use]
    pub fn of(line: &SalesLine, pending_refunds: u64) -> Self {
        let (week_cents, week_before_cents) = line.last_two_weeks_cents();
        let today = line.today();
        Self {
            total_revenue_cents: today.revenue_cents,
            transactions_today: today.orders,
            pending_refunds,
            weekly_growth_basis_points: growth_basis_points(week_cents, week_before_cents),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::sales_period::{PeriodLength, SalesPeriod};
    use crate::shared::calendar::ShopCalendar;

    #[test]
    fn every_period_has_the_same_revenue_figures() {
        let expected =
            RevenueStats { total_revenue_cents: 150, transactions_today: 1, pending_refunds: 3, weekly_growth_basis_points: 5_000 };
        for length in [PeriodLength::Week, PeriodLength::Month, PeriodLength::Quarter] {
            let period = SalesPeriod::at("2026-03-01T12:00:00Z".parse().unwrap(), length, ShopCalendar::default());
            // 100 a day, and 150 a day in the last week; one order, today.
            let days = (1..=period.days().len()).rev();
            let days: Vec<_> =
                days.map(|ago| DaySales { orders: u64::from(ago == 1), revenue_cents: if ago > 7 { 100 } else { 150 } }).collect();
            assert_eq!(RevenueStats::of(&SalesLine::of(&period, &days), 3), expected, "{length:?}");
        }
    }
}
