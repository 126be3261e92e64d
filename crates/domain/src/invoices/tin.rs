//! The taxpayer identification number of a shop or a registered buyer.

use std::fmt;

use crate::shared::faults::InvalidValue;
use crate::shared::json::text_json;

/// A taxpayer identification number: 9 digits (contract-commerce, section 7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tin(String);

impl Tin {
    pub const INVALID: InvalidValue = InvalidValue("must be 9 digits");

    /// Reads a number; spaces between the digits are left out.
    ///
    /// # Errors
    /// Unless it is 9 digits.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if digits.len() == 9 && digits.bytes().all(|b| b.is_ascii_digit()) { Ok(Self(digits)) } else { Err(Self::INVALID) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

text_json!(Tin, Tin::parse);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_nine_digits() {
        assert_eq!(Tin::parse(" 134 567 890 ").unwrap().as_str(), "134567890");
        for text in ["", "12345678", "1234567890", "12345678a", "١٢٣٤٥٦٧٨٩"] {
            assert_eq!(Tin::parse(text), Err(Tin::INVALID), "{text}");
        }
    }
}
