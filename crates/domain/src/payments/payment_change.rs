//! What staff and customers do to the payment of an order beside the fields of the order itself.

use crate::orders::idempotency::IdempotencyKey;
use crate::orders::order::Order;
use crate::payments::ledger::{Booked, Entry, EntryKind};
use crate::payments::order_payment::{NewCharge, PaymentRefusal, RefundRequest};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_settings::TimesToPay;
use crate::payments::refund::RefundState;
use crate::payments::refund_guard::RefundGuard;
use crate::payments::slip::{Slip, SlipReview};
use crate::shared::ids::SlipId;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::versioned::SettingsVersion;

/// A change of an order's payment (contract-commerce, section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentChange {
    /// Money came in and was counted by staff; the same key of the caller books it once.
    Charge(NewCharge, Option<IdempotencyKey>),
    /// Staff release a refund; the same key releases it once.
    Release {
        request: RefundRequest,
        key: IdempotencyKey,
        /// Refuses a large one without a confirmed session.
        guard: RefundGuard,
    },
    Method {
        method: PaymentMethod,
        /// Its fee, which takes the place of the fee in the total.
        fee: Money,
        /// The times in which orders are paid by the prepaid methods.
        times: TimesToPay,
        /// The version of the settings of payments that gave fee and times. The change is refused where they have another one; `None`
        /// accepts any.
        settings: Option<SettingsVersion>,
    },
    /// A customer shows a transfer.
    AddSlip {
        slip: Slip,
        /// Its picture as WebP.
        picture: Vec<u8>,
    },
    /// Staff reviewed a slip.
    ReviewSlip { slip: SlipId, review: SlipReview },
    /// Staff know what became of a refund.
    Resolve {
        /// Its number within the order.
        refund: u32,
        /// What became of it.
        outcome: RefundResolution,
    },
}

words! {
    /// What staff know of a refund of the gateway.
    pub enum RefundResolution or "must be settled or failed" {
        /// The money is back.
        Settled = "settled",
        Failed = "failed",
    }
}

impl RefundResolution {
    /// The state of a refund that is resolved so.
    #[must_use]
    pub const fn state(self) -> RefundState {
        match self {
            Self::Settled => RefundState::Settled,
            Self::Failed => RefundState::Failed,
        }
    }
}

impl PaymentChange {
    /// The rule for the refunds that the change adds.
    #[must_use]
    pub fn guard(&self) -> RefundGuard {
        if let Self::Release { guard, .. } = self { *guard } else { RefundGuard::default() }
    }

    /// The order after the change.
    ///
    /// # Errors
    /// [`PaymentRefusal`] where the payment cannot change so.
    pub fn apply(self, order: Order, booked: &Booked) -> Result<Order, PaymentRefusal> {
        let mut payment = order.payment.clone();
        match self {
            Self::Charge(charge, _) => {
                payment.charge(charge, booked);
                payment.grant_rest(order.owed(), booked.at);
            }
            Self::Release { request, .. } => {
                payment.release(order.owed(), request, booked)?;
            }
            Self::Method { method, fee, times, .. } => return order.paid_by(method, fee, &times, booked.at),
            Self::AddSlip { slip, .. } => payment.add_slip(order.owed(), order.payment_period().starts_at, slip)?,
            Self::ReviewSlip { slip, review } => payment.review_slip(order.owed(), slip, review, booked)?,
            Self::Resolve { refund, outcome } => {
                let kept = payment.refunds.iter().find(|kept| kept.number == refund).map(|kept| kept.state);
                // While it is being sent, the gateway's answer decides.
                if kept == Some(RefundState::Sending) {
                    return Err(PaymentRefusal::RefundEnded);
                }
                payment.move_refund(refund, outcome.state(), booked)?;
            }
        }
        Ok(order.with_payment(payment))
    }
}

impl NewCharge {
    /// Whether an entry is this charge.
    #[must_use]
    pub fn is_booked_as(&self, entry: &Entry) -> bool {
        let Self { source, method, amount, reference, attempt } = self;
        let is_charge = matches!(entry.kind, EntryKind::Charge { .. });
        let is_same = (entry.source, entry.method, entry.amount, entry.attempt) == (*source, *method, *amount, *attempt);
        is_charge && is_same && entry.reference.as_ref() == Some(reference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resolution_is_spelled_as_the_state_of_its_refund() {
        for (text, resolution) in [("settled", RefundResolution::Settled), ("failed", RefundResolution::Failed)] {
            assert_eq!(resolution.state().as_str(), text);
        }
    }
}
