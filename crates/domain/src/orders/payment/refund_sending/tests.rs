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
    assert_eq!((stranded.audit, stranded.order.step_refund(1, &RefundStep::Begin, booked().at).order), (Audit::Nothing, stranded.order));
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
