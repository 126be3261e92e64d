//! Sequences of notifications, and what they leave in the ledger.

use proptest::prelude::*;

use super::*;
use crate::orders::payment::samples::{begun, notification, order};
use crate::payments::attempt::AttemptId;
use crate::payments::samples::{attempt, booked};

fn after(mut booking: Booking, codes: &[i32]) -> Booking {
    for code in codes {
        let reference = PaymentId::parse("320025071278").unwrap();
        booking = notified(booking.order, booking.attempt, &notification(*code, "1234.50"), reference, &booked());
    }
    booking
}

#[test]
fn success_books_one_charge_of_the_amount_that_was_asked_for() {
    let paid = after(begun(OrderStatus::Processing), &[2; 20]);
    assert_eq!(paid.order.payment.ledger.entries().len(), 1);
    assert_eq!((paid.order.figures().amount_due_cents(), paid.order.figures().held_cents), (0, 123_450));
    assert_eq!(paid.order.payment_id.map(PaymentId::into_string).as_deref(), Some("320025071278"));
}

#[test]
fn failed_after_succeeded_changes_nothing_and_succeeded_after_failed_pays() {
    let paid = after(begun(OrderStatus::Processing), &[2]);
    assert_eq!(after(paid.clone(), &[-2, 0, -1]), paid);
    assert_eq!(after(begun(OrderStatus::Processing), &[-2, 2]).order.payment.ledger, paid.order.payment.ledger);
}

#[test]
fn another_amount_or_currency_books_nothing_and_alarms() {
    for (amount, currency) in [("1234.49", "LKR"), ("12345.0", "LKR"), ("1234.50", "USD"), ("", "LKR")] {
        let wrong = Notification { currency: currency.to_owned(), ..notification(2, amount) };
        let reference = PaymentId::parse("1").unwrap();
        let booking = notified(order(OrderStatus::Processing), attempt(), &wrong, reference, &booked());
        let expected = Booking { alarm: Some(AttentionKind::AmountMismatch), ..begun(OrderStatus::Processing) };
        assert_eq!(booking, expected, "{amount} {currency}");
    }
}

#[test]
fn success_on_a_cancelled_order_is_booked_and_is_to_be_returned() {
    let late = after(begun(OrderStatus::Cancelled), &[2]);
    assert_eq!((late.order.status, late.alarm), (OrderStatus::Cancelled, Some(AttentionKind::LatePayment)));
    assert_eq!(late.order.figures().refund_due_cents(), 123_450);
}

#[test]
fn a_chargeback_books_a_missing_charge_too() {
    for codes in [&[2, -3][..], &[-3], &[-3, 2]] {
        let back = after(begun(OrderStatus::Processing), codes);
        let figures = back.order.figures();
        assert_eq!((figures.charged_cents, figures.returned_cents, figures.held_cents), (123_450, 123_450, 0), "{codes:?}");
        assert!(back.order.payment.ledger.is_charged_back());
    }
}

/// The order and its attempt after staff booked the payment, before its first notification.
fn booked_by_staff(source: EntrySource, method: PaymentMethod, reference: &str, cents: i64) -> Booking {
    let mut booking = begun(OrderStatus::Processing);
    let (reference, amount) = (PaymentId::parse(reference).unwrap(), crate::payments::samples::cents(cents));
    booking.order.payment.charge(NewCharge { source, method, amount, reference, attempt: None }, &booked());
    booking
}

fn told(booking: Booking, code: i32) -> Booking {
    let told = Notification { payment: PaymentRef::parse("320025071278").ok(), ..notification(code, "1234.50") };
    notified(booking.order, booking.attempt, &told, PaymentId::parse("ARA-1-001").unwrap(), &booked())
}

#[test]
fn a_payment_that_staff_booked_is_not_booked_again() {
    for (source, method, reference) in [
        (EntrySource::Hand, PaymentMethod::PayHere, "320025071278"),
        (EntrySource::Hand, PaymentMethod::BankTransfer, "PayHere 3200 2507 1278"),
        (EntrySource::Slip, PaymentMethod::BankTransfer, "320025071278"),
    ] {
        for (codes, held) in [(&[2][..], 123_450), (&[-3], 0), (&[2, -3], 0), (&[-3, 2], 0)] {
            let booking = codes.iter().fold(booked_by_staff(source, method, reference, 123_450), |booking, code| told(booking, *code));
            let figures = booking.order.figures();
            assert_eq!((figures.charged_cents, figures.held_cents), (123_450, held), "{reference} {codes:?}");
            assert!(!booking.attempt.state.is_unanswered() && booking.alarm.is_none());
        }
    }
}

#[test]
fn staff_learn_of_a_payment_that_was_booked_in_another_amount_or_whose_charge_is_gone() {
    let other = booked_by_staff(EntrySource::Hand, PaymentMethod::PayHere, "320025071278", 100);
    assert_eq!(told(other, 2).alarm, Some(AttentionKind::AmountMismatch));
    let mut gone = told(booked_by_staff(EntrySource::Hand, PaymentMethod::PayHere, "320025071278", 123_450), 2);
    gone.order.payment.ledger.reverse(1, &booked());
    assert_eq!(told(gone, -3).alarm, Some(AttentionKind::AmountMismatch));
    let two = booked_by_staff(EntrySource::Hand, PaymentMethod::PayHere, "320025071278 / 320025071279", 123_450);
    assert_eq!(told(two, 2).alarm, Some(AttentionKind::AmountMismatch), "one booking for two payments");
    let mut back = booked_by_staff(EntrySource::Hand, PaymentMethod::PayHere, "320025071278", 123_450);
    back.order.payment.charge_back(1, &booked());
    assert_eq!(told(back, -3).alarm, Some(AttentionKind::AmountMismatch), "a second chargeback of one payment");
}

/// Two attempts of an order were paid, and the notifications of both name the payment of the second: each has its own charge and
/// its own chargeback.
#[test]
fn a_number_of_another_attempt_takes_none_of_its_charges() {
    for back in [[0, 1], [1, 0]] {
        let mut booking = begun(OrderStatus::Processing);
        let second = Attempt { id: AttemptId { number: 2, ..booking.attempt.id.clone() }, ..booking.attempt.clone() };
        let mut attempts = [booking.attempt.clone(), second];
        for (index, code) in [(0, 2), (1, 2), (back[0], -3), (back[1], -3)] {
            let told = Notification { payment: PaymentRef::parse("12").ok(), ..notification(code, "1234.50") };
            let reference = PaymentId::parse(["12", "ARA-1-002"][index]).unwrap();
            booking = notified(booking.order, attempts[index].clone(), &told, reference, &booked());
            attempts[index] = booking.attempt.clone();
        }
        let figures = booking.order.figures();
        assert_eq!((figures.charged_cents, figures.held_cents), (2 * 123_450, 0), "{back:?}");
    }
}

#[test]
fn the_payment_is_pending_while_the_gateway_is() {
    let pending = after(begun(OrderStatus::Processing), &[0]);
    assert!(pending.order.payment.is_pending);
    for code in [-1, -2, 2, -3] {
        assert!(!after(pending.clone(), &[code]).order.payment.is_pending, "{code}");
    }
}

#[test]
fn an_unknown_code_changes_nothing() {
    assert_eq!(after(begun(OrderStatus::Processing), &[1, 7, -4]), begun(OrderStatus::Processing));
}

proptest! {
    #[test]
    fn any_sequence_books_at_most_one_charge_and_one_chargeback(codes in prop::collection::vec(-4_i32..=3, 0..20)) {
        let end = after(begun(OrderStatus::Processing), &codes);
        let figures = end.order.figures();
        let (charged, returned) = (codes.contains(&2) || codes.contains(&-3), codes.contains(&-3));
        prop_assert_eq!(figures.charged_cents, if charged { 123_450 } else { 0 });
        prop_assert_eq!(figures.returned_cents, if returned { 123_450 } else { 0 });
        prop_assert_eq!(end.order.payment.ledger.entries().len(), usize::from(charged) + usize::from(returned));
    }
}

/// The number of the charge came with a notification: the records may have the payment behind it later than the one that is told now.
#[test]
fn the_payments_that_notifications_booked_wait_with_the_first_movement() {
    let number = |text| PaymentRef::parse(text).unwrap();
    let mut charged = OrderPayment::default();
    for (index, (source, name)) in
        [(EntrySource::Gateway, "11"), (EntrySource::Gateway, "ARA-1-001"), (EntrySource::Hand, "14")].into_iter().enumerate()
    {
        let reference = PaymentId::parse(name).unwrap();
        let (method, amount, attempt) = (PaymentMethod::PayHere, attempt().amount, (index < 2).then_some(attempt().id.number));
        charged.charge(NewCharge { source, method, amount, reference, attempt }, &booked());
    }
    let mut waiting = attempt();
    for (what, added) in [
        (Told::FurtherPayment(number("12")), Added::New),
        (Told::FurtherPayment(number("11")), Added::Known),
        (Told::Chargeback(number("12")), Added::New),
    ] {
        assert_eq!(waiting.await_records(what, &charged, DateTime::UNIX_EPOCH), added);
    }
    let numbers: Vec<_> = waiting.told.iter().filter_map(|told| told.what.number()).map(PaymentRef::as_str).collect();
    assert_eq!(numbers, ["12", "11", "12"]);
}
