//! The payment of an order: its method, its ledger and its refunds.

use chrono::{DateTime, Utc};

use crate::payments::attempt_record::{Attempt, LastAttempt};
use crate::payments::cod_confirmation::CodCall;
use crate::payments::figures::{Figures, PaymentFacts, PaymentStatus};
use crate::payments::ledger::{Booked, Entry, EntryKind, EntrySource, Ledger, NewEntry};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::refund::{Refund, RefundReason, RefundState, RefundVia};
use crate::payments::slip::Slip;
use crate::shared::error::refusal;
use crate::shared::money::Money;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::PaymentId;

/// The payment of an order. The default is cash on delivery, of which nothing was booked.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderPayment {
    /// The method that the customer chose.
    pub method: PaymentMethod,
    /// When the order is cancelled for what is to be paid; `None` never, or while a slip suspends it.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it would be cancelled without the slip that suspends it. See `deadline.rs`.
    pub suspended_until: Option<DateTime<Utc>>,
    /// When the period in which the order is paid started; `None` when it was placed. See `payment_period.rs`.
    pub period_starts_at: Option<DateTime<Utc>>,
    /// Whether the order was cancelled because it was not paid in time.
    pub has_expired: bool,
    /// Whether the gateway has not decided yet.
    pub is_pending: bool,
    /// The newest attempt to pay at the gateway.
    pub last_attempt: Option<LastAttempt>,
    /// What is known of the call that confirms a large order that is paid on delivery.
    pub cod_call: CodCall,
    /// What was charged and returned.
    pub ledger: Ledger,
    /// The refunds, oldest first.
    pub refunds: Vec<Refund>,
    /// The bank slips, oldest first.
    pub slips: Vec<Slip>,
    /// What was credited for goods that came back.
    pub returned_goods: Money,
}

/// The values of an order on which its figures depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    pub total: Money,
    pub status: OrderStatus,
}

/// A refund that staff release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundRequest {
    /// How much; more than 0.
    pub amount: Money,
    pub via: RefundVia,
    /// The name of the transfer back.
    pub reference: Option<PaymentId>,
    pub reason: Option<RefundReason>,
}

refusal! {
    /// Why a payment cannot change (contract-commerce, section 2).
    pub enum PaymentRefusal {
        NoRefund => NotFound, "refund.not_found", "There is no refund with this number.";
        NoSlip => NotFound, "slip.not_found", "There is no slip with this id.";
        KeyReused => Invalid, "payment.key_reused", "This idempotency key was used for another payment or refund.";
        /// The entry is the gateway's or a checked slip's.
        NotByHand => Conflict, "payment.not_by_hand", "This payment was not recorded by hand and cannot be changed so.";
        /// No money is held.
        NothingHeld => Conflict, "payment.nothing_held", "No payment is held for this order.";
        /// More than is held, less the refunds under way.
        ExceedsHeld => Conflict, "payment.exceeds_held", "The refund is higher than the money that is held.";
        /// More than came through the gateway and is left of it.
        ExceedsGateway => Conflict, "payment.exceeds_gateway", "Less than this was paid through the gateway. Please refund the rest by hand.";
        /// The gateway took money of this order back.
        ChargedBack => Conflict, "payment.charged_back", "The payment was charged back. No refund is possible.";
        /// The refund is not in a state from which it gets there.
        RefundEnded => Conflict, "payment.refund_ended", "The refund cannot be changed any more.";
        /// The order is paid, being paid, sent or cancelled.
        MethodFixed => Conflict, "payment.method_fixed", "The method of payment of this order cannot be changed any more.";
        /// The total with the fee of the method is too large.
        TotalTooLarge => Conflict, "order.total_too_large", "The total of the order is too large.";
        /// Nothing is to be paid, or the order is cancelled.
        NothingDue => Conflict, "payment.nothing_due", "There is nothing to pay for this order.";
        /// The order has as many slips as it may have.
        TooManySlips => Conflict, "payment.too_many_slips", "This order has 5 slips already. Please contact us.";
        /// The slip does not wait for a review.
        SlipReviewed => Conflict, "payment.slip_reviewed", "This slip was reviewed already.";
        /// The customer's slips that were not accepted, and other uploads, take too much.
        TooManyUploads => Conflict, "image.too_many_pending", "You have uploaded many pictures. Please try again tomorrow, or contact us.";
        BeingChecked => Conflict, "payment.being_checked", "Another payment of this order is being checked with the payment gateway. Please try again in a few minutes.";
        /// A large refund, in a session that was not confirmed lately.
        ConfirmNeeded => Forbidden, "auth.confirm_needed", "Please confirm with your password first.";
    }
}

impl OrderPayment {
    /// The payment of a new order.
    #[must_use]
    pub fn by(method: PaymentMethod, expires_at: Option<DateTime<Utc>>) -> Self {
        Self { method, expires_at, ..Self::default() }
    }

    /// Notes an attempt that starts or has another state. One that is older than the newest changes nothing.
    pub fn note_attempt(&mut self, attempt: &Attempt) {
        let Attempt { id, state, started_at, .. } = attempt;
        if self.last_attempt.is_none_or(|last| last.number <= id.number) {
            self.last_attempt = Some(LastAttempt { number: id.number, state: *state, started_at: *started_at });
        }
    }

    /// Whether the order is not paid and not sent, so that another method may be chosen for it.
    #[must_use]
    pub fn is_method_open(&self, owed: Owed) -> bool {
        owed.status == OrderStatus::Processing && self.status(owed) == PaymentStatus::Unpaid
    }

    /// What refunds and goods that came back took off the order's total, in cents.
    #[must_use]
    pub fn credits_cents(&self) -> i64 {
        let counted = self.refunds.iter().filter(|refund| refund.state != RefundState::Failed);
        counted.fold(self.returned_goods.cents(), |sum, refund| sum.saturating_add(refund.credit.cents()))
    }

    /// The sum of the refunds under way, in cents.
    #[must_use]
    pub fn under_way_cents(&self) -> i64 {
        let counted = self.refunds.iter().filter(|refund| refund.state.is_under_way());
        counted.fold(0, |sum, refund| sum.saturating_add(refund.amount.cents()))
    }

    #[must_use]
    pub fn figures(&self, owed: Owed) -> Figures {
        let is_cancelled = owed.status == OrderStatus::Cancelled;
        let owed_cents = if is_cancelled { 0 } else { owed.total.cents().saturating_sub(self.credits_cents()).max(0) };
        Figures::of(self.ledger.charged_cents(), self.ledger.returned_cents(), owed_cents)
    }

    #[must_use]
    pub fn status(&self, owed: Owed) -> PaymentStatus {
        let is_charged_back = self.ledger.is_charged_back();
        let facts =
            PaymentFacts { is_charged_back, is_free: owed.total == Money::ZERO, is_pending: self.is_pending || self.has_slip_in_review() };
        PaymentStatus::of(&self.figures(owed), facts)
    }

    /// `paymentId` of the shop's specification: the reference of the first charge that holds.
    #[must_use]
    pub fn payment_id(&self) -> Option<PaymentId> {
        self.ledger.charges().first().and_then(|charge| charge.reference.clone())
    }

    /// `refunded` of the shop's specification: money came in, and nothing of it is left.
    #[must_use]
    pub fn is_refunded(&self) -> bool {
        Figures::of(self.ledger.charged_cents(), self.ledger.returned_cents(), 0).is_refunded()
    }

    /// Books money that came in, and answers the number of the entry.
    pub fn charge(&mut self, charge: NewCharge, booked: &Booked) -> u32 {
        let NewCharge { source, method, amount, reference, attempt } = charge;
        let kind = EntryKind::Charge { corrects: None };
        self.ledger.book(NewEntry { kind, source, method, amount, reference: Some(reference), attempt }, booked)
    }

    /// Books that the gateway took back the money of the charge with this number. A charge is charged back once.
    pub fn charge_back(&mut self, charge: u32, booked: &Booked) {
        let kind = EntryKind::Chargeback { charge };
        let is_booked = self.ledger.has_chargeback(charge);
        let Some(of) = self.ledger.charges().into_iter().find(|entry| entry.number == charge && !is_booked).cloned() else { return };
        let Entry { source, method, amount, reference, attempt, .. } = of;
        self.ledger.book(NewEntry { kind, source, method, amount, reference, attempt }, booked);
    }

    /// Takes the chargeback of the charge with this number back: the gateway took the money of another payment.
    pub fn take_back_chargeback(&mut self, charge: u32, booked: &Booked) {
        let kind = EntryKind::Chargeback { charge };
        let booked_before = self.ledger.standing().find(|entry| entry.kind == kind).map(|entry| entry.number);
        if let Some(number) = booked_before {
            self.ledger.reverse(number, booked);
        }
    }
}

/// Money that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCharge {
    pub source: EntrySource,
    /// The method by which it came.
    pub method: PaymentMethod,
    pub amount: Money,
    /// Its name at the bank or the gateway.
    pub reference: PaymentId,
    /// The number of the attempt at the gateway.
    pub attempt: Option<u32>,
}
