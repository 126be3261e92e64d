//! The ledger of an order: what was charged and what came back. Entries are added and never changed.

use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::payments::payment_method::PaymentMethod;
use crate::payments::reference_numbers::names;
use crate::shared::email::EmailAddress;
use crate::shared::idempotency::IdempotencyKey;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::text::PaymentId;

/// What an entry says (contract-commerce, section 2). Entries of one order are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    Charge {
        /// The first charge of which this one corrects the reference; it takes that charge's place among the charges.
        corrects: Option<u32>,
    },
    Refund {
        /// The number of the refund.
        refund: u32,
    },
    /// The gateway took money back.
    Chargeback {
        /// The number of the charge whose money it took.
        charge: u32,
    },
    /// An entry was booked by mistake.
    Reversal {
        /// The number of that entry, which is no reversal itself.
        of: u32,
    },
}

impl EntryKind {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Charge { .. } => "charge",
            Self::Refund { .. } => "refund",
            Self::Chargeback { .. } => "chargeback",
            Self::Reversal { .. } => "reversal",
        }
    }
}

words! {
    /// The proof of an entry.
    pub enum EntrySource or "must be hand, slip or gateway" {
        /// The word of an administrator.
        Hand = "hand",
        /// A bank slip that an administrator checked.
        Slip = "slip",
        Gateway = "gateway",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number within the order, from 1.
    pub number: u32,
    pub kind: EntryKind,
    pub source: EntrySource,
    /// The method by which the money moved.
    pub method: PaymentMethod,
    pub amount: Money,
    /// The payment's name at the bank or the gateway; each charge has one.
    pub reference: Option<PaymentId>,
    /// The number of the attempt at the gateway that led to it.
    pub attempt: Option<u32>,
    /// The administrator who booked it; `None` for the gateway and for values from before the ledger.
    pub actor: Option<EmailAddress>,
    /// When it was booked.
    pub at: DateTime<Utc>,
    /// The key of the request that booked it.
    pub key: Option<IdempotencyKey>,
}

impl Entry {
    /// Whether it is the payment of an attempt with this number and amount at the gateway. The gateway's charge of another attempt is another
    /// payment, because a notification may have named its number. One that staff booked has the number in any spelling, by any method.
    #[must_use]
    pub fn is_gateway_payment(&self, attempt: u32, number: &str, amount: Money) -> bool {
        let is_of_attempt = self.is_by_staff() || self.attempt == Some(attempt);
        is_of_attempt && self.names(number) && self.amount == amount
    }

    /// Whether its reference is this number of the gateway; that of staff by [`names`].
    #[must_use]
    pub fn names(&self, number: &str) -> bool {
        self.reference.as_ref().map(PaymentId::as_str).is_some_and(|reference| match self.source {
            EntrySource::Gateway => reference == number,
            EntrySource::Hand | EntrySource::Slip => names(reference, number),
        })
    }

    #[must_use]
    pub fn is_by_staff(&self) -> bool {
        self.source != EntrySource::Gateway
    }
}

/// The person and the time of a booking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booked {
    /// The administrator; `None` for the shop itself.
    pub by: Option<EmailAddress>,
    pub at: DateTime<Utc>,
}

impl Booked {
    /// A booking by an administrator, or by the operator.
    #[must_use]
    pub fn by(actor: &Actor, at: DateTime<Utc>) -> Self {
        Self { by: actor.email.clone(), at }
    }
}

/// An entry before it has a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// See [`Entry::kind`].
    pub kind: EntryKind,
    /// See [`Entry::source`].
    pub source: EntrySource,
    /// See [`Entry::method`].
    pub method: PaymentMethod,
    /// See [`Entry::amount`].
    pub amount: Money,
    /// See [`Entry::reference`].
    pub reference: Option<PaymentId>,
    /// See [`Entry::attempt`].
    pub attempt: Option<u32>,
}

/// All entries of an order, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ledger(Vec<Entry>);

impl Ledger {
    /// The ledger of stored entries, in the order of their numbers.
    #[must_use]
    pub const fn of(entries: Vec<Entry>) -> Self {
        Self(entries)
    }

    /// The entries, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// The number of the next entry.
    #[must_use]
    pub fn next_number(&self) -> u32 {
        self.0.last().map_or(1, |last| last.number.saturating_add(1))
    }

    #[must_use]
    pub fn entry(&self, number: u32) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.number == number)
    }

    /// Whether a reversal cancels the entry with this number.
    #[must_use]
    pub fn is_reversed(&self, number: u32) -> bool {
        self.0.iter().any(|entry| entry.kind == EntryKind::Reversal { of: number })
    }

    /// The entries that hold: neither reversals nor reversed.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.0.iter().filter(|entry| !matches!(entry.kind, EntryKind::Reversal { .. }) && !self.is_reversed(entry.number))
    }

    /// The charges that hold, in the order of their places: a charge that corrects another one stands in its place.
    #[must_use]
    pub fn charges(&self) -> Vec<&Entry> {
        let place = |entry: &&Entry| match entry.kind {
            EntryKind::Charge { corrects } => Some(corrects.unwrap_or(entry.number)),
            _ => None,
        };
        let mut charges: Vec<_> = self.standing().filter(|entry| place(entry).is_some()).collect();
        charges.sort_by_key(|entry| place(entry));
        charges
    }

    /// Charges less their reversals, in cents.
    #[must_use]
    pub fn charged_cents(&self) -> i64 {
        sum(self.standing().filter(|entry| matches!(entry.kind, EntryKind::Charge { .. })))
    }

    /// Refunds and chargebacks less their reversals, in cents.
    #[must_use]
    pub fn returned_cents(&self) -> i64 {
        sum(self.standing().filter(|entry| matches!(entry.kind, EntryKind::Refund { .. } | EntryKind::Chargeback { .. })))
    }

    /// Whether the gateway took money back and did not give it again.
    #[must_use]
    pub fn is_charged_back(&self) -> bool {
        self.standing().any(|entry| matches!(entry.kind, EntryKind::Chargeback { .. }))
    }

    /// Adds an entry and answers its number.
    pub fn book(&mut self, entry: NewEntry, booked: &Booked) -> u32 {
        let number = self.next_number();
        let NewEntry { kind, source, method, amount, reference, attempt } = entry;
        let (actor, at) = (booked.by.clone(), booked.at);
        self.0.push(Entry { number, kind, source, method, amount, reference, attempt, actor, at, key: None });
        number
    }

    /// Keeps the key of the request that booked the entry with this number.
    pub fn keep_key(&mut self, number: u32, key: Option<IdempotencyKey>) {
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.number == number) {
            entry.key = key;
        }
    }

    /// Gives a charge another reference, by an entry in its place, and answers the number of that entry.
    pub fn correct(&mut self, charge: &Entry, reference: PaymentId, booked: &Booked) -> u32 {
        self.reverse(charge.number, booked);
        let corrects = match charge.kind {
            EntryKind::Charge { corrects: Some(first) } => Some(first),
            _ => Some(charge.number),
        };
        let (source, method, amount, attempt) = (charge.source, charge.method, charge.amount, charge.attempt);
        let kind = EntryKind::Charge { corrects };
        self.book(NewEntry { kind, source, method, amount, reference: Some(reference), attempt }, booked)
    }

    /// Whether the gateway took the money of this charge back.
    #[must_use]
    pub fn has_chargeback(&self, charge: u32) -> bool {
        self.standing().any(|entry| entry.kind == EntryKind::Chargeback { charge })
    }

    /// Reverses the entry with this number. A number of none that holds changes nothing.
    pub fn reverse(&mut self, number: u32, booked: &Booked) {
        let Some(entry) = self.standing().find(|entry| entry.number == number).cloned() else { return };
        let kind = EntryKind::Reversal { of: number };
        let Entry { source, method, amount, reference, attempt, .. } = entry;
        self.book(NewEntry { kind, source, method, amount, reference, attempt }, booked);
    }
}

/// The sum of amounts in cents. 90 million of the largest amount fit in `i64`.
fn sum<'a>(entries: impl Iterator<Item = &'a Entry>) -> i64 {
    entries.fold(0, |sum, entry| sum.saturating_add(entry.amount.cents()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::samples::{booked, charge};

    #[test]
    fn entries_are_numbered_from_1_and_reversed_once() {
        let mut ledger = Ledger::default();
        assert_eq!((ledger.next_number(), ledger.book(charge(500, "A"), &booked())), (1, 1));
        for _ in 0..2 {
            ledger.reverse(1, &booked());
        }
        ledger.reverse(2, &booked());
        ledger.reverse(9, &booked());
        assert_eq!(ledger.entries().iter().map(|e| e.kind.as_str()).collect::<Vec<_>>(), ["charge", "reversal"]);
        assert_eq!((ledger.charged_cents(), ledger.next_number(), ledger.is_reversed(1)), (0, 3, true));
    }

    #[test]
    fn a_corrected_charge_keeps_its_place() {
        let mut ledger = Ledger::default();
        ledger.book(charge(500, "A"), &booked());
        ledger.book(charge(700, "B"), &booked());
        ledger.reverse(1, &booked());
        ledger.book(NewEntry { kind: EntryKind::Charge { corrects: Some(1) }, ..charge(500, "C") }, &booked());
        let references: Vec<_> = ledger.charges().iter().filter_map(|c| c.reference.as_ref()).map(PaymentId::as_str).collect();
        assert_eq!((references, ledger.charged_cents()), (vec!["C", "B"], 1_200));
    }
}
