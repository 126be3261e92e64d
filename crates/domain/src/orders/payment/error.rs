//! Why calls about payments are refused.

use crate::orders::error::OrderError;
use crate::orders::order::Order;
use crate::payments::gateway::NotificationRefusal;
use crate::payments::payment_option::PaymentRefusal as Unavailable;
use crate::shared::error::{FailedCall, feature_error};

feature_error! {
    /// Why a call about payments is refused, or fails.
    pub enum PaymentError {
        NoGateway => Conflict, "payment.no_gateway", "Payment by card is not available.";
        Cancelled => Conflict, "payment.order_cancelled", "This order is cancelled.";
        NothingDue => Conflict, "payment.nothing_due", "Nothing is to be paid for this order.";
        /// Less than [`crate::payments::attempt_record::LEAST`].
        TooLittle => Conflict, "payment.too_little", "Amounts below LKR. 1.00 cannot be paid by card. Please contact us.";
        /// A success that was told waits for the gateway's records: with it less may be due.
        BeingChecked => Conflict, "payment.being_checked", "A payment of this order is being checked with the payment gateway. Please try again in a few minutes.";
        TooManyAttempts => Conflict, "payment.too_many_attempts", "There were too many attempts to pay this order by card. Please pay by bank transfer, where we offer it, or contact us.";
        /// A notification for a shop without a gateway.
        NoNotifications => NotFound, "payment.no_gateway", "Payment by card is not available.";
        /// It is not the gateway's. The answer does not say why.
        NotNotified(#[source] NotificationRefusal) => Invalid, "payment.not_notified", "This is no notification of the payment gateway.";
        /// A refund by the gateway, of a shop that has no credentials for it.
        NoGatewayRefunds => Conflict, "payment.no_gateway_refunds", "Refunds by the gateway are not possible. Please refund by hand.";
        Unavailable(Unavailable) => Invalid, "order.payment_unavailable", "This method of payment is not available for your order.";
        /// The total with the chosen method differs from the expected one; this is the order as it would be.
        PriceChanged(Box<Order>) => Conflict, "order.price_changed", "Prices have changed. Please check the new total.";
        /// The settings kept changing while the method was being changed.
        Contended => Unavailable, "order.contended", "Failed to change the payment method. Please try again.";
        NotAPicture => Invalid, "image.not_a_picture", "Please choose a JPEG, PNG, WebP or GIF picture.";
        Broken => Invalid, "image.broken", "This picture is empty or damaged.";
        TooManyPixels => Invalid, "image.too_many_pixels", "The picture has more than 40 megapixels.";
    } or Order(OrderError), Failed(FailedCall)
}

impl PaymentError {
    /// The error of a call that has this sentence where a port fails.
    #[must_use]
    pub fn of_call(self, sentence: &'static str) -> Self {
        match self {
            Self::Port(source) | Self::Order(OrderError::Port(source)) => Self::Failed(FailedCall { sentence, source }),
            refused => refused,
        }
    }
}
