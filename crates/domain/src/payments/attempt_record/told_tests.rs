//! Told payments that the records have, and those that they do not.

use chrono::TimeDelta;

use super::*;
use crate::payments::attempt::AttemptState;
use crate::payments::gateway::PaymentRef;
use crate::payments::gateway::RecordState;
use crate::payments::gateway_news::samples::attempt;

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
    let attempt = Attempt { state, told: Some(told.clone()), ..attempt() };
    let (read, missing) = attempt.after_read(records, told.at + TimeDelta::days(day));
    (read.told.is_some(), missing.as_ref() == Some(told))
}

#[test]
fn a_first_payment_is_found_by_the_state_and_a_further_one_by_its_number() {
    assert_eq!(after(AttemptState::Created, &told(Told::FirstPayment), &[], 0), (true, false));
    assert_eq!(after(AttemptState::Succeeded, &told(Told::FirstPayment), &[record("11", RecordState::Received)], 0), (false, false));
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
