//! All products by their stock.

use std::cmp::{Ordering, Reverse};

use domain::catalog::ports::StockLevel;
use domain::catalog::stock_alert::{Alerts, LISTED_ALERTS, StockAlert, StockReport};
use domain::shared::ids::ProductId;

use crate::index::snapshot::Snapshot;
use crate::query::filter::has_alert;

/// A product with its stock and sales.
type Stocked = (StockLevel, ProductId);

impl Snapshot {
    pub(crate) fn stock_report(&self) -> StockReport<ProductId> {
        let (mut in_stock, mut low, mut out, mut replenish) = (0, Vec::new(), Vec::new(), Vec::new());
        for (place, segment) in self.view.segments.iter().enumerate() {
            for doc in segment.live() {
                let level = self.level(place, doc);
                match level {
                    _ if has_alert(StockAlert::Out, level) => out.push((level, segment.id(doc))),
                    _ if has_alert(StockAlert::Low, level) => low.push((level, segment.id(doc))),
                    _ => in_stock += 1,
                }
                if has_alert(StockAlert::Replenish, level) {
                    replenish.push((level, segment.id(doc)));
                }
            }
        }
        StockReport {
            in_stock,
            low: alerts(low, |left, right| left.0.stock.cmp(&right.0.stock)),
            out: alerts(out, |left, right| Reverse(left.0.sales).cmp(&Reverse(right.0.sales))),
            replenish: alerts(replenish, |left, right| sold_out_before(left.0, right.0)),
        }
    }
}

/// The order of the days that a stock lasts, which is the order of stock ÷ sales; of equal ones the product that sold more comes first.
fn sold_out_before(left: StockLevel, right: StockLevel) -> Ordering {
    let product = |stock: u32, sales: u32| u64::from(stock) * u64::from(sales);
    product(left.stock, right.sales).cmp(&product(right.stock, left.sales)).then(right.sales.cmp(&left.sales))
}

/// The first of these products in an order, then by id.
fn alerts(mut products: Vec<Stocked>, order: impl Fn(&Stocked, &Stocked) -> Ordering) -> Alerts<ProductId> {
    let count = u64::try_from(products.len()).unwrap_or(u64::MAX);
    products.sort_unstable_by(|left, right| order(left, right).then(left.1.cmp(&right.1)));
    Alerts { count, listed: products.into_iter().map(|(_, id)| id).take(LISTED_ALERTS).collect() }
}
