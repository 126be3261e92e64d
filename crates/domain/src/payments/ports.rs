//! The port of payments: the gateway that takes cards.

use async_trait::async_trait;

use crate::payments::attempt::AttemptId;
use crate::payments::gateway::{Checkout, CheckoutForm, GatewayPayment, GatewayRefund, Notification, NotificationRefusal, RefundOutcome};
use crate::shared::ports::PortError;

/// A payment gateway, such as `PayHere` (contract-commerce, section 2). It keeps nothing of the shop; an answer says what the gateway
/// had at that moment.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PaymentGateway: Send + Sync {
    /// Whether the gateway's records can be read and refunds made. Without App credentials notifications alone tell of payments,
    /// and refunds go by hand.
    fn has_records(&self) -> bool;

    /// The signed form that sends a customer to the gateway. It makes no call: the same checkout gives the same form.
    fn checkout(&self, checkout: &Checkout) -> CheckoutForm;

    /// Reads a notification of the gateway, `application/x-www-form-urlencoded`. It makes no call.
    ///
    /// # Errors
    /// [`NotificationRefusal`] when it is not the gateway's, which the comparison of the signature tells in constant time.
    fn read_notification(&self, form: &[u8]) -> Result<Notification, NotificationRefusal>;

    /// The payments that the gateway took for an attempt; empty when there are none.
    ///
    /// # Errors
    /// [`PortError`] (unavailable) when the gateway refuses or does not answer in time, or where [`PaymentGateway::has_records`] is
    /// false.
    async fn find_payments(&self, attempt: &AttemptId) -> Result<Vec<GatewayPayment>, PortError>;

    /// Gives money back. It is sent at most once; only a refund that the gateway refused for its token is sent again with another
    /// one. The answer says whether money moved, as far as that is known.
    async fn refund(&self, refund: &GatewayRefund) -> RefundOutcome;
}
