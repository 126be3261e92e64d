//! Counts, times and traces the calls of the payment gateway.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use domain::payments::attempt::AttemptId;
use domain::payments::gateway::{Checkout, CheckoutForm, GatewayPayment, GatewayRefund, Notification, NotificationRefusal, RefundOutcome};
use domain::payments::ports::PaymentGateway;
use domain::shared::ports::PortError;
use domain::shared::trace::TRACE_TARGET;
use shop_http::metrics::{GatewayCall, Metrics};
use tracing::Instrument as _;

/// A gateway whose calls are counted.
pub(super) struct MeasuredGateway {
    gateway: Arc<dyn PaymentGateway>,
    metrics: Metrics,
}

impl MeasuredGateway {
    /// Counts the calls of `gateway`.
    pub(super) fn new(gateway: Arc<dyn PaymentGateway>, metrics: Metrics) -> Self {
        Self { gateway, metrics }
    }

    async fn measure<T>(&self, call: GatewayCall, calling: impl Future<Output = T> + Send, is_answered: impl Fn(&T) -> bool + Send) -> T {
        let begun = Instant::now();
        let span = tracing::info_span!(target: TRACE_TARGET, "gateway", otel.name = call.name(), otel.kind = "client");
        let answer = calling.instrument(span).await;
        self.metrics.count_gateway_call(call, is_answered(&answer), begun.elapsed());
        answer
    }
}

#[async_trait]
impl PaymentGateway for MeasuredGateway {
    fn has_records(&self) -> bool {
        self.gateway.has_records()
    }

    fn checkout(&self, checkout: &Checkout) -> CheckoutForm {
        self.gateway.checkout(checkout)
    }

    fn read_notification(&self, form: &[u8]) -> Result<Notification, NotificationRefusal> {
        self.gateway.read_notification(form)
    }

    async fn find_payments(&self, attempt: &AttemptId) -> Result<Vec<GatewayPayment>, PortError> {
        self.measure(GatewayCall::FindPayments, self.gateway.find_payments(attempt), Result::is_ok).await
    }

    /// The call succeeded if the gateway answered, also if it refused the refund.
    async fn refund(&self, refund: &GatewayRefund) -> RefundOutcome {
        let is_answered = |outcome: &RefundOutcome| matches!(outcome, RefundOutcome::Settled { .. } | RefundOutcome::Failed { .. });
        self.measure(GatewayCall::Refund, self.gateway.refund(refund), is_answered).await
    }
}
