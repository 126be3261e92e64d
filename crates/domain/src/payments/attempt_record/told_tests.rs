//! Told payments that the records have, and those that they do not.

use chrono::TimeDelta;

use super::*;
use crate::payments::attempt::AttemptState;
use crate::payments::gateway::PaymentRef;
use crate::payments::gateway::RecordState;
use crate::payments::samples::attempt;
use crate::payments::told_payment::{Added, ToldPayment};

fn number(text: &str) -> PaymentRef {
    PaymentRef::parse(text).unwrap()
}

fn told(what: Told) -> ToldPayment {
    ToldPayment { at: DateTime::UNIX_EPOCH, what }
}

fn record(text: &str, state: RecordState) -> GatewayPayment {
    GatewayPayment { payment: number(text), amount: Some(attempt().amount), state, means: None }
}

/// Whether the payment still waits after a read on this day, and whether it is missing.
fn after(state: AttemptState, told: &ToldPayment, records: &[GatewayPayment], day: i64) -> (bool, bool) {
    let (waiting, missing) = all_after(state, vec![told.clone()], records, day);
    (!waiting.is_empty(), missing == [told.what.clone()])
}

/// The payments that still wait after a read on this day, and those that are missing.
fn all_after(state: AttemptState, told: Vec<ToldPayment>, records: &[GatewayPayment], day: i64) -> (Vec<Told>, Vec<Told>) {
    let attempt = Attempt { state, told: ToldPayments::of(told), ..attempt() };
    let (read, missing) = attempt.after_read(records, DateTime::UNIX_EPOCH + TimeDelta::days(day));
    (read.told.iter().map(|told| told.what.clone()).collect(), missing)
}

/// Records that have one of them first end the wait of that one alone.
#[test]
fn each_waits_for_its_own_record() {
    let [first, second, back] = [Told::FurtherPayment(number("12")), Told::FurtherPayment(number("13")), Told::Chargeback(number("12"))];
    let waiting = [&first, &second, &back].map(|what| told(what.clone())).to_vec();
    let records = [record("11", RecordState::Received), record("13", RecordState::Received), record("12", RecordState::Received)];
    let read = |records: &[GatewayPayment], day| all_after(AttemptState::Succeeded, waiting.clone(), records, day);
    assert_eq!(read(&records[..2], 0).0, [first, back.clone()]);
    assert_eq!(read(&records, 0).0, std::slice::from_ref(&back));
    assert_eq!(read(&records, 7), (vec![], vec![back]));
}

/// Alone too: the records may have another payment of the attempt first, whose notification was lost.
#[test]
fn a_first_payment_is_found_by_its_number() {
    let first = || told(Told::FirstPayment(Some(number("11"))));
    for waiting in [vec![first()], vec![first(), told(Told::FurtherPayment(number("12")))]] {
        let read = |records: &[GatewayPayment]| all_after(AttemptState::Succeeded, waiting.clone(), records, 0).0.len();
        assert_eq!(read(&[record("12", RecordState::Received)]), 1);
        assert_eq!(read(&[record("12", RecordState::Received), record("11", RecordState::Received)]), 0);
    }
}

#[test]
fn a_movement_waits_once_and_no_more_than_eight_do() {
    let mut waiting = ToldPayments::default();
    let add = |waiting: &mut ToldPayments, what: Told| waiting.add(what, DateTime::UNIX_EPOCH);
    assert_eq!(add(&mut waiting, Told::FirstPayment(Some(number("1")))), Added::New);
    assert_eq!(add(&mut waiting, Told::FirstPayment(None)), Added::Known);
    for index in 2..12 {
        let further = Told::FurtherPayment(number(&index.to_string()));
        let (first, again) = if index <= 8 { (Added::New, Added::Known) } else { (Added::Full, Added::Full) };
        assert_eq!((add(&mut waiting, further.clone()), add(&mut waiting, further)), (first, again), "{index}");
    }
}

#[test]
fn a_payment_without_a_number_is_any_and_a_further_one_is_found_by_its_number() {
    assert_eq!(after(AttemptState::Created, &told(Told::FirstPayment(None)), &[], 0), (true, false));
    assert_eq!(after(AttemptState::Succeeded, &told(Told::FirstPayment(None)), &[record("11", RecordState::Received)], 0), (false, false));
    let further = told(Told::FurtherPayment(number("12")));
    for (record, waits) in [
        (record("11", RecordState::Received), true),
        (record("12", RecordState::Unknown), true),
        (record("12", RecordState::Refunded), false),
    ] {
        assert_eq!(after(AttemptState::Succeeded, &further, std::slice::from_ref(&record), 0), (waits, false), "{record:?}");
    }
}

#[test]
fn a_chargeback_is_found_by_the_number_and_the_state() {
    let told = told(Told::Chargeback(number("12")));
    for (record, waits) in [
        (record("11", RecordState::ChargedBack), true),
        (record("12", RecordState::Received), true),
        (record("12", RecordState::ChargedBack), false),
    ] {
        assert_eq!(after(AttemptState::ChargedBack, &told, std::slice::from_ref(&record), 0), (waits, false), "{record:?}");
    }
}

#[test]
fn a_payment_is_missing_after_the_last_read() {
    let further = told(Told::FurtherPayment(number("12")));
    assert_eq!(after(AttemptState::Succeeded, &further, &[], 6), (true, false));
    assert_eq!(after(AttemptState::Succeeded, &further, &[], 7), (false, true));
}
