//! Sending refunds to the gateway, each at most once (contract-commerce, section 2).

use chrono::{DateTime, TimeDelta, Utc};

use crate::orders::order::Order;
use crate::orders::order_change::{Audit, GatewayTimes, OrderChange};
use crate::payments::attempt::AttemptId;
use crate::payments::attempt::AttemptState;
use crate::payments::attempt_record::Attempt;
use crate::payments::check_times::{next_check, next_check_of_unknown};
use crate::payments::gateway::{GatewayPayment, GatewayRefund, RecordState, RefundOutcome, each_once};
use crate::payments::ledger::{Booked, Entry};
use crate::payments::refund::{Refund, RefundState, RefundVia};
use crate::shared::text::PaymentId;

/// A refund that is being sent has an unknown outcome after this time: its sender ended. A call of the gateway takes a minute at most,
/// the wait for its turn included.
pub const PATIENCE: TimeDelta = TimeDelta::minutes(3);

/// The reason that the gateway is told where staff gave none.
const REASON: &str = "Refund";

/// A step of a refund of the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundStep {
    /// It is about to be sent: from here on it is never sent again.
    Begin,
    /// The gateway's records do not have the payment whose money is to go back, so it is not sent.
    Refuse,
    /// The gateway answered, or did not.
    End(RefundOutcome),
    /// Its sender ended without an outcome.
    Strand,
}

/// A refund that waits to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueRefund {
    /// The attempt whose money goes back.
    pub attempt: AttemptId,
    refund: Refund,
    charge: Entry,
    /// The other charges of the attempt, and those of staff, who may have booked a payment of it by its number.
    others: Vec<Entry>,
}

impl DueRefund {
    /// The refund with this number; `None` where it does not wait to be sent.
    #[must_use]
    pub fn of(order: &Order, number: u32) -> Option<Self> {
        let refund = order.payment.refunds.iter().find(|refund| refund.number == number)?;
        let charge = order.payment.ledger.entry(refund.charge?)?;
        let attempt = AttemptId { order: order.id.clone(), number: charge.attempt? };
        let is_other = |other: &&Entry| other.number != charge.number && (other.is_by_staff() || other.attempt == charge.attempt);
        let charges = order.payment.ledger.charges();
        let others = charges.into_iter().filter(is_other).cloned().collect();
        let waits = refund.via == RefundVia::Gateway && refund.state == RefundState::Requested;
        waits.then(|| Self { attempt, refund: refund.clone(), charge: charge.clone(), others })
    }

    /// The refund as the gateway is asked for it, where its records of the attempt have the payment: the one that the charge names, else
    /// the only one that no other charge names, because the number of a charge may have come without proof.
    #[must_use]
    pub fn confirmed(&self, payments: &[GatewayPayment]) -> Option<GatewayRefund> {
        let name = self.charge.reference.as_ref().map(PaymentId::as_str);
        let payments: Vec<_> = each_once(payments).into_iter().filter(|payment| payment.amount == Some(self.charge.amount)).collect();
        let named = payments.iter().find(|payment| Some(payment.payment.as_str()) == name);
        let is_other = |payment: &&GatewayPayment| self.others.iter().any(|other| other.names(payment.payment.as_str()));
        let mut unnamed = payments.iter().filter(|payment| !is_other(payment));
        let only = unnamed.next().filter(|_| unnamed.next().is_none());
        let found = named.or(only);
        let payment = found.filter(|payment| payment.state == RecordState::Received)?;
        let part = (self.refund.amount != self.charge.amount).then_some(self.refund.amount);
        let reason = self.refund.reason.as_ref().map_or(REASON, |reason| reason.as_str());
        Some(GatewayRefund { payment: payment.payment.clone(), part, reason: reason.to_owned() })
    }
}

impl Order {
    /// The order after the refunds that wait to be sent for an attempt failed: staff booked its payment for another order.
    #[must_use]
    pub(super) fn without_waiting_refunds(self, attempt: u32, booked: &Booked) -> Self {
        let of_attempt = |charge: u32| self.payment.ledger.entry(charge).is_some_and(|charge| charge.attempt == Some(attempt));
        let waits = |refund: &&Refund| {
            refund.via == RefundVia::Gateway && refund.state == RefundState::Requested && refund.charge.is_some_and(of_attempt)
        };
        let waiting: Vec<_> = self.payment.refunds.iter().filter(waits).map(|refund| refund.number).collect();
        let refuse = |order: Self, refund| order.with_refund_step(refund, &RefundStep::Refuse, booked).unwrap_or(order);
        waiting.into_iter().fold(self, refuse)
    }

    /// Moves the refund with this number on, and sets the time after which it is stranded while it is being sent, or at which the records
    /// are read that may settle it. Nothing is changed where the refund is not in a state from which the step leads on.
    #[must_use]
    pub fn step_refund(&self, number: u32, step: &RefundStep, now: DateTime<Utc>) -> OrderChange {
        let Some(after) = self.with_refund_step(number, step, &Booked { by: None, at: now }) else {
            return OrderChange::silent(self, self.clone());
        };
        let stranded = now.checked_add_signed(PATIENCE).filter(|_| *step == RefundStep::Begin).map(|at| (number, at));
        let to_read = if stranded.is_some() { None } else { attempt_to_read(&after, number) };
        let read = to_read.map(|attempt| (attempt, next_check(now, now)));
        let times = GatewayTimes { stranded, read, ..GatewayTimes::default() };
        OrderChange { audit: Audit::Nothing, times, ..OrderChange::silent(self, after) }
    }

    /// The order after a step of a refund. After a chargeback a refund is not sent: it fails.
    fn with_refund_step(&self, number: u32, step: &RefundStep, booked: &Booked) -> Option<Self> {
        let mut payment = self.payment.clone();
        let refund = payment.refunds.iter_mut().find(|refund| refund.number == number && refund.via == RefundVia::Gateway)?;
        let next = match (refund.state, step) {
            (RefundState::Requested, RefundStep::Begin) if self.payment.ledger.is_charged_back() => RefundState::Failed,
            (RefundState::Requested, RefundStep::Begin) => RefundState::Sending,
            (RefundState::Requested, RefundStep::Refuse) => RefundState::Failed,
            (RefundState::Sending, RefundStep::Strand) => RefundState::Unknown,
            (RefundState::Sending | RefundState::Unknown, RefundStep::End(outcome)) => state_after(outcome),
            _ => return None,
        };
        if let RefundStep::End(RefundOutcome::Settled { reference: Some(name) }) = step
            && refund.reference.is_none()
        {
            refund.reference = PaymentId::parse(name.as_str()).ok();
        }
        payment.move_refund(number, next, booked).ok()?;
        Some(self.clone().with_payment(payment))
    }
}

const fn state_after(outcome: &RefundOutcome) -> RefundState {
    match outcome {
        RefundOutcome::Settled { .. } => RefundState::Settled,
        RefundOutcome::Failed { .. } | RefundOutcome::NotSent => RefundState::Failed,
        RefundOutcome::Unknown => RefundState::Unknown,
    }
}

/// The refunds of an attempt whose outcome is unknown and which the gateway's records can settle: those of a whole charge.
fn unknown_of(order: &Order, attempt: u32) -> impl Iterator<Item = &Refund> {
    let is_whole = move |refund: &&Refund| {
        let charge = refund.charge.and_then(|number| order.payment.ledger.entry(number));
        charge.is_some_and(|charge| charge.attempt == Some(attempt) && charge.amount == refund.amount)
    };
    order.payment.refunds.iter().filter(|refund| refund.state == RefundState::Unknown).filter(is_whole)
}

/// The attempt whose records can settle a refund; `None` where its outcome is known, or staff have to find it out.
fn attempt_to_read(order: &Order, refund: u32) -> Option<AttemptId> {
    let kept = order.payment.refunds.iter().find(|kept| kept.number == refund)?;
    let number = kept.charge.and_then(|number| order.payment.ledger.entry(number)).and_then(|charge| charge.attempt)?;
    let is_readable = unknown_of(order, number).any(|kept| kept.number == refund);
    is_readable.then(|| AttemptId { order: order.id.clone(), number })
}

/// The time at which the records of an attempt are read next: while it may still be paid, while a payment that was told waits for them, and
/// while a refund of it has an unknown outcome that they can settle. `None` never.
#[must_use]
pub fn next_read(order: &Order, attempt: &Attempt, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let refund = unknown_of(order, attempt.id.number).map(|refund| refund.at).max();
    if refund.is_none() && attempt.told.is_empty() && attempt.state == AttemptState::Created {
        return next_check_of_unknown(attempt.started_at, now);
    }
    let started = attempt.state.is_unanswered().then_some(attempt.started_at);
    let read = refund.max(started).and_then(|since| next_check(since, now));
    read.into_iter().chain(attempt.told.next_read(now)).min()
}

#[cfg(test)]
mod tests;
