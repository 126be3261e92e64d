//! The contract's codes of refused changes of a payment.

use domain::payments::order_payment::PaymentRefusal;

/// The code of a refusal (contract-commerce, section 2).
pub(crate) const fn code_of(refusal: PaymentRefusal) -> &'static str {
    match refusal {
        PaymentRefusal::NotByHand => "payment.not_by_hand",
        PaymentRefusal::NothingHeld => "payment.nothing_held",
        PaymentRefusal::ExceedsHeld => "payment.exceeds_held",
        PaymentRefusal::ChargedBack => "payment.charged_back",
        PaymentRefusal::RefundEnded => "payment.refund_ended",
        PaymentRefusal::MethodFixed => "payment.method_fixed",
        PaymentRefusal::TotalTooLarge => "order.total_too_large",
        PaymentRefusal::NothingDue => "payment.nothing_due",
        PaymentRefusal::TooManySlips => "payment.too_many_slips",
        PaymentRefusal::SlipReviewed => "payment.slip_reviewed",
        PaymentRefusal::ReferenceUsed => "payment.reference_used",
    }
}
