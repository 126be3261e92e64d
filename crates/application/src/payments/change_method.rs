//! Choosing another method of payment for an order that is neither paid nor packed.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::session::Principal;
use domain::orders::order::Order;
use domain::payments::ledger::Booked;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentRefusal as Unavailable;
use domain::payments::ports::{ChangePaymentOutcome, PaymentRepository};
use domain::shared::error::feature_error;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::ports::Clock;

use crate::orders::place_order::ATTEMPTS;
use crate::orders::show_order::{ShowOrder, ShowOrderError};
use crate::payments::payment_terms::{Offer, PaymentTerms};

feature_error! {
    /// Why the method was not changed.
    pub enum ChangeMethodError {
        /// There is no such order, or it is another customer's; the answer does not say which.
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        Unavailable(Unavailable) => Invalid, "order.payment_unavailable", "This method of payment is not available for your order.";
        /// The total with the method differs from the expected one; this is the order as it would be.
        PriceChanged(Box<Order>) => Conflict, "order.price_changed", "Prices have changed. Please check the new total.";
        /// The settings kept changing while the method was being changed.
        Contended => Unavailable, "order.contended", "Failed to change the payment method. Please try again.";
    } or Refused(PaymentRefusal), Lacking(Lacking) port "Failed to change the payment method. Please try again."
}

impl From<ShowOrderError> for ChangeMethodError {
    fn from(error: ShowOrderError) -> Self {
        match error {
            ShowOrderError::NotFound => Self::NotFound,
            ShowOrderError::Port(error) => Self::Port(error),
        }
    }
}

/// The method that a customer chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodChoice {
    pub method: PaymentMethod,
    /// The total that the customer saw; another one by now is refused. `None` accepts any.
    pub expected_total: Option<Money>,
}

/// Changes methods of payment, for the customers of the orders and staff who handle payments.
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
    /// in the period of this method ([`domain::payments::payment_period`]). The method that it has already changes nothing. Where the
    /// settings change meanwhile, it is priced again, as a new order is.
    ///
    /// # Errors
    /// [`ChangeMethodError`]; nothing was written then, except possibly after [`ChangeMethodError::Port`].
    pub async fn run(&self, who: &Principal, by: &Actor, id: &OrderId, choice: MethodChoice) -> Result<Order, ChangeMethodError> {
        for attempt in 0..ATTEMPTS {
            let order = self.orders.run(who, id).await?;
            who.require_for_others(order.user_id, Permission::ManagePayments)?;
            let (change, changed) = self.change(&order, by, choice.method).await?;
            if choice.expected_total.is_some_and(|seen| seen != changed.total) {
                // The settings in memory may be older than those that the customer saw.
                if attempt == 0 {
                    self.terms.settings.forget();
                    continue;
                }
                return Err(ChangeMethodError::PriceChanged(Box::new(changed)));
            }
            match self.payments.change(id, &change, by, self.clock.now()).await? {
                ChangePaymentOutcome::Changed(order) | ChangePaymentOutcome::Replayed(order, _) => return Ok(order),
                ChangePaymentOutcome::Refused(refusal) => return Err(ChangeMethodError::Refused(refusal)),
                ChangePaymentOutcome::NotFound | ChangePaymentOutcome::KeyReused | ChangePaymentOutcome::ReferenceUsed(_) => {
                    return Err(ChangeMethodError::NotFound);
                }
                ChangePaymentOutcome::OfferChanged => self.terms.settings.forget(),
            }
        }
        Err(ChangeMethodError::Contended)
    }

    /// The change, of an order that may change so by a method that is available, and the order after it.
    async fn change(&self, order: &Order, by: &Actor, method: PaymentMethod) -> Result<(PaymentChange, Order), ChangeMethodError> {
        let offer = self.terms.option(order, method).await?;
        let Offer { version, settings, option } = offer.ok_or(ChangeMethodError::Refused(PaymentRefusal::TotalTooLarge))?;
        let change = PaymentChange::Method { method, fee: option.fee, times: settings.times_to_pay(), settings: Some(version) };
        // An order whose method is fixed is refused for that first.
        let changed = change.clone().apply(order.clone(), &Booked::by(by, self.clock.now())).map_err(ChangeMethodError::Refused)?;
        match option.refusal.filter(|_| method != order.payment.method) {
            Some(reason) => Err(ChangeMethodError::Unavailable(reason)),
            None => Ok((change, changed)),
        }
    }
}

#[cfg(test)]
mod tests;
