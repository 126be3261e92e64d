//! How the whole shop does, for the dashboard.

use async_trait::async_trait;

use crate::catalog::product_code::ProductCode;
use crate::orders::order::Order;
use crate::reports::revenue::{RevenueStats, RevenueSums};
use crate::reports::sales_period::{DaySales, PeriodLength, SalesLine, SalesPeriod};
use crate::shared::error::ReadError;
use crate::shared::page::TotalCount;
use crate::shared::text::{PictureUrl, ProductName};

/// The number of newest orders that are listed (`spec.md` §9).
pub const RECENT_ORDERS: u16 = 5;
/// The number of best sellers that are listed.
pub const BEST_SELLERS: u16 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OrderCounts {
    pub processing: u64,
    pub shipped: u64,
    /// Received by the customer.
    pub completed: u64,
    pub cancelled: u64,
}

impl OrderCounts {
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.processing.saturating_add(self.shipped).saturating_add(self.completed).saturating_add(self.cancelled)
    }
}

/// Users by kind; a blocked administrator is an administrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CustomerCounts {
    /// Customers who are not blocked.
    pub active: u64,
    pub blocked: u64,
    pub administrators: u64,
}

impl CustomerCounts {
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.active.saturating_add(self.blocked).saturating_add(self.administrators)
    }
}

/// The sales of a product over a period, without cancelled orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestSeller {
    pub code: ProductCode,
    pub name: ProductName,
    /// Its first picture now.
    pub image: Option<PictureUrl>,
    pub units: u64,
    /// Their revenue in cents; it can pass [`crate::shared::money::Money::MAX`].
    pub revenue_cents: i64,
}

/// Counts and sums from the store.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OverviewFigures {
    pub orders: OrderCounts,
    pub customers: CustomerCounts,
    /// The sales of each of [`SalesPeriod::days`].
    pub days: Vec<DaySales>,
    /// Number of cancelled orders with a payment that was not returned.
    pub pending_refunds: u64,
    /// The newest orders, newest first, at most [`RECENT_ORDERS`].
    pub recent_orders: Vec<Order>,
    /// The products most units of were sold of in the period, at most [`BEST_SELLERS`].
    pub best_sellers: Vec<BestSeller>,
}

/// The figures of the dashboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// How long the period is.
    pub length: PeriodLength,
    pub figures: OverviewFigures,
    /// Today's revenue and the week's growth.
    pub revenue: RevenueStats,
    /// The revenue day by day.
    pub line: SalesLine,
}

impl Overview {
    /// The overview of a period from the figures of the store.
    #[must_use]
    pub fn of(period: &SalesPeriod, figures: OverviewFigures) -> Self {
        let line = SalesLine::of(period, &figures.days);
        let revenue = RevenueStats::of(&line, figures.pending_refunds);
        Self { length: period.length(), figures, revenue, line }
    }
}

/// How much of each kind waits for staff (contract-commerce, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Orders of the packing queue.
    pub to_pack: TotalCount,
    /// Orders whose customer has to be called before they are packed.
    pub to_call: TotalCount,
    /// Bank slips that wait for their review.
    pub slips_to_check: TotalCount,
    /// Orders of which money has to go back that no refund under way returns, and those with a refund of unknown outcome.
    pub refunds_due: TotalCount,
    /// Orders with a return that waits for the decision of staff or for its goods.
    pub returns: TotalCount,
    /// Open items of the attention list.
    pub attention: TotalCount,
    /// Messages from the contact page that are not done.
    pub messages: TotalCount,
}

/// Reads the dashboard's counts and sums. The cost of a call does not grow with the shop.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait OverviewReader: Send + Sync {
    async fn figures(&self, period: &SalesPeriod) -> Result<OverviewFigures, ReadError>;

    /// The sums of a period that the revenue figures need; the same as in [`OverviewReader::figures`].
    async fn revenue(&self, period: &SalesPeriod) -> Result<RevenueSums, ReadError>;

    /// What waits for staff. Each number is the total of the list that shows it.
    async fn waiting(&self) -> Result<Waiting, ReadError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_the_sums_of_their_parts() {
        assert_eq!(OrderCounts { processing: 1, shipped: 2, completed: 4, cancelled: 8 }.total(), 15);
        assert_eq!(CustomerCounts { active: 1, blocked: 2, administrators: 4 }.total(), 7);
        assert_eq!(CustomerCounts { active: 1, blocked: 2, administrators: u64::MAX }.total(), u64::MAX);
    }
}
