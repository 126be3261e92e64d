//! The points of the packing and delivery of an order.

use crate::shared::json::words;
use crate::shared::order_status::OrderStatus;

words! {
    /// The point that the packing and delivery of an order have reached (contract-commerce, section 4), in the order of reaching them.
    #[derive(PartialOrd, Ord)]
    pub enum FulfilmentStatus or "must be unfulfilled, packed, readyForPickup, handedOver or delivered" {
        Unfulfilled = "unfulfilled",
        Packed = "packed",
        /// Packed, and waits for the customer at the shop.
        ReadyForPickup = "readyForPickup",
        HandedOver = "handedOver",
        Delivered = "delivered",
    }
}

impl FulfilmentStatus {
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

#[cfg(test)]
mod tests {
    use super::*;

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
