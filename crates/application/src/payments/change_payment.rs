//! Booking money that came in, and releasing and resolving refunds.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::orders::order::Order;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_change::PaymentChange;
use domain::payments::ports::{ChangePaymentOutcome as Outcome, PaymentGateway, PaymentRepository};
use domain::payments::refund::RefundVia;
use domain::shared::error::feature_error;
use domain::shared::order_id::OrderId;
use domain::shared::ports::Clock;

feature_error! {
    /// Why a payment was not changed.
    pub enum ChangePaymentError {
        NoOrder => NotFound, "order.not_found", "There is no order with this number.";
        NoRefund => NotFound, "refund.not_found", "There is no refund with this number.";
        NoSlip => NotFound, "slip.not_found", "There is no slip with this id.";
        KeyReused => Invalid, "payment.key_reused", "This idempotency key was used for another payment or refund.";
        /// The reference pays this order already.
        ReferenceUsed(OrderId) => Conflict, "payment.reference_used", "This reference was used for the order {0} already.";
        /// A refund by the gateway, of a shop that has no credentials for it.
        NoGatewayRefunds => Conflict, "payment.no_gateway_refunds", "Refunds by the gateway are not possible. Please refund by hand.";
    } or Refused(PaymentRefusal) port "Failed to change the payment. Please try again."
}

/// A payment after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedPayment {
    pub order: Order,
    /// The number of the refund that an earlier request with the same key released, or of the entry that it booked; `None` where this
    /// request changed it.
    pub replayed: Option<u32>,
}

#[derive(Clone)]
pub struct ChangePayment {
    payments: Arc<dyn PaymentRepository>,
    gateway: Option<Arc<dyn PaymentGateway>>,
    clock: Arc<dyn Clock>,
}

impl ChangePayment {
    /// Wires the use case.
    #[must_use]
    pub fn new(payments: Arc<dyn PaymentRepository>, gateway: Option<Arc<dyn PaymentGateway>>, clock: Arc<dyn Clock>) -> Self {
        Self { payments, gateway, clock }
    }

    /// Changes the payment of the order with this number.
    ///
    /// # Errors
    /// [`ChangePaymentError`]; nothing was written then, except possibly after [`ChangePaymentError::Port`].
    pub async fn run(&self, by: &Actor, id: &OrderId, change: &PaymentChange) -> Result<ChangedPayment, ChangePaymentError> {
        // Nothing would send a requested refund to the gateway: its money would stay under way.
        let by_gateway = matches!(change, PaymentChange::Release { request, .. } if request.via == RefundVia::Gateway);
        if by_gateway && !self.gateway.as_ref().is_some_and(|gateway| gateway.has_records()) {
            return Err(ChangePaymentError::NoGatewayRefunds);
        }
        match self.payments.change(id, change, by, self.clock.now()).await? {
            Outcome::Changed(order) => Ok(ChangedPayment { order, replayed: None }),
            Outcome::Replayed(order, refund) => Ok(ChangedPayment { order, replayed: Some(refund) }),
            Outcome::ReferenceUsed(order) => Err(ChangePaymentError::ReferenceUsed(order)),
            Outcome::KeyReused => Err(ChangePaymentError::KeyReused),
            Outcome::NotFound if matches!(change, PaymentChange::Resolve { .. }) => Err(ChangePaymentError::NoRefund),
            Outcome::NotFound if matches!(change, PaymentChange::ReviewSlip { .. }) => Err(ChangePaymentError::NoSlip),
            // Another method is chosen by a use case of its own.
            Outcome::NotFound | Outcome::OfferChanged => Err(ChangePaymentError::NoOrder),
            Outcome::Refused(refusal) => Err(ChangePaymentError::Refused(refusal)),
        }
    }
}
