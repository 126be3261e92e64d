//! How many of something: ordered quantities and stock.

/// A whole number of units in a cart, quote or order line: 1 to 1,000,000 (contract, Orders).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(u32);

/// Units of a product on the shelf: 0 to 1,000,000 (contract, Products).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Stock(u32);

/// Why a number is not a quantity or a stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// Below the smallest one allowed.
    #[error("must be at least {min}")]
    TooSmall {
        /// The smallest one allowed.
        min: u32,
    },
    /// Above 1,000,000.
    #[error("must be at most 1,000,000")]
    TooLarge,
}

/// The largest quantity and the largest stock.
const MAX: u32 = 1_000_000;

impl Quantity {
    /// The most units one order can hold of one product.
    pub const MAX: Self = Self(MAX);

    /// Checks a number of units.
    ///
    /// # Errors
    /// [`QuantityError`] outside 1 to 1,000,000.
    pub fn parse(units: i64) -> Result<Self, QuantityError> {
        whole(units, 1).map(Self)
    }

    /// The number of units.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Both together, as when two lines name one product.
    ///
    /// # Errors
    /// [`QuantityError::TooLarge`] past [`Quantity::MAX`].
    pub fn plus(self, other: Self) -> Result<Self, QuantityError> {
        Self::parse(i64::from(self.0) + i64::from(other.0))
    }
}

impl Stock {
    /// The most units of one product the shop can hold.
    pub const MAX: Self = Self(MAX);

    /// Checks a number of units.
    ///
    /// # Errors
    /// [`QuantityError`] outside 0 to 1,000,000.
    pub fn parse(units: i64) -> Result<Self, QuantityError> {
        whole(units, 0).map(Self)
    }

    /// The number of units.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether `quantity` units can be taken.
    #[must_use]
    pub const fn covers(self, quantity: Quantity) -> bool {
        self.0 >= quantity.0
    }

    /// The stock after `quantity` units come back: at most [`Stock::MAX`].
    #[must_use]
    pub fn put_back(self, quantity: Quantity) -> Self {
        Self(self.0.saturating_add(quantity.0).min(MAX))
    }

    /// The stock after taking `quantity`, or `None` when it is not enough.
    #[must_use]
    pub fn take(self, quantity: Quantity) -> Option<Self> {
        self.0.checked_sub(quantity.0).map(Self)
    }
}

/// `units` when it is between `min` and the shared maximum.
fn whole(units: i64, min: u32) -> Result<u32, QuantityError> {
    if units < i64::from(min) {
        return Err(QuantityError::TooSmall { min });
    }
    u32::try_from(units).ok().filter(|u| *u <= MAX).ok_or(QuantityError::TooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quantity(units: i64) -> Quantity {
        Quantity::parse(units).unwrap()
    }

    #[test]
    fn a_quantity_is_1_to_a_million_and_a_stock_0_to_a_million() {
        for (units, as_quantity, as_stock) in [
            (i64::MIN, Err(QuantityError::TooSmall { min: 1 }), Err(QuantityError::TooSmall { min: 0 })),
            (-1, Err(QuantityError::TooSmall { min: 1 }), Err(QuantityError::TooSmall { min: 0 })),
            (0, Err(QuantityError::TooSmall { min: 1 }), Ok(0)),
            (1, Ok(1), Ok(1)),
            (1_000_000, Ok(1_000_000), Ok(1_000_000)),
            (1_000_001, Err(QuantityError::TooLarge), Err(QuantityError::TooLarge)),
            (i64::from(u32::MAX) + 2, Err(QuantityError::TooLarge), Err(QuantityError::TooLarge)),
            (i64::MAX, Err(QuantityError::TooLarge), Err(QuantityError::TooLarge)),
        ] {
            assert_eq!(Quantity::parse(units).map(Quantity::get), as_quantity, "quantity {units}");
            assert_eq!(Stock::parse(units).map(Stock::get), as_stock, "stock {units}");
        }
    }

    #[test]
    fn errors_name_the_limit() {
        assert_eq!(Quantity::parse(0).unwrap_err().to_string(), "must be at least 1");
        assert_eq!(Stock::parse(-1).unwrap_err().to_string(), "must be at least 0");
        assert_eq!(Stock::parse(1_000_001).unwrap_err().to_string(), "must be at most 1,000,000");
    }

    proptest! {
        #[test]
        fn two_lines_of_one_product_add_up(a in 1_i64..=1_000_000, b in 1_i64..=1_000_000) {
            let sum = quantity(a).plus(quantity(b));
            prop_assert_eq!(sum, Quantity::parse(a + b));
            prop_assert_eq!(sum, quantity(b).plus(quantity(a)));
        }

        #[test]
        fn stock_is_taken_exactly_or_not_at_all(shelf in 0_i64..=1_000_000, wanted in 1_i64..=1_000_000) {
            let stock = Stock::parse(shelf).unwrap();
            let left = stock.take(quantity(wanted));
            prop_assert_eq!(left.is_some(), stock.covers(quantity(wanted)));
            prop_assert_eq!(left.is_some(), wanted <= shelf);
            if let Some(left) = left {
                prop_assert_eq!(i64::from(left.get()), shelf - wanted);
            }
        }
    }
}
