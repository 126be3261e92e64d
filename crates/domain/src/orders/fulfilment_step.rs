//! The steps by which staff pack and deliver an order.

use crate::orders::error::OrderRefusal;
use crate::orders::fulfilment::Parcel;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::order::Order;
use crate::payments::ledger::{Booked, EntrySource};
use crate::payments::order_payment::NewCharge;
use crate::payments::payment_method::PaymentMethod;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::PaymentId;

words! {
    /// A step of packing and delivering (contract-commerce, section 4).
    pub enum FulfilmentStep or "must be packed, unpacked, readyForPickup, handedOver, delivered or undelivered" {
        /// The order is packed.
        Packed = "packed",
        /// It is unpacked again: back to unfulfilled.
        Unpacked = "unpacked",
        /// It waits for the customer at the shop.
        ReadyForPickup = "readyForPickup",
        /// The courier has it.
        HandedOver = "handedOver",
        /// The customer has it.
        Delivered = "delivered",
        /// It came back, or was never collected: the order is cancelled and its units go back on the shelf.
        Undelivered = "undelivered",
    }
}

/// The reference of cash that the courier brings.
pub const CASH_REFERENCE: &str = "Cash on delivery";

impl FulfilmentStep {
    /// Whether the parcel comes nearer to the customer by this step.
    const fn leads_to_customer(self) -> bool {
        !matches!(self, Self::Unpacked | Self::Undelivered)
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

/// The order with the cash that was due charged, if it is paid on delivery.
fn with_cash(order: Order, booked: &Booked) -> Order {
    let due = Money::from_cents(order.figures().amount_due_cents()).unwrap_or(Money::ZERO);
    let (Ok(reference), true) = (PaymentId::parse(CASH_REFERENCE), due > Money::ZERO && !order.payment.method.is_prepaid()) else {
        return order;
    };
    let mut payment = order.payment.clone();
    let charge = NewCharge { source: EntrySource::Hand, method: PaymentMethod::Cod, amount: due, reference, attempt: None };
    payment.charge(charge, booked);
    order.with_payment(payment)
}

impl Order {
    /// Why the steps from the order's point to that of the status `to` are refused: the first refusal of a step on the way. A step that
    /// the status jumps over counts too. No step leads back from a courier or a customer, so a status that does is refused; a cancellation is
    /// judged elsewhere.
    #[must_use]
    pub fn refusal_on_the_way(&self, to: OrderStatus) -> Option<OrderRefusal> {
        let (mut point, goal) = (self.fulfilment_status(), FulfilmentStatus::of(to));
        if to != self.status && to != OrderStatus::Cancelled && goal < point {
            return Some(OrderRefusal::WrongStep);
        }
        for step in [FulfilmentStep::Packed, FulfilmentStep::HandedOver, FulfilmentStep::Delivered] {
            let Some(next) = step.after(point).filter(|next| *next <= goal) else { continue };
            if let Err(refusal) = self.check_payment_for(step) {
                return Some(refusal);
            }
            point = next;
        }
        None
    }

    /// The money that is due, in cents, once the refunds under way have settled.
    #[must_use]
    pub fn due_with_refunds_cents(&self) -> i64 {
        let figures = self.figures();
        figures.owed_cents.saturating_sub(figures.held_cents).saturating_add(self.payment.under_way_cents()).max(0)
    }

    /// Refuses a step towards the customer while money of an order that is paid in advance is due, and packing before a needed call. A refund
    /// under way counts as returned: once it settles, its money is gone. An order that is paid on delivery waits for it too, because the
    /// cash to collect is not known before.
    fn check_payment_for(&self, step: FulfilmentStep) -> Result<(), OrderRefusal> {
        let under_way = self.payment.under_way_cents();
        let is_paid_before = self.payment.method.is_prepaid() || under_way > 0;
        if step.leads_to_customer() && is_paid_before && self.due_with_refunds_cents() > 0 {
            return Err(OrderRefusal::Unpaid);
        }
        if step == FulfilmentStep::Packed && self.is_to_call() {
            return Err(OrderRefusal::Unconfirmed);
        }
        Ok(())
    }
}

/// A step, with what is said of the parcel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepChange {
    pub step: FulfilmentStep,
    /// What is newly known of the parcel; the rest stays.
    pub parcel: Parcel,
    /// Whether the courier collected the cash of an order that is paid on delivery.
    pub is_cash_collected: bool,
}

impl StepChange {
    /// The order after the step. The cash that is due at the delivery is charged in the ledger (contract-commerce, section 4).
    ///
    /// # Errors
    /// [`OrderRefusal::WrongStep`] for a cancelled order, and for one at a point from which the step does not lead on;
    /// [`OrderRefusal::NotForPickup`] for an order that is to wait at the shop and that its customer does not pick up;
    /// [`OrderRefusal::Unpaid`] for a step towards the customer while money of an order that is paid in advance is due;
    /// [`OrderRefusal::Unconfirmed`] for packing an order whose customer has to be called (contract-commerce, section 2).
    pub fn apply(self, order: Order, booked: &Booked) -> Result<Order, OrderRefusal> {
        if order.status == OrderStatus::Cancelled {
            return Err(OrderRefusal::WrongStep);
        }
        let stage = self.step.after(order.fulfilment_status()).ok_or(OrderRefusal::WrongStep)?;
        if self.step == FulfilmentStep::ReadyForPickup && order.delivery.method.needs_address() {
            return Err(OrderRefusal::NotForPickup);
        }
        order.check_payment_for(self.step)?;
        let order = if self.step == FulfilmentStep::Delivered && self.is_cash_collected { with_cash(order, booked) } else { order };
        let status = if self.step == FulfilmentStep::Undelivered { OrderStatus::Cancelled } else { stage.order_status() };
        let mut fulfilment = order.fulfilment;
        fulfilment.parcel = fulfilment.parcel.updated(self.parcel);
        Ok(Order { status, fulfilment: fulfilment.reached(status, stage), ..order })
    }
}

#[cfg(test)]
mod tests;
