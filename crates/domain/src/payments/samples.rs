//! Values for the tests of this feature.

use chrono::DateTime;

use crate::payments::ledger::{Booked, EntryKind, EntrySource, NewEntry};
use crate::payments::payment_method::PaymentMethod;
use crate::shared::money::Money;
use crate::shared::text::PaymentId;

/// An amount of cents.
pub(super) fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// A booking by the shop at the first instant.
pub(super) fn booked() -> Booked {
    Booked { by: None, at: DateTime::UNIX_EPOCH }
}

/// A charge by hand.
pub(super) fn charge(amount: i64, reference: &str) -> NewEntry {
    NewEntry {
        kind: EntryKind::Charge { corrects: None },
        source: EntrySource::Hand,
        method: PaymentMethod::Cod,
        amount: cents(amount),
        reference: PaymentId::parse(reference).ok(),
        attempt: None,
    }
}

/// A charge by the gateway.
pub(super) fn gateway_charge(amount: i64, attempt: u32) -> NewEntry {
    NewEntry {
        source: EntrySource::Gateway,
        method: PaymentMethod::PayHere,
        attempt: Some(attempt),
        ..charge(amount, &format!("3200{attempt}"))
    }
}
