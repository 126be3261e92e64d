//! What staff and customers do to the payment of an order beside the fields of the order itself.

use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::orders::error::OrderError;
use crate::orders::order::Order;
use crate::orders::order_change::{Audit, NewEvent, OrderChange};
use crate::orders::order_event::EventKind;
use crate::orders::order_mails;
use crate::orders::order_note::{NoteVisibility, OrderNote};
use crate::payments::attention::NewAttention;
use crate::payments::ledger::{Booked, Entry, EntryKind};
use crate::payments::order_payment::{NewCharge, PaymentRefusal, RefundRequest};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_settings::TimesToPay;
use crate::payments::refund::{Refund, RefundState, RefundVia};
use crate::payments::refund_guard::RefundGuard;
use crate::payments::slip::{Slip, SlipReview};
use crate::shared::idempotency::IdempotencyKey;
use crate::shared::ids::SlipId;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::text::NoteText;

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
    },
    /// A customer shows a transfer.
    AddSlip(Slip),
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

impl Order {
    /// Changes the payment of the order. A charge or a refund whose key was used for the same one changes nothing. The audit log has the
    /// changes of staff.
    ///
    /// # Errors
    /// [`OrderError::Payment`] for an unknown refund or slip, for a key that was used for another charge or refund, and by
    /// [`PaymentChange::apply`].
    pub fn change_payment(&self, change: &PaymentChange, by: &Actor, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        if self.is_repeated(change)? {
            return Ok(OrderChange::silent(self, self.clone()));
        }
        let after = change.clone().apply(self.clone(), &Booked::by(by, now))?;
        let is_by_customer = match change {
            PaymentChange::Method { .. } => self.is_of_customer(by),
            PaymentChange::AddSlip(slip) => !slip.is_by_staff,
            _ => false,
        };
        let is_late_slip = matches!(change, PaymentChange::AddSlip(_)) && self.payment.is_late_slip(self.owed());
        let late_slip = is_late_slip.then(|| NewAttention::of_late_slip(self));
        let money = NewAttention::of_late_payment(self, &after).or_else(|| NewAttention::of_overpayment(self, &after));
        let slip_mails = order_mails::of_slips(self, &after, now);
        Ok(OrderChange {
            event: self.note_of_method(&after),
            mails: order_mails::of_payment(self, &after).into_iter().chain(slip_mails).collect(),
            attention: money.into_iter().chain(late_slip).collect(),
            audit: if is_by_customer { Audit::Nothing } else { Audit::Payment },
            guard: if let PaymentChange::Release { guard, .. } = change { *guard } else { RefundGuard::default() },
            is_counted: matches!(change, PaymentChange::Charge(..)),
            ..OrderChange::silent(self, after)
        })
    }

    /// Whether the order's customer acts: its user, or a guest at its address. The operator has no address.
    fn is_of_customer(&self, by: &Actor) -> bool {
        by.user_id == self.user_id && (by.user_id.is_some() || by.email.as_ref() == Some(&self.email))
    }

    /// Whether the key of a request booked the same charge or released the same refund before.
    fn is_repeated(&self, change: &PaymentChange) -> Result<bool, PaymentRefusal> {
        let is_same = match change {
            PaymentChange::Charge(charge, Some(key)) => {
                let booked = self.payment.ledger.entries().iter().find(|entry| entry.key.as_ref() == Some(key));
                booked.map(|entry| charge.is_booked_as(entry))
            }
            PaymentChange::Release { request, key, .. } => self.released_with(key).map(|refund| self.is_released_as(request, refund)),
            PaymentChange::ReviewSlip { slip, .. } if !self.payment.slips.iter().any(|kept| kept.id == *slip) => {
                return Err(PaymentRefusal::NoSlip);
            }
            PaymentChange::Resolve { refund, .. } if !self.payment.refunds.iter().any(|kept| kept.number == *refund) => {
                return Err(PaymentRefusal::NoRefund);
            }
            _ => None,
        };
        match is_same {
            Some(false) => Err(PaymentRefusal::KeyReused),
            same => Ok(same.is_some()),
        }
    }

    /// The first refund of the release with this key.
    #[must_use]
    pub fn released_with(&self, key: &IdempotencyKey) -> Option<&Refund> {
        self.payment.refunds.iter().find(|refund| refund.key.as_ref() == Some(key))
    }

    /// Whether a request released this refund, with the parts that belong to it. The gateway names a refund when it is settled.
    fn is_released_as(&self, request: &RefundRequest, refund: &Refund) -> bool {
        let RefundRequest { amount, via, reference, reason } = request;
        let parts = self.payment.refunds.iter().filter(|part| part.part_of == Some(refund.number));
        let released = parts.fold(refund.amount.cents(), |sum, part| sum.saturating_add(part.amount.cents()));
        let is_named = refund.via == RefundVia::Gateway || *reference == refund.reference;
        (amount.cents(), *via, reason) == (released, refund.via, &refund.reason) && is_named
    }

    /// The note about another method of payment.
    fn note_of_method(&self, after: &Self) -> Option<NewEvent> {
        let (before, method) = (self.payment.method, after.payment.method);
        let text = format!("Payment method changed from {before} to {method}. Total: {}.", after.total.with_currency());
        let text = NoteText::parse_known(&text).ok().filter(|_| before != method)?;
        Some(NewEvent { kind: EventKind::Note(OrderNote { text, visibility: NoteVisibility::Internal }), mail: None })
    }
}

impl PaymentChange {
    /// The order after the change.
    ///
    /// # Errors
    /// [`PaymentRefusal`] where the payment cannot change so.
    pub fn apply(self, order: Order, booked: &Booked) -> Result<Order, PaymentRefusal> {
        let mut payment = order.payment.clone();
        match self {
            Self::Charge(charge, key) => {
                let number = payment.charge(charge, booked);
                payment.ledger.keep_key(number, key);
                payment.grant_rest(order.owed(), booked.at);
            }
            Self::Release { request, key, .. } => {
                let number = payment.release(order.owed(), request, booked)?;
                if let Some(refund) = payment.refunds.iter_mut().find(|refund| refund.number == number) {
                    refund.key = Some(key);
                }
            }
            Self::Method { method, fee, times } => return order.paid_by(method, fee, &times, booked.at),
            Self::AddSlip(slip) => payment.add_slip(order.owed(), order.payment_period().starts_at, slip)?,
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
mod tests;
