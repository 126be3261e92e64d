//! Stock alerts: products that are out of stock, low in stock, or sell out soon.

use crate::shared::json::words;
use crate::shared::quantity::Stock;

/// The largest stock that counts as low: 1 to 5 units are low, 0 units are out of stock (`spec.md` §9).
pub const LOW_STOCK: u32 = 5;
/// A product needs replenishment when its stock lasts fewer days than this (`spec.md` §9).
pub const REPLENISH_DAYS: u64 = 10;
/// The period in days over which sales are averaged (`spec.md` §9).
pub const SALES_DAYS: u64 = 30;

words! {
    /// A kind of stock alert. A product may have several.
    pub enum StockAlert or "must be out, low or replenish" {
        Out = "out",
        /// A stock of 1 to [`LOW_STOCK`] units.
        Low = "low",
        /// A product for which [`replenish_within_days`] returns a number.
        Replenish = "replenish",
    }
}

/// The number of days, rounded up, until a product sells out: stock ÷ (`total_sales` ÷ [`SALES_DAYS`]). `None` when that is
/// [`REPLENISH_DAYS`] or more, or when the product had no sales; 0 when it had sales and its stock is 0.
#[must_use]
pub fn replenish_within_days(stock: Stock, total_sales: u64) -> Option<u64> {
    let stock = u64::from(stock.get());
    if total_sales == 0 {
        return None;
    }
    let stock_days = stock.saturating_mul(SALES_DAYS);
    let threshold = REPLENISH_DAYS.saturating_mul(total_sales);
    (stock_days < threshold).then(|| stock_days.div_ceil(total_sales))
}

/// The largest number of products that are listed for each alert; all of them are counted.
pub const LISTED_ALERTS: usize = 20;

/// Products with one kind of alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alerts<P> {
    /// How many there are.
    pub count: u64,
    /// The most pressing, at most [`LISTED_ALERTS`].
    pub listed: Vec<P>,
}

impl<P> Alerts<P> {
    /// The same alerts with other forms of the products; those without one are left out of the list.
    fn filter_map<Q>(self, form: impl FnMut(P) -> Option<Q>) -> Alerts<Q> {
        Alerts { count: self.count, listed: self.listed.into_iter().filter_map(form).collect() }
    }
}

/// All products by their stock, and those that should be looked after (`spec.md` §9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockReport<P> {
    /// The number of products with more stock than [`LOW_STOCK`].
    pub in_stock: u64,
    /// Products with low stock, the least first.
    pub low: Alerts<P>,
    /// Products without stock, those that sold most first.
    pub out: Alerts<P>,
    /// Products for which [`replenish_within_days`] returns a number, those that sell out soonest first; of those without stock the one
    /// that sold most.
    pub replenish: Alerts<P>,
}

impl<P> StockReport<P> {
    /// The number of all products.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.in_stock.saturating_add(self.low.count).saturating_add(self.out.count)
    }

    /// The products that are listed.
    pub fn listed(&self) -> impl Iterator<Item = &P> {
        [&self.low, &self.out, &self.replenish].into_iter().flat_map(|alerts| &alerts.listed)
    }

    /// The same report with other forms of the products; those without one are left out of the lists.
    #[must_use]
    pub fn filter_map<Q>(self, mut form: impl FnMut(P) -> Option<Q>) -> StockReport<Q> {
        StockReport {
            in_stock: self.in_stock,
            low: self.low.filter_map(&mut form),
            out: self.out.filter_map(&mut form),
            replenish: self.replenish.filter_map(&mut form),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stock(units: i64) -> Stock {
        Stock::parse(units).unwrap()
    }

    #[test]
    fn alerts_are_spelled_as_in_the_contract() {
        assert_eq!(StockAlert::ALL.map(StockAlert::as_str), ["out", "low", "replenish"]);
        for text in ["", "Out", " low", "replenishment", "plenty"] {
            assert!(StockAlert::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_alert_is_given_under_ten_days() {
        for (units, sales, days) in [
            (10, 30, None),     // exactly 10 days
            (9, 30, Some(9)),   // exactly 9
            (19, 60, Some(10)), // 9.5, rounded up
            (1, 30, Some(1)),
            (1, 1_000, Some(1)), // 0.03
            (1, 3, None),        // exactly 10
            (1, 4, Some(8)),     // 7.5
            (5, 0, None),        // no sales
            (0, 30, Some(0)),    // sold out
            (0, 1, Some(0)),
            (0, 0, None), // sold out, without sales
            (1_000_000, 1, None),
            (1_000_000, u64::MAX, Some(1)),
        ] {
            assert_eq!(replenish_within_days(stock(units), sales), days, "{units} units, {sales} sales");
        }
    }

    proptest! {
        #[test]
        fn the_days_are_the_least_whole_number_that_covers_the_stock(units in 0_i64..=1_000_000, sales in 1_u64..=10_000_000) {
            let thirtyfold = u64::try_from(units).unwrap() * 30;
            match replenish_within_days(stock(units), sales) {
                Some(days) => {
                    prop_assert!((0..=REPLENISH_DAYS).contains(&days));
                    prop_assert_eq!(days == 0, units == 0);
                    prop_assert!(days == 0 || (days - 1) * sales < thirtyfold);
                    prop_assert!(thirtyfold <= days * sales);
                    prop_assert!(thirtyfold < REPLENISH_DAYS * sales);
                }
                None => prop_assert!(thirtyfold >= REPLENISH_DAYS * sales),
            }
        }

        #[test]
        fn more_stock_never_runs_out_sooner(units in 0_i64..1_000, sales in 1_u64..10_000) {
            let days = |units| replenish_within_days(stock(units), sales).unwrap_or(u64::MAX);
            prop_assert!(days(units) <= days(units + 1));
        }
    }
}
