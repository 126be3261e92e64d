//! Text that people type: trimmed, with a length in characters and without U+0000.

use std::fmt;

/// Text of `MIN` to `MAX` characters after trimming, without U+0000 (contract, Conventions).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<const MIN: usize, const MAX: usize>(String);

/// A first or last name (contract, Users).
pub type PersonName = Text<1, 100>;
/// Who a parcel is for (contract, Orders).
pub type RecipientName = Text<1, 200>;
/// Where a parcel goes (contract, Orders).
pub type ShippingAddress = Text<1, 1_000>;
/// The shop's own remarks on an order (contract, Orders).
pub type OrderNotes = Text<0, 2_000>;
/// The reference of a payment made outside the shop.
pub type PaymentId = Text<1, 200>;
/// A product's name (contract, Products).
pub type ProductName = Text<1, 200>;
/// Another name a product is known and found by (contract, Products).
pub type AltName = Text<1, 100>;
/// A product's description (contract, Products).
pub type Description = Text<0, 5_000>;
/// A brand, category or family name (contract, Products).
pub type Label = Text<1, 100>;
/// The text of a review (contract, Reviews).
pub type ReviewComment = Text<1, 1_000>;
/// The web address of a picture.
pub type PictureUrl = Text<1, 2_048>;
/// What somebody searches for (contract, Products: at most 100 characters).
pub type SearchText = Text<0, 100>;

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing, or nothing but white space.
    #[error("must not be empty")]
    Empty,
    /// Fewer characters than needed.
    #[error("must have at least {min} characters")]
    TooShort {
        /// The least number of characters.
        min: usize,
    },
    /// More characters than allowed.
    #[error("must have at most {max} characters")]
    TooLong {
        /// The greatest number of characters.
        max: usize,
    },
    /// Contains U+0000, which no person types and PostgreSQL cannot store.
    #[error("must not contain the NUL character")]
    Nul,
}

impl<const MIN: usize, const MAX: usize> Text<MIN, MAX> {
    /// Trims and checks a text.
    ///
    /// # Errors
    /// [`TextError`] for a wrong length or a U+0000.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        if text.contains('\0') {
            return Err(TextError::Nul);
        }
        let length = text.chars().count();
        if length > MAX {
            return Err(TextError::TooLong { max: MAX });
        }
        if length < MIN {
            return Err(if length == 0 { TextError::Empty } else { TextError::TooShort { min: MIN } });
        }
        Ok(Self(text.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, owned.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }

    /// Whether there is no character at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<const MAX: usize> Default for Text<0, MAX> {
    fn default() -> Self {
        Self(String::new())
    }
}

impl<const MIN: usize, const MAX: usize> fmt::Display for Text<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const MIN: usize, const MAX: usize> fmt::Debug for Text<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
