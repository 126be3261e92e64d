//! The methods by which an order reaches the customer.

use crate::shared::json::words;

words! {
    /// A method of delivery (contract-commerce, section 1), in the order in which a customer sees them.
    #[derive(Default, PartialOrd, Ord)]
    pub enum DeliveryMethod or "must be standard, express or pickup" {
        /// By courier; the method of an order that names none.
        #[default]
        Standard = "standard",
        Express = "express",
        /// The customer fetches the order at the shop.
        Pickup = "pickup",
    }
}

impl DeliveryMethod {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pickup_alone_needs_no_address() {
        assert_eq!(DeliveryMethod::ALL.map(DeliveryMethod::needs_address), [true, true, false]);
        assert_eq!(DeliveryMethod::default(), DeliveryMethod::Standard);
    }
}
