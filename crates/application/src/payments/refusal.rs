//! The contract's codes of refused changes of a payment.

use domain::payments::order_payment::PaymentRefusal;

/// The code where the reference of a payment pays an order already.
pub(crate) const REFERENCE_USED: &str = "payment.reference_used";

/// The code of a refusal (contract-commerce, section 2).
pub(crate) const fn code_of(refusal: PaymentRefusal) -> &'static str {
    match refusal {
        PaymentRefusal::NotByHand => "payment.not_by_hand",
        PaymentRefusal::NothingHeld => "payment.nothing_held",
        PaymentRefusal::ExceedsHeld => "payment.exceeds_held",
        PaymentRefusal::ExceedsGateway => "payment.exceeds_gateway",
        PaymentRefusal::ChargedBack => "payment.charged_back",
        PaymentRefusal::RefundEnded => "payment.refund_ended",
        PaymentRefusal::MethodFixed => "payment.method_fixed",
        PaymentRefusal::TotalTooLarge => "order.total_too_large",
        PaymentRefusal::NothingDue => "payment.nothing_due",
        PaymentRefusal::TooManySlips => "payment.too_many_slips",
        PaymentRefusal::SlipReviewed => "payment.slip_reviewed",
        PaymentRefusal::TooManyUploads => "image.too_many_pending",
        PaymentRefusal::ConfirmNeeded => "auth.confirm_needed",
    }
}
