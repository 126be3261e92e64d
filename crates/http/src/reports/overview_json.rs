//! The dashboard in JSON.

use std::sync::Arc;

use chrono::NaiveDate;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::catalog::product::Product;
use domain::catalog::stock_alert::{Alerts, StockReport, replenish_within_days};
use domain::reports::overview::{BestSeller, CustomerCounts, OrderCounts, Overview};
use domain::reports::revenue::RevenueStats;
use domain::reports::sales_period::{SalesLine, SalesPoint};
use serde::Serialize;
use utoipa::ToSchema;

use crate::orders::order_json::OrderJson;
use crate::response::money_json::Cents;

/// The dashboard's revenue figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevenueStats)]
pub struct RevenueStatsJson {
    /// Today's revenue, in LKR.
    #[schema(value_type = f64)]
    total_revenue: Cents,
    /// Orders placed today and not cancelled.
    transactions_today: u64,
    /// Payments to refund.
    pending_refunds: u64,
    /// Growth in percent, with two decimals.
    #[schema(value_type = f64)]
    weekly_growth: Cents,
}

impl From<RevenueStats> for RevenueStatsJson {
    fn from(stats: RevenueStats) -> Self {
        Self {
            total_revenue: Cents(stats.total_revenue_cents),
            transactions_today: stats.transactions_today,
            pending_refunds: stats.pending_refunds,
            weekly_growth: Cents(stats.weekly_growth_basis_points),
        }
    }
}

/// The number of orders by status.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderCounts)]
pub struct OrderCountsJson {
    processing: u64,
    shipped: u64,
    completed: u64,
    cancelled: u64,
    total: u64,
}

impl From<OrderCounts> for OrderCountsJson {
    fn from(counts: OrderCounts) -> Self {
        let total = counts.total();
        let OrderCounts { processing, shipped, completed, cancelled } = counts;
        Self { processing, shipped, completed, cancelled, total }
    }
}

/// The number of users by kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerCounts)]
pub struct CustomerCountsJson {
    /// Customers that are not blocked.
    active: u64,
    /// Customers that are blocked.
    blocked: u64,
    administrators: u64,
    total: u64,
}

impl From<CustomerCounts> for CustomerCountsJson {
    fn from(counts: CustomerCounts) -> Self {
        let total = counts.total();
        let CustomerCounts { active, blocked, administrators } = counts;
        Self { active, blocked, administrators, total }
    }
}

/// The number of products by stock.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductCounts)]
pub struct ProductCountsJson {
    /// More than 5 units.
    in_stock: u64,
    /// 1 to 5 units.
    low_stock: u64,
    /// No unit.
    out_of_stock: u64,
    total: u64,
}

impl<P> From<&StockReport<P>> for ProductCountsJson {
    fn from(report: &StockReport<P>) -> Self {
        Self { in_stock: report.in_stock, low_stock: report.low.count, out_of_stock: report.out.count, total: report.total() }
    }
}

/// A product with a stock alert.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockAlert)]
pub struct StockAlertJson {
    product_id: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    stock: u32,
    /// Units sold in the last 30 days.
    total_sales: u64,
    /// The days, rounded up, until it sells out, if under 10; 0 if it has sales and is sold out.
    #[schema(required = true)]
    days: Option<u64>,
}

impl From<&Product> for StockAlertJson {
    fn from(product: &Product) -> Self {
        Self {
            days: replenish_within_days(product.stock, product.total_sales),
            product_id: product.code.to_string(),
            name: product.details.name.to_string(),
            image: product.details.images.first().map(ToString::to_string),
            stock: product.stock.get(),
            total_sales: product.total_sales,
        }
    }
}

/// Products with one kind of alert.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StockAlertList)]
pub struct StockAlertListJson {
    /// The number of products with this alert.
    count: u64,
    /// The most urgent of them, at most 20.
    #[schema(max_items = 20)]
    products: Vec<StockAlertJson>,
}

impl From<&Alerts<Arc<Product>>> for StockAlertListJson {
    fn from(alerts: &Alerts<Arc<Product>>) -> Self {
        Self { count: alerts.count, products: alerts.listed.iter().map(|product| (&**product).into()).collect() }
    }
}

/// Products with stock alerts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockAlerts)]
pub struct StockAlertsJson {
    low_stock: StockAlertListJson,
    out_of_stock: StockAlertListJson,
    replenishment: StockAlertListJson,
}

impl From<&StockReport<Arc<Product>>> for StockAlertsJson {
    fn from(report: &StockReport<Arc<Product>>) -> Self {
        let StockReport { low, out, replenish, .. } = report;
        Self { low_stock: low.into(), out_of_stock: out.into(), replenishment: replenish.into() }
    }
}

/// The revenue of one day, without cancelled orders.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SalesPoint)]
pub struct SalesPointJson {
    /// The calendar day in the shop's zone.
    #[schema(value_type = String, format = Date, example = "2026-03-04")]
    date: NaiveDate,
    orders: u64,
    /// The revenue in LKR.
    #[schema(value_type = f64)]
    revenue: Cents,
}

impl From<SalesPoint> for SalesPointJson {
    fn from(point: SalesPoint) -> Self {
        Self { date: point.date, orders: point.sales.orders, revenue: Cents(point.sales.revenue_cents) }
    }
}

/// The revenue by day, up to today, and that of the period before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalesLine)]
pub struct SalesLineJson {
    /// A point for each day, oldest first.
    points: Vec<SalesPointJson>,
    /// Their sum, in LKR.
    #[schema(value_type = f64)]
    total: Cents,
    /// A point for each day of the period before.
    previous_points: Vec<SalesPointJson>,
    /// Their sum, in LKR.
    #[schema(value_type = f64)]
    previous_total: Cents,
    /// The growth over the period before, in percent with two decimals; 100 if that had no revenue.
    #[schema(value_type = f64)]
    growth: Cents,
}

impl From<SalesLine> for SalesLineJson {
    fn from(line: SalesLine) -> Self {
        Self {
            total: Cents(line.total_cents()),
            previous_total: Cents(line.total_before_cents()),
            growth: Cents(line.growth_basis_points()),
            points: line.points.into_iter().map(Into::into).collect(),
            previous_points: line.before.into_iter().map(Into::into).collect(),
        }
    }
}

/// The revenue of a product in the period, without cancelled orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BestSeller)]
pub struct BestSellerJson {
    product_id: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    units: u64,
    /// In LKR.
    #[schema(value_type = f64)]
    revenue: Cents,
}

impl From<BestSeller> for BestSellerJson {
    fn from(product: BestSeller) -> Self {
        Self {
            product_id: product.code.as_str().to_owned(),
            name: product.name.into_string(),
            image: product.image.map(|i| i.into_string()),
            units: product.units,
            revenue: Cents(product.revenue_cents),
        }
    }
}

/// The figures of the dashboard; null where the caller's role does not see them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Overview)]
pub struct OverviewJson {
    /// The length of the period of `sales` and `bestSellers`, in days.
    days: u16,
    /// For roles that read orders.
    #[schema(required = true)]
    orders: Option<OrderCountsJson>,
    /// For roles that read the revenue.
    #[schema(required = true)]
    customers: Option<CustomerCountsJson>,
    /// For roles that adjust the stock or describe products.
    #[schema(required = true)]
    products: Option<ProductCountsJson>,
    /// For roles that adjust the stock.
    #[schema(required = true)]
    alerts: Option<StockAlertsJson>,
    /// The figures of `GET /api/orders/revenue-stats`.
    #[schema(required = true)]
    revenue: Option<RevenueStatsJson>,
    /// The newest 5 orders, for roles that read orders.
    #[schema(required = true)]
    recent_orders: Option<Vec<OrderJson>>,
    /// For roles that read the revenue.
    #[schema(required = true)]
    sales: Option<SalesLineJson>,
    /// The 10 products with the most units sold, for roles that read the revenue.
    #[schema(required = true)]
    best_sellers: Option<Vec<BestSellerJson>>,
}

impl OverviewJson {
    /// The figures that the role of `who` sees; `stock` where it sees products.
    pub(crate) fn of(overview: Overview, stock: Option<StockReport<Arc<Product>>>, who: &Principal) -> Self {
        let Overview { length, figures, revenue, line } = overview;
        let reads_orders = who.may(Permission::ReadOrders);
        let reads_revenue = who.may(Permission::ReadRevenue);
        Self {
            days: length.days(),
            orders: reads_orders.then(|| figures.orders.into()),
            customers: reads_revenue.then(|| figures.customers.into()),
            products: stock.as_ref().map(Into::into),
            alerts: stock.as_ref().filter(|_| who.may(Permission::AdjustStock)).map(Into::into),
            revenue: reads_revenue.then(|| revenue.into()),
            recent_orders: reads_orders.then(|| figures.recent_orders.into_iter().map(OrderJson::for_staff).collect()),
            sales: reads_revenue.then(|| line.into()),
            best_sellers: reads_revenue.then(|| figures.best_sellers.into_iter().map(Into::into).collect()),
        }
    }
}
