//! The points of the packing and delivery of an order.

use std::fmt;

use crate::orders::order_status::OrderStatus;

/// The point that the packing and delivery of an order have reached (contract-commerce, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FulfilmentStatus {
    Unfulfilled,
    Packed,
    /// Packed, and waits for the customer at the shop.
    ReadyForPickup,
    HandedOver,
    Delivered,
}

/// The text names no such point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be unfulfilled, packed, readyForPickup, handedOver or delivered")]
pub struct FulfilmentStatusError;

impl FulfilmentStatus {
    /// All of them, in the order in which an order reaches them.
    pub const ALL: [Self; 5] = [Self::Unfulfilled, Self::Packed, Self::ReadyForPickup, Self::HandedOver, Self::Delivered];

    /// Reads the contract's spelling.
    ///
    /// # Errors
    /// [`FulfilmentStatusError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, FulfilmentStatusError> {
        Self::ALL.into_iter().find(|status| status.as_str() == text).ok_or(FulfilmentStatusError)
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unfulfilled => "unfulfilled",
            Self::Packed => "packed",
            Self::ReadyForPickup => "readyForPickup",
            Self::HandedOver => "handedOver",
            Self::Delivered => "delivered",
        }
    }

    /// The status of an order at this point, unless it is cancelled.
    #[must_use]
    pub const fn order_status(self) -> OrderStatus {
        match self {
            Self::Unfulfilled | Self::Packed | Self::ReadyForPickup => OrderStatus::Processing,
            Self::HandedOver => OrderStatus::Shipped,
            Self::Delivered => OrderStatus::Completed,
        }
    }

    /// The point of an order of which nothing but its status is known. An administrator who sets a status moves the order there.
    #[must_use]
    pub const fn of(status: OrderStatus) -> Self {
        match status {
            OrderStatus::Processing | OrderStatus::Cancelled => Self::Unfulfilled,
            OrderStatus::Shipped => Self::HandedOver,
            OrderStatus::Completed => Self::Delivered,
        }
    }
}

impl fmt::Display for FulfilmentStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelled_as_in_the_contract() {
        let names = ["unfulfilled", "packed", "readyForPickup", "handedOver", "delivered"];
        assert_eq!(FulfilmentStatus::ALL.map(FulfilmentStatus::as_str), names);
        for status in FulfilmentStatus::ALL {
            assert_eq!(FulfilmentStatus::parse(&status.to_string()), Ok(status));
        }
        for text in ["", "Packed", "ready", "shipped"] {
            assert_eq!(FulfilmentStatus::parse(text), Err(FulfilmentStatusError), "{text:?}");
        }
    }

    #[test]
    fn each_point_has_the_status_of_the_contract() {
        use OrderStatus::{Completed, Processing, Shipped};
        let statuses = [Processing, Processing, Processing, Shipped, Completed];
        assert_eq!(FulfilmentStatus::ALL.map(FulfilmentStatus::order_status), statuses);
        for status in [Processing, Shipped, Completed] {
            assert_eq!(FulfilmentStatus::of(status).order_status(), status);
        }
    }
}
