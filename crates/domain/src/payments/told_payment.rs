//! Payments and chargebacks that the gateway told of and that wait for its records (contract-commerce, section 2).

use chrono::{DateTime, Utc};

use crate::payments::check_times::next_check;
use crate::payments::gateway::{GatewayPayment, PaymentRef, RecordState};

/// A movement of money of an attempt that a notification told of and that the gateway's records do not have yet: its signature does not
/// prove which payment moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPayment {
    /// When it was told first. The records are read at the times of [`next_check`] after it.
    pub at: DateTime<Utc>,
    pub what: Told,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A payment of an attempt without one, and the number that it named.
    FirstPayment(Option<PaymentRef>),
    /// A payment of an attempt whose success was told before.
    FurtherPayment(PaymentRef),
    Chargeback(PaymentRef),
}

impl Told {
    /// The number that the notification named.
    #[must_use]
    pub const fn number(&self) -> Option<&PaymentRef> {
        match self {
            Self::FirstPayment(number) => number.as_ref(),
            Self::FurtherPayment(number) | Self::Chargeback(number) => Some(number),
        }
    }

    #[must_use]
    pub const fn is_first_payment(&self) -> bool {
        matches!(self, Self::FirstPayment(_))
    }

    #[must_use]
    pub const fn is_chargeback(&self) -> bool {
        matches!(self, Self::Chargeback(_))
    }

    /// Whether the records have it. A first payment without a number is any payment of the attempt.
    #[must_use]
    pub fn is_in(&self, records: &[GatewayPayment]) -> bool {
        let is_named = |record: &&GatewayPayment| self.number().is_none_or(|number| record.payment == *number);
        records.iter().filter(is_named).any(|record| match self {
            Self::FirstPayment(_) | Self::FurtherPayment(_) => record.state.as_notified().is_some(),
            Self::Chargeback(_) => record.state == RecordState::ChargedBack,
        })
    }
}

/// What became of a movement that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    New,
    /// It waits already.
    Known,
    /// As many wait as may.
    Full,
}

/// The movements of an attempt that wait for the gateway's records, each until they have it; at most [`ToldPayments::MOST`], because the
/// numbers may be invented.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ToldPayments(Vec<ToldPayment>);

impl ToldPayments {
    pub const MOST: usize = 8;

    #[must_use]
    pub const fn of(told: Vec<ToldPayment>) -> Self {
        Self(told)
    }

    pub fn iter(&self) -> impl Iterator<Item = &ToldPayment> {
        self.0.iter()
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[must_use]
    pub fn has_first_payment(&self) -> bool {
        self.iter().any(|told| told.what.is_first_payment())
    }

    /// When the newest was told.
    #[must_use]
    pub fn newest(&self) -> Option<DateTime<Utc>> {
        self.iter().map(|told| told.at).max()
    }

    /// When the records are read next for one of them.
    #[must_use]
    pub fn next_read(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.iter().filter_map(|told| next_check(told.at, now)).min()
    }

    /// Adds a movement.
    pub fn add(&mut self, what: Told, at: DateTime<Utc>) -> Added {
        if self.iter().any(|told| told.what == what || told.what.is_first_payment() && what.is_first_payment()) {
            Added::Known
        } else if self.0.len() < Self::MOST {
            self.0.push(ToldPayment { at, what });
            Added::New
        } else {
            Added::Full
        }
    }

    /// Those that still wait after a read of the records at `now`, and those that the records did not have at the last time at which they
    /// are read.
    #[must_use]
    pub(crate) fn after_read(self, records: &[GatewayPayment], now: DateTime<Utc>) -> (Self, Vec<Told>) {
        let unfound = self.0.into_iter().filter(|told| !told.what.is_in(records));
        let (waiting, missing): (Vec<_>, Vec<_>) = unfound.partition(|told| next_check(told.at, now).is_some());
        (Self(waiting), missing.into_iter().map(|told| told.what).collect())
    }
}
