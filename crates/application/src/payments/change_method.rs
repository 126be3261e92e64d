//! Choosing another method of payment for an order that is neither paid nor packed.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::payments::ledger::Booked;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentRefusal as Unavailable;
use domain::payments::ports::{ChangePaymentOutcome, PaymentRepository};
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;
use crate::orders::show_order::{ShowOrder, ShowOrderError};
use crate::payments::payment_terms::PaymentTerms;
use crate::payments::refusal::code_of;

/// Why the method was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeMethodError {
    /// There is no such order, or it is another customer's; the answer does not say which.
    #[error("There is no order with this number.")]
    NotFound,
    /// The method of payment is not available for this order.
    #[error("This method of payment is not available for your order.")]
    Unavailable(Unavailable),
    /// The payment cannot change so.
    #[error("{0}")]
    Refused(PaymentRefusal),
    /// A port failed.
    #[error("Failed to change the payment method. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ChangeMethodError {
    Self::NotFound => NotFound, "order.not_found";
    Self::Unavailable(_) => Invalid, "order.payment_unavailable";
    Self::Refused(refusal) => Conflict, code_of(*refusal);
});

impl From<ShowOrderError> for ChangeMethodError {
    fn from(error: ShowOrderError) -> Self {
        match error {
            ShowOrderError::NotFound => Self::NotFound,
            ShowOrderError::Port(error) => Self::Port(error),
        }
    }
}

/// Changes methods of payment, for the owners of the orders and administrators.
#[derive(Clone)]
pub struct ChangeMethod {
    orders: ShowOrder,
    payments: Arc<dyn PaymentRepository>,
    terms: PaymentTerms,
    clock: Arc<dyn Clock>,
}

impl ChangeMethod {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: ShowOrder, payments: Arc<dyn PaymentRepository>, terms: PaymentTerms, clock: Arc<dyn Clock>) -> Self {
        Self { orders, payments, terms, clock }
    }

    /// Chooses a method for the order with this number, and answers the order after it: repriced by the fee of cash on delivery alone,
    /// with as much time to pay as a new order (contract-commerce, section 2). The method that it has already changes nothing.
    ///
    /// # Errors
    /// [`ChangeMethodError`]; nothing was written then, except possibly after [`ChangeMethodError::Port`].
    pub async fn run(&self, who: &Principal, by: &Actor, id: &OrderId, method: PaymentMethod) -> Result<Order, ChangeMethodError> {
        let order = self.orders.run(who, id).await?;
        let change = self.change(&order, by, method).await?;
        match self.payments.change(id, &change, by, self.clock.now()).await? {
            ChangePaymentOutcome::Changed(order) | ChangePaymentOutcome::Replayed(order, _) => Ok(order),
            ChangePaymentOutcome::Refused(refusal) => Err(ChangeMethodError::Refused(refusal)),
            ChangePaymentOutcome::NotFound | ChangePaymentOutcome::KeyReused => Err(ChangeMethodError::NotFound),
        }
    }

    /// The change, of an order that may change so by a method that is available.
    async fn change(&self, order: &Order, by: &Actor, method: PaymentMethod) -> Result<PaymentChange, ChangeMethodError> {
        let now = self.clock.now();
        let option = self.terms.option(order, method).await?;
        let (settings, option) = option.ok_or(ChangeMethodError::Refused(PaymentRefusal::TotalTooLarge))?;
        let expires_at = settings.time_to_pay(method).and_then(|time| now.checked_add_signed(time));
        let change = PaymentChange::Method { method, fee: option.fee, expires_at };
        // An order whose method is fixed is refused for that first.
        change.clone().apply(order.clone(), &Booked::by(by, now)).map_err(ChangeMethodError::Refused)?;
        match option.refusal.filter(|_| method != order.payment.method) {
            Some(reason) => Err(ChangeMethodError::Unavailable(reason)),
            None => Ok(change),
        }
    }
}
