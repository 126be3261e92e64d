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

/// What was told.
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

    /// Whether the records have it. A first payment is any payment of the attempt: the number that a notification names proves nothing.
    #[must_use]
    pub fn is_in(&self, records: &[GatewayPayment]) -> bool {
        records.iter().any(|record| match self {
            Self::FirstPayment(_) => record.state.as_notified().is_some(),
            Self::FurtherPayment(number) => record.payment == *number && record.state.as_notified().is_some(),
            Self::Chargeback(number) => record.payment == *number && record.state == RecordState::ChargedBack,
        })
    }
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

    /// Adds a movement; false where it waits already, and where as many wait as may.
    pub fn add(&mut self, what: Told, at: DateTime<Utc>) -> bool {
        let waits = self.iter().any(|told| told.what == what || told.what.is_first_payment() && what.is_first_payment());
        let is_added = !waits && self.0.len() < Self::MOST;
        if is_added {
            self.0.push(ToldPayment { at, what });
        }
        is_added
    }

    /// The movements without a first payment, which was answered.
    #[must_use]
    pub fn without_first_payment(mut self) -> Self {
        self.0.retain(|told| !told.what.is_first_payment());
        self
    }

    /// Those that still wait after a read of the records at `now`, and those that the records did not have at the last time at which they
    /// are read. A first payment is found when the attempt is answered; beside other payments by its number.
    #[must_use]
    pub(super) fn after_read(self, is_answered: bool, records: &[GatewayPayment], now: DateTime<Utc>) -> (Self, Vec<Told>) {
        let is_alone = self.0.len() == 1;
        let is_found = |what: &Told| match what {
            Told::FirstPayment(Some(number)) if !is_alone => Told::FurtherPayment(number.clone()).is_in(records),
            Told::FirstPayment(_) => is_answered,
            further => further.is_in(records),
        };
        let unfound = self.0.into_iter().filter(|told| !is_found(&told.what));
        let (waiting, missing): (Vec<_>, Vec<_>) = unfound.partition(|told| next_check(told.at, now).is_some());
        (Self(waiting), missing.into_iter().map(|told| told.what).collect())
    }
}
