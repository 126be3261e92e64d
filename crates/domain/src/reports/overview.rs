//! How the whole shop does, for the dashboard.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::catalog::product_code::ProductCode;
use crate::catalog::stock_alert::replenish_within_days;
use crate::orders::order::Order;
use crate::reports::revenue::{RevenueStats, RevenueSums};
use crate::reports::sales_period::{DaySales, PeriodLength, SalesLine, SalesPeriod};
use crate::shared::error::ReadError;
use crate::shared::page::TotalCount;
use crate::shared::quantity::Stock;
use crate::shared::text::{PictureUrl, ProductName};

/// The largest number of products that are listed for each alert; all of them are counted.
pub const LISTED_ALERTS: u16 = 20;
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

/// Products by stock; [`crate::catalog::stock_alert::LOW_STOCK`] is the limit of `low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ProductCounts {
    /// Products with more stock than that.
    pub in_stock: u64,
    /// Products with low stock.
    pub low: u64,
    /// Products without stock.
    pub out: u64,
}

impl ProductCounts {
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.in_stock.saturating_add(self.low).saturating_add(self.out)
    }
}

/// A product that needs the owner's attention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScarceProduct {
    pub code: ProductCode,
    pub name: ProductName,
    pub image: Option<PictureUrl>,
    /// Units on the shelf.
    pub stock: Stock,
    /// Units sold in 30 days (contract, Products).
    pub total_sales: u64,
}

impl ScarceProduct {
    /// In how many days, rounded up, it sells out, when that is soon; 0 where it sells and is sold out.
    #[must_use]
    pub fn lasts_days(&self) -> Option<u64> {
        replenish_within_days(self.stock, self.total_sales)
    }
}

/// Products with one kind of alert.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Alerts {
    /// How many there are.
    pub count: u64,
    /// The most pressing, at most [`LISTED_ALERTS`].
    pub listed: Vec<ScarceProduct>,
}

/// Which products should be looked after (`spec.md` §9).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StockAlerts {
    /// With a little stock, the least first.
    pub low: Alerts,
    /// With none, those that sold most first.
    pub out: Alerts,
    /// Products for which [`replenish_within_days`] returns a number: first those without stock, then those that sell out
    /// soonest.
    pub replenish: Alerts,
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
    pub products: ProductCounts,
    /// Products to look after.
    pub alerts: StockAlerts,
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
    /// Open items of the attention list.
    pub attention: TotalCount,
    /// Messages from the contact page that are not done.
    pub messages: TotalCount,
    /// Products with a little stock.
    pub low_stock: TotalCount,
}

/// Reads the dashboard's counts and sums. The cost of a call does not grow with the shop.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait OverviewReader: Send + Sync {
    /// The figures of a period; `now` is the end of the 30 days that sales are counted over for alerts.
    async fn figures(&self, period: &SalesPeriod, now: DateTime<Utc>) -> Result<OverviewFigures, ReadError>;

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
        assert_eq!(ProductCounts { in_stock: 1, low: 2, out: u64::MAX }.total(), u64::MAX);
    }
}
