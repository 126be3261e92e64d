//! The weight of a product.

/// The weight of a unit with its packaging, 1 g to 100 kg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight(u32);

/// The number is no such weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 100,000 g")]
pub struct WeightError;

impl Weight {
    /// The heaviest product, in grams.
    pub const MAX: u32 = 100_000;

    /// Checks a number of grams.
    ///
    /// # Errors
    /// [`WeightError`] for a number out of range.
    pub fn parse(grams: i64) -> Result<Self, WeightError> {
        u32::try_from(grams).ok().filter(|grams| (1..=Self::MAX).contains(grams)).map(Self).ok_or(WeightError)
    }

    #[must_use]
    pub const fn grams(self) -> u32 {
        self.0
    }
}

/// The weight of a product that has none of its own (contract-commerce, section 1).
impl Default for Weight {
    fn default() -> Self {
        Self(200)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_a_gram_to_100_kilograms() {
        for grams in [1, 200, 100_000] {
            assert_eq!(Weight::parse(grams).map(|weight| i64::from(weight.grams())), Ok(grams));
        }
        for grams in [-1, 0, 100_001, 1 << 40] {
            assert_eq!(Weight::parse(grams), Err(WeightError));
        }
        assert_eq!(Weight::default().grams(), 200);
    }
}
