//! Values for the tests of this feature.

use chrono::DateTime;

use crate::payments::attempt::{AttemptId, AttemptState};
use crate::payments::attempt_record::Attempt;
use crate::payments::ledger::{Booked, EntryKind, EntrySource, NewEntry};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::told_payment::ToldPayments;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::text::PaymentId;

/// An amount of cents.
pub(crate) fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// A booking by the shop at the first instant.
pub(crate) fn booked() -> Booked {
    Booked { by: None, at: DateTime::UNIX_EPOCH }
}

/// A charge by hand.
pub(crate) fn charge(amount: i64, reference: &str) -> NewEntry {
    NewEntry {
        kind: EntryKind::Charge { corrects: None },
        source: EntrySource::Hand,
        method: PaymentMethod::Cod,
        amount: cents(amount),
        reference: PaymentId::parse(reference).ok(),
        attempt: None,
    }
}

pub(crate) fn gateway_charge(amount: i64, attempt: u32) -> NewEntry {
    NewEntry {
        source: EntrySource::Gateway,
        method: PaymentMethod::PayHere,
        attempt: Some(attempt),
        ..charge(amount, &format!("3200{attempt}"))
    }
}

/// An attempt to pay 1,234.50.
pub(crate) fn attempt() -> Attempt {
    let id = AttemptId::first(OrderId::from_random(1));
    Attempt { id, state: AttemptState::Created, amount: cents(123_450), started_at: DateTime::UNIX_EPOCH, told: ToldPayments::default() }
}
