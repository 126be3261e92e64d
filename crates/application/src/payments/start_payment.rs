//! Sending a customer to the payment gateway.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::session::Principal;
use domain::orders::order::Order;
use domain::orders::ports::OrderReader;
use domain::payments::attempt_record::Attempt;
use domain::payments::gateway::{Checkout, CheckoutForm};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentRefusal as Unavailable;
use domain::payments::ports::{PaymentAttempts, PaymentGateway, StartOutcome};
use domain::shared::error::feature_error;
use domain::shared::order_id::OrderId;
use domain::shared::ports::Clock;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::payments::payment_terms::PaymentTerms;

feature_error! {
    /// Why the customer is not sent to the gateway.
    pub enum StartPaymentError {
        NoOrder => NotFound, "order.not_found", "There is no order with this number.";
        NoGateway => Conflict, "payment.no_gateway", "Payment by card is not available.";
        Cancelled => Conflict, "payment.order_cancelled", "This order is cancelled.";
        NothingDue => Conflict, "payment.nothing_due", "Nothing is to be paid for this order.";
        TooLittle => Conflict, "payment.too_little", "Amounts below LKR. 1.00 cannot be paid by card. Please contact us.";
        BeingChecked => Conflict, "payment.being_checked", "A payment of this order is being checked with the payment gateway. Please try again in a few minutes.";
        TooManyAttempts => Conflict, "payment.too_many_attempts", "There were too many attempts to pay this order by card. Please pay by bank transfer, where we offer it, or contact us.";
        /// The settings do not offer cards for this order.
        Unavailable(Unavailable) => Invalid, "order.payment_unavailable", "This method of payment is not available for your order.";
    } or Lacking(Lacking) port "Failed to start the payment. Please try again."
}

/// The form that sends the customer to the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedPayment {
    pub attempt: Attempt,
    pub form: CheckoutForm,
    /// Whether this request started the attempt; else the form is that of an attempt that is open.
    pub is_new: bool,
}

/// Starts attempts to pay.
#[derive(Clone)]
pub struct StartPayment {
    orders: Arc<dyn OrderReader>,
    attempts: Arc<dyn PaymentAttempts>,
    gateway: Option<Arc<dyn PaymentGateway>>,
    terms: PaymentTerms,
    clock: Arc<dyn Clock>,
}

impl StartPayment {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        orders: Arc<dyn OrderReader>,
        attempts: Arc<dyn PaymentAttempts>,
        gateway: Option<Arc<dyn PaymentGateway>>,
        terms: PaymentTerms,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { orders, attempts, gateway, terms, clock }
    }

    /// The form for what is due of an order, for its owner and administrators (contract-commerce, section 2). An attempt that the
    /// gateway has not answered is given again for 15 minutes.
    ///
    /// # Errors
    /// [`StartPaymentError`]; no attempt was started then.
    #[instrument(target = TRACE_TARGET, name = "start_payment", skip_all)]
    pub async fn run(&self, who: &Principal, id: &OrderId) -> Result<StartedPayment, StartPaymentError> {
        let order = self.orders.by_id(id).await?.filter(|order| order.is_visible_to(who));
        let order = order.ok_or(StartPaymentError::NoOrder)?;
        who.require_for_others(order.user_id, Permission::ManagePayments)?;
        let gateway = self.gateway.as_ref().ok_or(StartPaymentError::NoGateway)?;
        // An order of which nothing is due is refused for that.
        if order.figures().amount_due_cents() > 0 {
            self.check_terms(&order).await?;
        }
        let (order, attempt, is_new) = match self.attempts.start(id, self.clock.now()).await? {
            StartOutcome::Started(order, attempt) => (order, attempt, true),
            StartOutcome::Open(order, attempt) => (order, attempt, false),
            StartOutcome::NotFound => return Err(StartPaymentError::NoOrder),
            StartOutcome::Cancelled => return Err(StartPaymentError::Cancelled),
            StartOutcome::NothingDue => return Err(StartPaymentError::NothingDue),
            StartOutcome::TooLittle => return Err(StartPaymentError::TooLittle),
            StartOutcome::BeingChecked => return Err(StartPaymentError::BeingChecked),
            StartOutcome::TooManyAttempts => return Err(StartPaymentError::TooManyAttempts),
        };
        let form = gateway.checkout(&checkout_of(order, &attempt));
        Ok(StartedPayment { attempt, form, is_new })
    }

    /// Refuses an order for which the settings do not offer cards: they are switched off, or the total or the district is outside
    /// their limits.
    async fn check_terms(&self, order: &Order) -> Result<(), StartPaymentError> {
        let option = self.terms.option(order, PaymentMethod::PayHere).await?;
        let refusal = option.and_then(|offer| offer.option.refusal);
        refusal.map_or(Ok(()), |reason| Err(StartPaymentError::Unavailable(reason)))
    }
}

fn checkout_of(order: Order, attempt: &Attempt) -> Checkout {
    let Order { email, shipping, delivery, .. } = order;
    Checkout {
        attempt: attempt.id.clone(),
        amount: attempt.amount,
        name: shipping.name,
        email,
        phone: shipping.phone,
        address: shipping.address,
        city: delivery.address.map(|address| address.city.as_str().to_owned()),
    }
}
