//! The colour of one product of a family.

use crate::shared::text::{Label, TextError};

/// A named colour (contract, Products).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shade {
    /// The name of the colour.
    pub name: Label,
    pub hex: HexColour,
}

/// A colour as `#RRGGBB`, in upper case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexColour(String);

/// Why a shade is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShadeError {
    /// The name is empty or too long.
    #[error(transparent)]
    Name(#[from] TextError),
    /// The colour is not `#RRGGBB`.
    #[error("must be a colour such as #A6202F")]
    Hex,
}

impl HexColour {
    /// Checks a colour.
    ///
    /// # Errors
    /// [`ShadeError::Hex`] when it is not `#` and six hexadecimal digits.
    pub fn parse(text: &str) -> Result<Self, ShadeError> {
        let digits = text.strip_prefix('#').ok_or(ShadeError::Hex)?;
        if digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            Ok(Self(text.to_ascii_uppercase()))
        } else {
            Err(ShadeError::Hex)
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_a_hash_and_six_hexadecimal_digits() {
        assert_eq!(HexColour::parse("#a6202f").unwrap().as_str(), "#A6202F");
        assert_eq!(HexColour::parse("#00FFab"), HexColour::parse("#00ffAB"));
        for text in ["", "#", "a6202f", "#a6202", "#a6202f0", "#a62", "#g6202f", "#a6202 ", "##a6202", "#é6202", "red"] {
            assert_eq!(HexColour::parse(text), Err(ShadeError::Hex), "{text:?}");
        }
    }
}
