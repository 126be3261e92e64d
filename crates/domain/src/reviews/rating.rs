//! The rating of a review in stars.

/// A whole number of stars, 1 to 5 (`spec.md` §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(u8);

/// The number is no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole number from 1 to 5")]
pub struct RatingError;

impl Rating {
    /// Checks a number of stars.
    ///
    /// # Errors
    /// [`RatingError`] outside 1 to 5.
    pub fn parse(stars: i64) -> Result<Self, RatingError> {
        u8::try_from(stars).ok().filter(|s| (1..=5).contains(s)).map(Self).ok_or(RatingError)
    }

    /// The number of stars.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_five_stars() {
        for stars in 1..=5_u8 {
            assert_eq!(Rating::parse(i64::from(stars)).map(Rating::get), Ok(stars));
        }
        for none in [i64::MIN, -1, 0, 6, 256 + 1, i64::MAX] {
            assert_eq!(Rating::parse(none), Err(RatingError), "{none}");
        }
    }
}
