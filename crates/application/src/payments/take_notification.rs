//! Taking the notifications of the payment gateway.

use std::sync::Arc;

use domain::payments::gateway::NotificationRefusal;
use domain::payments::ports::{PaymentAttempts, PaymentGateway, TakeOutcome};
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

feature_error! {
    /// Why a notification was not taken.
    pub enum TakeNotificationError {
        NoGateway => NotFound, "payment.no_gateway", "Payment by card is not available.";
        /// It is not the gateway's. The answer does not say why.
        Refused(#[source] NotificationRefusal) => Invalid, "payment.not_notified", "This is no notification of the payment gateway.";
    } port "Failed to take the notification. Please try again."
}

#[derive(Clone)]
pub struct TakeNotification {
    attempts: Arc<dyn PaymentAttempts>,
    gateway: Option<Arc<dyn PaymentGateway>>,
    clock: Arc<dyn Clock>,
}

impl TakeNotification {
    /// Wires the use case.
    #[must_use]
    pub fn new(attempts: Arc<dyn PaymentAttempts>, gateway: Option<Arc<dyn PaymentGateway>>, clock: Arc<dyn Clock>) -> Self {
        Self { attempts, gateway, clock }
    }

    /// Keeps and books a notification, once however often it comes (contract-commerce, section 2).
    ///
    /// # Errors
    /// [`TakeNotificationError`]; nothing was kept then.
    #[instrument(target = TRACE_TARGET, name = "take_notification", skip_all)]
    pub async fn run(&self, form: &[u8]) -> Result<TakeOutcome, TakeNotificationError> {
        let gateway = self.gateway.as_ref().ok_or(TakeNotificationError::NoGateway)?;
        let notification = gateway.read_notification(form).map_err(TakeNotificationError::Refused)?;
        Ok(self.attempts.take(&notification, gateway.has_records(), self.clock.now()).await?)
    }
}
