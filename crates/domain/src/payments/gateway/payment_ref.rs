//! Names that the gateway sends without a proof.

use std::fmt;

/// A gateway's number of a payment or refund, or its name of a way of paying: `[0-9A-Za-z-]{1,40}` (contract-commerce, section 2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaymentRef(String);

/// The text is no such name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 40 letters, digits and hyphens")]
pub struct PaymentRefError;

impl PaymentRef {
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = 40;

    /// Checks a text.
    ///
    /// # Errors
    /// [`PaymentRefError`] for another length or another character.
    pub fn parse(text: &str) -> Result<Self, PaymentRefError> {
        let allowed = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if (1..=Self::MAX_LENGTH).contains(&text.len()) && allowed { Ok(Self(text.to_owned())) } else { Err(PaymentRefError) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a reference is a number of the gateway, and not the name that the shop gives a charge without one.
#[must_use]
pub fn is_gateway_number(reference: &str) -> bool {
    reference.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for PaymentRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_hyphens() {
        for text in ["3", "320025071278", "VISA", "a-B-9", &"x".repeat(40)] {
            assert_eq!(PaymentRef::parse(text).unwrap().to_string(), text);
        }
        for text in ["", " ", "a b", "a_b", "<b>", "é", "1\n", &"x".repeat(41)] {
            assert_eq!(PaymentRef::parse(text), Err(PaymentRefError), "{text:?}");
        }
    }
}
