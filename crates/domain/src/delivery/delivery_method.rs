//! The methods by which an order reaches the customer.

use std::fmt;

/// A method of delivery (contract-commerce, section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeliveryMethod {
    /// By courier; the method of an order that names none.
    #[default]
    Standard,
    Express,
    /// The customer fetches the order at the shop.
    Pickup,
}

/// The text names no method of delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be standard, express or pickup")]
pub struct DeliveryMethodError;

impl DeliveryMethod {
    /// All methods, in the order in which a customer sees them.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Express, Self::Pickup];

    /// Reads the contract's spelling.
    ///
    /// # Errors
    /// [`DeliveryMethodError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, DeliveryMethodError> {
        Self::ALL.into_iter().find(|method| method.as_str() == text).ok_or(DeliveryMethodError)
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Express => "express",
            Self::Pickup => "pickup",
        }
    }

    /// The name that a customer reads.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Standard => "Standard delivery",
            Self::Express => "Express delivery",
            Self::Pickup => "Pick-up at the shop",
        }
    }

    /// Whether the order is sent to an address.
    #[must_use]
    pub const fn needs_address(self) -> bool {
        !matches!(self, Self::Pickup)
    }
}

impl fmt::Display for DeliveryMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelled_as_in_the_contract() {
        assert_eq!(DeliveryMethod::ALL.map(DeliveryMethod::as_str), ["standard", "express", "pickup"]);
        for method in DeliveryMethod::ALL {
            assert_eq!(DeliveryMethod::parse(&method.to_string()), Ok(method));
        }
        for text in ["", "Standard", "pick-up", "drone"] {
            assert_eq!(DeliveryMethod::parse(text), Err(DeliveryMethodError), "{text:?}");
        }
        assert_eq!(DeliveryMethod::ALL.map(DeliveryMethod::needs_address), [true, true, false]);
        assert_eq!(DeliveryMethod::default(), DeliveryMethod::Standard);
    }
}
