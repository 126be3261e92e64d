//! Telephone numbers as people write them.

use std::fmt;

/// 7 to 20 digits, spaces, `+ - ( )`, at least one of them a digit (contract, Orders).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

/// The text is no telephone number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 7 to 20 digits, spaces, + - ( )")]
pub struct PhoneError;

impl PhoneNumber {
    /// The least number of characters.
    pub const MIN_LENGTH: usize = 7;
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = 20;

    /// Trims and checks a number.
    ///
    /// # Errors
    /// [`PhoneError`] for another length or another character.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        let text = text.trim();
        let allowed = text.bytes().all(|b| b.is_ascii_digit() || b" +-()".contains(&b));
        let some_digit = text.bytes().any(|b| b.is_ascii_digit());
        if (Self::MIN_LENGTH..=Self::MAX_LENGTH).contains(&text.len()) && allowed && some_digit {
            Ok(Self(text.to_owned()))
        } else {
            Err(PhoneError)
        }
    }

    /// The number as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PhoneNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_as_they_are_written() {
        for text in ["0771234567", "+94 77 123 4567", "(011) 234-5678", "1234567", "12345678901234567890"] {
            assert_eq!(PhoneNumber::parse(&format!(" {text} ")).unwrap().as_str(), text);
        }
    }

    #[test]
    fn refuses_other_lengths_and_characters() {
        for text in [
            "",
            "123456",
            "123456789012345678901",
            "077123456x",
            "077.123.4567",
            "077/1234567",
            "+-()  +-()",
            "０７７１２３４５６７",
            "077\n1234567",
            "077\t1234567",
        ] {
            assert_eq!(PhoneNumber::parse(text), Err(PhoneError), "{text:?}");
        }
    }
}
