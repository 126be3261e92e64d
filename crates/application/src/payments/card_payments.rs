//! Payments by card: sending a customer to the payment gateway, and taking its notifications.

use domain::orders::order::Order;
use domain::orders::order_caller::OrderCaller;
use domain::orders::payment::attempts::{AttemptChange, Notified, OrderAttempts, ReceivedNotification};
use domain::orders::payment::error::PaymentError;
use domain::payments::attempt_record::Attempt;
use domain::payments::gateway::{Checkout, CheckoutForm};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::edit::Edit;
use domain::shared::order_id::OrderId;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::payments::payment_service::PaymentService;

const START_FAILED: &str = "Failed to start the payment. Please try again.";
const NOTIFY_FAILED: &str = "Failed to take the notification. Please try again.";

/// The form that sends the customer to the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedPayment {
    pub attempt: Attempt,
    pub form: CheckoutForm,
    /// Whether this request started the attempt; else the form is that of an attempt that is open.
    pub is_new: bool,
}

impl PaymentService {
    /// The form for what is due of an order, for its owner and administrators (contract-commerce, section 2). An attempt that the
    /// gateway has not answered is given again for 15 minutes.
    ///
    /// # Errors
    /// [`PaymentError::NoGateway`], [`PaymentError::Unavailable`], and those of [`OrderAttempts::start`]; no attempt was started then.
    #[instrument(target = TRACE_TARGET, name = "start_payment", skip_all)]
    pub async fn start(&self, who: &impl OrderCaller, id: &OrderId) -> Result<StartedPayment, PaymentError> {
        self.started(who, id).await.map_err(|error| error.of_call(START_FAILED))
    }

    async fn started(&self, who: &impl OrderCaller, id: &OrderId) -> Result<StartedPayment, PaymentError> {
        let order = self.for_change(who, id).await?;
        let gateway = self.gateway.as_ref().ok_or(PaymentError::NoGateway)?;
        // An order of which nothing is due is refused for that.
        if order.figures().amount_due_cents() > 0 {
            self.check_terms(&order).await?;
        }
        let now = self.clock.now();
        let change = self.payments.change_attempt(id, now, &[], Box::new(move |order: &OrderAttempts| order.start(now))).await?;
        let AttemptChange { order, attempt, next_read, .. } = change;
        let form = gateway.checkout(&checkout_of(order, &attempt));
        Ok(StartedPayment { attempt, form, is_new: next_read != Edit::Keep })
    }

    /// Refuses an order for which the settings do not offer cards: they are switched off, or the total or the district is outside
    /// their limits.
    async fn check_terms(&self, order: &Order) -> Result<(), PaymentError> {
        let option = self.terms.option(order, PaymentMethod::PayHere).await?;
        let refusal = option.and_then(|offer| offer.option.refusal);
        refusal.map_or(Ok(()), |reason| Err(PaymentError::Unavailable(reason)))
    }

    /// Keeps and books a notification of the gateway, once however often it comes (contract-commerce, section 2).
    ///
    /// # Errors
    /// [`PaymentError::NoNotifications`], [`PaymentError::NotNotified`], and failing ports; nothing was kept then.
    #[instrument(target = TRACE_TARGET, name = "take_notification", skip_all)]
    pub async fn take_notification(&self, form: &[u8]) -> Result<Notified, PaymentError> {
        let gateway = self.gateway.as_ref().ok_or(PaymentError::NoNotifications)?;
        let notification = gateway.read_notification(form).map_err(PaymentError::NotNotified)?;
        let (told, has_records, now) = (notification.clone(), gateway.has_records(), self.clock.now());
        let decide = Box::new(move |received: &ReceivedNotification| received.take(&told, has_records, now));
        let kept = self.payments.keep_notification(&notification, now, decide).await;
        Ok(kept.map_err(|error| error.of_call(NOTIFY_FAILED))?.notified())
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
