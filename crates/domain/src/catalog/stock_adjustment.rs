//! Adjustments of a product's stock, with their reason.

use crate::catalog::product_change::ProductError;
use crate::shared::quantity::{QuantityError, Stock};
use crate::shared::text::MultilineText;

/// The reason of an adjustment: 1 to 1,000 characters.
pub type AdjustmentNote = MultilineText<1, 1_000>;

/// A change of stock in units: from -1,000,000 to 1,000,000, not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockDelta(i32);

/// Why a number is no change of a stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StockDeltaError {
    /// The change is 0.
    #[error("must not be 0")]
    Zero,
    /// The change exceeds the largest stock.
    #[error("must be a whole number from -1,000,000 to 1,000,000")]
    TooLarge,
}

impl StockDelta {
    /// Checks a number of units.
    ///
    /// # Errors
    /// [`StockDeltaError`] for 0 and for more units than the largest stock.
    pub fn parse(units: i64) -> Result<Self, StockDeltaError> {
        if units == 0 {
            return Err(StockDeltaError::Zero);
        }
        if units.unsigned_abs() > u64::from(Stock::MAX.get()) {
            return Err(StockDeltaError::TooLarge);
        }
        i32::try_from(units).map(Self).map_err(|_| StockDeltaError::TooLarge)
    }

    /// The number of units, below 0 for fewer.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }
}

/// An adjustment that an administrator requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockAdjustment {
    /// The change in units.
    pub delta: StockDelta,
    pub note: AdjustmentNote,
    /// The stock that the administrator saw; another present stock is a conflict. `None` accepts any stock.
    pub expected: Option<Stock>,
}

impl StockAdjustment {
    /// The stock after the adjustment.
    ///
    /// # Errors
    /// [`ProductError`] when the present stock is not the expected one, or the result is below 0 or above [`Stock::MAX`].
    pub fn apply(&self, current: Stock) -> Result<Stock, ProductError> {
        if self.expected.is_some_and(|seen| seen != current) {
            return Err(ProductError::StockChanged(current));
        }
        Stock::parse(i64::from(current.get()) + i64::from(self.delta.get())).map_err(|error| match error {
            QuantityError::TooSmall { .. } => ProductError::StockBelowZero(current),
            QuantityError::TooLarge => ProductError::StockAboveMax(current),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn adjustment(delta: i64, expected: Option<i64>) -> StockAdjustment {
        StockAdjustment {
            delta: StockDelta::parse(delta).unwrap(),
            note: AdjustmentNote::parse("Counted").unwrap(),
            expected: expected.map(|units| Stock::parse(units).unwrap()),
        }
    }

    #[test]
    fn a_delta_is_a_whole_number_that_changes_something() {
        assert_eq!(StockDelta::parse(0), Err(StockDeltaError::Zero));
        for units in [1, -1, 1_000_000, -1_000_000] {
            assert_eq!(i64::from(StockDelta::parse(units).unwrap().get()), units);
        }
        for units in [1_000_001, -1_000_001, i64::MAX, i64::MIN] {
            assert_eq!(StockDelta::parse(units), Err(StockDeltaError::TooLarge), "{units}");
        }
    }

    #[test]
    fn another_stock_than_the_expected_one_is_refused() {
        let current = Stock::parse(10).unwrap();
        assert!(matches!(adjustment(5, Some(9)).apply(current), Err(ProductError::StockChanged(present)) if present == current));
        assert_eq!(adjustment(5, Some(10)).apply(current).unwrap(), Stock::parse(15).unwrap());
    }

    proptest! {
        #[test]
        fn a_shelf_holds_from_nothing_to_a_million(current in 0_i64..=1_000_000, delta in -1_000_000_i64..=1_000_000) {
            prop_assume!(delta != 0);
            let answer = adjustment(delta, None).apply(Stock::parse(current).unwrap());
            match (current + delta, answer) {
                (below, answer) if below < 0 => prop_assert!(matches!(answer, Err(ProductError::StockBelowZero(_)))),
                (above, answer) if above > 1_000_000 => prop_assert!(matches!(answer, Err(ProductError::StockAboveMax(_)))),
                (units, answer) => prop_assert_eq!(answer.ok().map(|s| i64::from(s.get())), Some(units)),
            }
        }
    }
}
