//! Booking money that came in, and releasing and resolving refunds.

use std::sync::Arc;

use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_change::PaymentChange;
use domain::payments::ports::{ChangePaymentOutcome as Outcome, PaymentGateway, PaymentRepository};
use domain::payments::refund::RefundVia;
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;
use crate::payments::refusal::{REFERENCE_USED, code_of};

/// Why a payment was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangePaymentError {
    /// There is no order with this number.
    #[error("There is no order with this number.")]
    NoOrder,
    /// There is no refund with this number.
    #[error("There is no refund with this number.")]
    NoRefund,
    /// There is no slip with this id.
    #[error("There is no slip with this id.")]
    NoSlip,
    /// The key was used for another payment or refund.
    #[error("This idempotency key was used for another payment or refund.")]
    KeyReused,
    /// The reference pays this order already.
    #[error("This reference was used for the order {0} already.")]
    ReferenceUsed(OrderId),
    /// A refund by the gateway, of a shop that has no credentials for it.
    #[error("Refunds by the gateway are not possible. Please refund by hand.")]
    NoGatewayRefunds,
    /// The payment cannot change so.
    #[error("{0}")]
    Refused(PaymentRefusal),
    /// A port failed.
    #[error("Failed to change the payment. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ChangePaymentError {
    Self::NoOrder => NotFound, "order.not_found";
    Self::NoRefund => NotFound, "refund.not_found";
    Self::NoSlip => NotFound, "slip.not_found";
    Self::KeyReused => Invalid, "payment.key_reused";
    Self::ReferenceUsed(_) => Conflict, REFERENCE_USED;
    Self::NoGatewayRefunds => Conflict, "payment.no_gateway_refunds";
    Self::Refused(PaymentRefusal::ConfirmNeeded) => Forbidden, "auth.confirm_needed";
    Self::Refused(refusal) => Conflict, code_of(*refusal);
});

/// A payment after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedPayment {
    /// The order.
    pub order: Order,
    /// The number of the refund that an earlier request with the same key released, or of the entry that it booked; `None` where this
    /// request changed it.
    pub replayed: Option<u32>,
}

/// Changes payments.
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
