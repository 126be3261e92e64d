//! The steps by which staff pack and deliver an order.

use std::fmt;

use crate::orders::fulfilment::Parcel;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::order::Order;
use crate::orders::order_status::OrderStatus;

/// A step of packing and delivering (contract-commerce, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FulfilmentStep {
    /// The order is packed.
    Packed,
    /// It is unpacked again: back to unfulfilled.
    Unpacked,
    /// It waits for the customer at the shop.
    ReadyForPickup,
    /// The courier has it.
    HandedOver,
    /// The customer has it.
    Delivered,
    /// It came back, or was never collected: the order is cancelled and its units go back on the shelf.
    Undelivered,
}

/// The text names no step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be packed, unpacked, readyForPickup, handedOver, delivered or undelivered")]
pub struct FulfilmentStepError;

/// The order is not at a point from which the step leads on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the order is not at the right point for this step")]
pub struct WrongStep;

impl FulfilmentStep {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Packed, Self::Unpacked, Self::ReadyForPickup, Self::HandedOver, Self::Delivered, Self::Undelivered];

    /// Reads the contract's spelling.
    ///
    /// # Errors
    /// [`FulfilmentStepError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, FulfilmentStepError> {
        Self::ALL.into_iter().find(|step| step.as_str() == text).ok_or(FulfilmentStepError)
    }

    /// The contract's spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Packed => "packed",
            Self::Unpacked => "unpacked",
            Self::ReadyForPickup => "readyForPickup",
            Self::HandedOver => "handedOver",
            Self::Delivered => "delivered",
            Self::Undelivered => "undelivered",
        }
    }

    /// The point after this step, for an order at the point `current` that is not cancelled; `None` where the step is out of order.
    /// A parcel that is not delivered stays at its point, because the order is cancelled.
    #[must_use]
    pub const fn after(self, current: FulfilmentStatus) -> Option<FulfilmentStatus> {
        use FulfilmentStatus::{Delivered, HandedOver, Packed, ReadyForPickup, Unfulfilled};
        match (self, current) {
            (Self::Packed, Unfulfilled) => Some(Packed),
            (Self::Unpacked, Packed | ReadyForPickup) => Some(Unfulfilled),
            (Self::ReadyForPickup, Packed) => Some(ReadyForPickup),
            (Self::HandedOver, Packed | ReadyForPickup) => Some(HandedOver),
            (Self::Delivered, ReadyForPickup | HandedOver) => Some(Delivered),
            (Self::Undelivered, ReadyForPickup | HandedOver) => Some(current),
            _ => None,
        }
    }
}

impl fmt::Display for FulfilmentStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A step, with what is said of the parcel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepChange {
    /// The step.
    pub step: FulfilmentStep,
    /// What is newly known of the parcel; the rest stays.
    pub parcel: Parcel,
}

impl StepChange {
    /// The order after the step.
    ///
    /// # Errors
    /// [`WrongStep`] for a cancelled order, and for one at a point from which the step does not lead on.
    pub fn apply(self, order: Order) -> Result<Order, WrongStep> {
        if order.status == OrderStatus::Cancelled {
            return Err(WrongStep);
        }
        let stage = self.step.after(order.fulfilment_status()).ok_or(WrongStep)?;
        let status = if self.step == FulfilmentStep::Undelivered { OrderStatus::Cancelled } else { stage.order_status() };
        let mut fulfilment = order.fulfilment;
        fulfilment.parcel = fulfilment.parcel.updated(self.parcel);
        Ok(Order { status, fulfilment: fulfilment.reached(status, stage), ..order })
    }
}

#[cfg(test)]
mod tests;
