//! The address of a delivery in its parts.

use std::fmt;

use crate::delivery::district::District;
use crate::shared::text::{ShippingAddress, Text, TextError};

pub type AddressLine = Text<1, 200>;
/// A city, town or village.
pub type City = Text<1, 100>;

/// A postal code: 5 digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PostalCode(String);

/// The text is no postal code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 5 digits")]
pub struct PostalCodeError;

impl PostalCode {
    /// Trims and checks a code.
    ///
    /// # Errors
    /// [`PostalCodeError`] for anything but 5 digits.
    pub fn parse(text: &str) -> Result<Self, PostalCodeError> {
        let text = text.trim();
        let is_code = text.len() == 5 && text.bytes().all(|b| b.is_ascii_digit());
        if is_code { Ok(Self(text.to_owned())) } else { Err(PostalCodeError) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The address of a delivery in its parts (contract-commerce, section 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryAddress {
    pub line1: AddressLine,
    pub line2: Option<AddressLine>,
    pub city: City,
    pub district: District,
    pub postal_code: Option<PostalCode>,
}

impl DeliveryAddress {
    /// The parts joined with `, `, as the order's `address` shows them.
    ///
    /// # Errors
    /// [`TextError`] never occurs: the parts together are shorter than a [`ShippingAddress`] may be.
    pub fn composed(&self) -> Result<ShippingAddress, TextError> {
        ShippingAddress::parse(&self.to_string())
    }
}

impl fmt::Display for DeliveryAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.line1)?;
        if let Some(line2) = &self.line2 {
            write!(f, ", {line2}")?;
        }
        write!(f, ", {}, {}", self.city, self.district)?;
        self.postal_code.as_ref().map_or(Ok(()), |code| write!(f, ", {}", code.as_str()))
    }
}

/// The `address` of an order that the customer fetches at the shop.
///
/// # Errors
/// [`TextError`] when the shop's own address is too long.
pub fn pickup_address(shop: &str) -> Result<ShippingAddress, TextError> {
    ShippingAddress::parse(&format!("Pick-up: {shop}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(line2: Option<&str>, postal_code: Option<&str>) -> DeliveryAddress {
        DeliveryAddress {
            line1: Text::parse("12 Temple Road").unwrap(),
            line2: line2.map(|line| Text::parse(line).unwrap()),
            city: Text::parse("Peradeniya").unwrap(),
            district: District::Kandy,
            postal_code: postal_code.map(|code| PostalCode::parse(code).unwrap()),
        }
    }

    /// Acceptance 3.
    #[test]
    fn the_parts_are_joined() {
        for (address, text) in [
            (address(None, None), "12 Temple Road, Peradeniya, Kandy"),
            (address(Some("2nd floor"), None), "12 Temple Road, 2nd floor, Peradeniya, Kandy"),
            (address(Some("2nd floor"), Some(" 20400 ")), "12 Temple Road, 2nd floor, Peradeniya, Kandy, 20400"),
        ] {
            assert_eq!(address.composed().unwrap().as_str(), text);
        }
    }

    #[test]
    fn the_longest_parts_are_an_address() {
        let longest = DeliveryAddress {
            line1: Text::parse(&"a".repeat(200)).unwrap(),
            line2: Text::parse(&"b".repeat(200)).ok(),
            city: Text::parse(&"c".repeat(100)).unwrap(),
            district: District::Kilinochchi,
            postal_code: PostalCode::parse("12345").ok(),
        };
        assert!(longest.composed().is_ok());
    }

    #[test]
    fn a_postal_code_has_5_digits() {
        for text in ["", "1234", "123456", "1234a", "１２３４５", "12 45"] {
            assert_eq!(PostalCode::parse(text), Err(PostalCodeError), "{text}");
        }
    }

    #[test]
    fn an_order_that_is_fetched_names_the_shop() {
        assert_eq!(pickup_address("27 Flower Road").unwrap().as_str(), "Pick-up: 27 Flower Road");
        assert!(pickup_address(&"x".repeat(1_000)).is_err());
    }
}
