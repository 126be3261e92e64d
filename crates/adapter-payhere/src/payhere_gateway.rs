//! The port [`PaymentGateway`] at `PayHere`.

use async_trait::async_trait;
use domain::payments::attempt::AttemptId;
use domain::payments::gateway::{Checkout, CheckoutForm, GatewayPayment, GatewayRefund, Notification, NotificationRefusal, RefundOutcome};
use domain::payments::ports::PaymentGateway;
use domain::shared::ports::PortError;

use crate::api_calls::ApiCalls;
use crate::settings::PayHereSettings;
use crate::{checkout_fields, notification_form, records, refund_calls};

/// The client cannot be made on this machine.
#[derive(Debug, thiserror::Error)]
#[error("the client of the payment gateway cannot be made")]
pub struct GatewayClientError(#[source] reqwest::Error);

/// The shop's account at `PayHere`.
pub struct PayHereGateway {
    settings: PayHereSettings,
    calls: ApiCalls,
}

impl PayHereGateway {
    /// A client of this account; it makes no call yet.
    ///
    /// # Errors
    /// [`GatewayClientError`] when the machine's certificates cannot be read.
    pub fn new(settings: PayHereSettings) -> Result<Self, GatewayClientError> {
        let calls = ApiCalls::new(&settings).map_err(GatewayClientError)?;
        Ok(Self { settings, calls })
    }
}

#[async_trait]
impl PaymentGateway for PayHereGateway {
    fn has_records(&self) -> bool {
        self.settings.app.is_some()
    }

    fn checkout(&self, checkout: &Checkout) -> CheckoutForm {
        checkout_fields::form(checkout, &self.settings)
    }

    fn read_notification(&self, form: &[u8]) -> Result<Notification, NotificationRefusal> {
        notification_form::read(form, &self.settings)
    }

    async fn find_payments(&self, attempt: &AttemptId) -> Result<Vec<GatewayPayment>, PortError> {
        records::find(&self.calls, &self.settings, attempt).await.map_err(PortError::unavailable)
    }

    async fn refund(&self, refund: &GatewayRefund) -> RefundOutcome {
        refund_calls::send(&self.calls, &self.settings, refund).await
    }
}
