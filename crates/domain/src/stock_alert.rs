//! Which products the owner should look after.

use crate::quantity::Stock;

/// The largest stock that counts as low (`spec.md` §9).
pub const LOW_STOCK: u32 = 5;
/// A replenishment alert is given below this many days of stock (`spec.md` §9).
pub const REPLENISH_DAYS: u64 = 10;
/// Sales are averaged over this many days (`spec.md` §9).
pub const SALES_DAYS: u64 = 30;

/// How much is on the shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockLevel {
    /// Nothing.
    Out,
    /// 1 to [`LOW_STOCK`].
    Low,
    /// More.
    Plenty,
}

impl StockLevel {
    /// The level of a stock (`spec.md` §9).
    #[must_use]
    pub const fn of(stock: Stock) -> Self {
        match stock.get() {
            0 => Self::Out,
            1..=LOW_STOCK => Self::Low,
            _ => Self::Plenty,
        }
    }
}

/// In how many days, rounded up, a product sells out, when that is under [`REPLENISH_DAYS`]: stock ÷
/// (`total_sales` ÷ 30). No sales, no alert; nothing on the shelf is not an alert of this kind but
/// [`StockLevel::Out`].
#[must_use]
pub fn replenish_within_days(stock: Stock, total_sales: u64) -> Option<u64> {
    let stock = u64::from(stock.get());
    if total_sales == 0 || stock == 0 {
        return None;
    }
    let stock_days = stock.checked_mul(SALES_DAYS)?;
    let threshold = REPLENISH_DAYS.checked_mul(total_sales)?;
    (stock_days < threshold).then(|| stock_days.div_ceil(total_sales))
}
