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
mod tests {
    use super::*;
    use crate::orders::payment::samples::order;
    use crate::payments::gateway::PaymentRef;
    use crate::payments::ledger::{EntrySource, NewEntry};
    use crate::payments::order_payment::RefundRequest;
    use crate::payments::samples::{booked, cents, gateway_charge};
    use crate::payments::told_payment::{Told, ToldPayment, ToldPayments};
    use crate::shared::order_status::OrderStatus;

    const CHARGED: i64 = 123_450;

    /// The attempt of the charge.
    fn attempt() -> Attempt {
        let attempt = crate::payments::samples::attempt();
        Attempt { id: AttemptId { number: 1, ..attempt.id }, ..attempt }
    }

    /// A cancelled order that was paid at the gateway, of which this much is to go back.
    fn returning(amount: i64) -> Order {
        let order = order(OrderStatus::Cancelled);
        let mut payment = order.payment.clone();
        payment.ledger.book(gateway_charge(CHARGED, 1), &booked());
        let request = RefundRequest { amount: cents(amount), via: RefundVia::Gateway, reference: None, reason: None };
        payment.release(order.owed(), request, &booked()).unwrap();
        order.with_payment(payment)
    }

    fn record(number: &str, state: RecordState) -> GatewayPayment {
        GatewayPayment { payment: PaymentRef::parse(number).unwrap(), amount: Some(cents(CHARGED)), state, means: None }
    }

    fn after(order: &Order, steps: &[RefundStep]) -> Option<Order> {
        steps.iter().try_fold(order.clone(), |order, step| order.with_refund_step(1, step, &booked()))
    }

    fn state(order: &Order, steps: &[RefundStep]) -> Option<RefundState> {
        after(order, steps).map(|order| order.payment.refunds[0].state)
    }

    #[test]
    fn the_gateway_is_asked_for_the_payment_that_its_records_have() {
        let due = DueRefund::of(&returning(CHARGED), 1).unwrap();
        assert_eq!(due.attempt, attempt().id);
        let named = due.confirmed(&[record("9", RecordState::Received), record("32001", RecordState::Received)]).unwrap();
        assert_eq!((named.payment.as_str(), named.part, named.reason.as_str()), ("32001", None, "Refund"));
        for payments in [vec![record("9", RecordState::Received)], vec![record("9", RecordState::Received); 2]] {
            assert_eq!(due.confirmed(&payments).unwrap().payment.as_str(), "9", "the only one, however often it is listed");
        }
        let part = DueRefund::of(&returning(100), 1).unwrap().confirmed(&[record("9", RecordState::Received)]).unwrap();
        assert_eq!(part.part, Some(cents(100)));
        for payments in [
            vec![],
            vec![record("9", RecordState::Received), record("8", RecordState::Received)],
            vec![record("32001", RecordState::ChargedBack)],
            vec![record("32001", RecordState::Refunded)],
            vec![GatewayPayment { amount: Some(cents(1)), ..record("32001", RecordState::Received) }],
        ] {
            assert_eq!(due.confirmed(&payments), None, "{payments:?}");
        }
    }

    #[test]
    fn a_charge_with_an_unknown_number_is_the_payment_that_no_other_charge_names() {
        let order = returning(CHARGED);
        let by_hand = NewEntry { source: EntrySource::Hand, attempt: None, ..gateway_charge(CHARGED, 1) };
        for other in [gateway_charge(CHARGED, 1), by_hand] {
            let mut payment = order.payment.clone();
            payment.ledger.book(NewEntry { reference: PaymentId::parse("8").ok(), ..other }, &booked());
            let due = DueRefund::of(&order.clone().with_payment(payment), 1).unwrap();
            let found = due.confirmed(&[record("8", RecordState::Received), record("9", RecordState::Received)]).unwrap();
            assert_eq!(found.payment.as_str(), "9");
            assert_eq!(due.confirmed(&[record("8", RecordState::Received)]), None, "it is that of the other charge");
        }
        let mut payment = order.payment.clone();
        payment.ledger.book(NewEntry { reference: PaymentId::parse("8").ok(), ..gateway_charge(CHARGED, 2) }, &booked());
        let due = DueRefund::of(&order.with_payment(payment), 1).unwrap();
        let found = due.confirmed(&[record("8", RecordState::Received)]).unwrap();
        assert_eq!(found.payment.as_str(), "8", "a notification of another attempt does not prove the number that it names");
    }

    #[test]
    fn a_refund_is_begun_once_and_ends_as_the_gateway_says() {
        let order = returning(CHARGED);
        let end = RefundStep::End;
        assert_eq!(state(&order, &[RefundStep::Begin]), Some(RefundState::Sending));
        assert_eq!(state(&order, &[RefundStep::Begin, RefundStep::Begin]), None);
        assert_eq!(state(&order, &[RefundStep::Begin, RefundStep::Refuse]), None);
        assert_eq!(state(&order, &[RefundStep::Refuse]), Some(RefundState::Failed));
        assert_eq!(state(&order, &[end(RefundOutcome::Unknown)]), None, "it was not begun");
        for (outcome, expected) in [
            (RefundOutcome::Settled { reference: None }, RefundState::Settled),
            (RefundOutcome::Failed { status: -1 }, RefundState::Failed),
            (RefundOutcome::NotSent, RefundState::Failed),
            (RefundOutcome::Unknown, RefundState::Unknown),
        ] {
            assert_eq!(state(&order, &[RefundStep::Begin, end(outcome)]), Some(expected));
        }
        let begun = order.step_refund(1, &RefundStep::Begin, booked().at);
        assert_eq!(begun.times.stranded, Some((1, booked().at + PATIENCE)));
        let stranded = begun.order.step_refund(1, &RefundStep::Strand, booked().at);
        assert_eq!(stranded.times.read, Some((attempt().id, next_check(booked().at, booked().at))));
        assert_eq!(
            (stranded.audit, stranded.order.step_refund(1, &RefundStep::Begin, booked().at).order),
            (Audit::Nothing, stranded.order)
        );
        let late = end(RefundOutcome::Settled { reference: PaymentRef::parse("56").ok() });
        let settled = after(&order, &[RefundStep::Begin, RefundStep::Strand, late]).unwrap();
        assert_eq!((settled.figures().held_cents, settled.payment.refunds[0].reference.as_ref().unwrap().as_str()), (0, "56"));
        assert!(DueRefund::of(&settled, 1).is_none());
    }

    #[test]
    fn after_a_chargeback_nothing_is_sent() {
        let mut order = returning(CHARGED);
        let mut payment = order.payment.clone();
        payment.charge_back(1, &booked());
        order = order.with_payment(payment);
        assert_eq!(state(&order, &[RefundStep::Begin]), Some(RefundState::Failed));
    }

    #[test]
    fn records_are_read_while_a_whole_refund_has_an_unknown_outcome() {
        let paid = Attempt { state: AttemptState::Succeeded, ..attempt() };
        let unknown = |amount| after(&returning(amount), &[RefundStep::Begin, RefundStep::Strand]).unwrap();
        let minute = |minutes| booked().at + TimeDelta::minutes(minutes);
        assert_eq!(next_read(&unknown(CHARGED), &paid, minute(0)), Some(minute(2)));
        assert_eq!(attempt_to_read(&unknown(CHARGED), 1), Some(attempt().id));
        assert_eq!((next_read(&unknown(1), &paid, minute(0)), attempt_to_read(&unknown(1), 1)), (None, None), "staff find out");
        assert_eq!(next_read(&returning(CHARGED), &paid, minute(0)), None);
        assert_eq!(next_read(&returning(CHARGED), &attempt(), minute(3)), Some(minute(5)));
        let told = |state| {
            let told = vec![ToldPayment { at: minute(90), what: Told::FirstPayment(None) }];
            Attempt { state, told: ToldPayments::of(told), ..attempt() }
        };
        for state in [AttemptState::Created, AttemptState::Failed, AttemptState::Succeeded] {
            assert_eq!(next_read(&returning(CHARGED), &told(state), minute(91)), Some(minute(92)), "{state:?}");
        }
    }
}
