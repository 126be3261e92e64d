//! An attempt to pay, as the shop keeps it.

use std::cmp::Reverse;

use chrono::{DateTime, TimeDelta, Utc};

use crate::payments::attempt::{AttemptId, AttemptState};
use crate::payments::gateway::GatewayPayment;
use crate::payments::told_payment::{Told, ToldPayments};
use crate::shared::money::Money;

/// An unanswered attempt of this age or less is given to the customer again (contract-commerce, section 2).
pub const REUSE: TimeDelta = TimeDelta::minutes(15);

/// The least amount of an attempt: the gateway's notification of a smaller one is not believed (contract-commerce, section 2: the
/// amount begins with another digit than 0).
pub const LEAST: Money = Money::RUPEE;

/// The most attempts that are started of an order (contract-commerce, section 2).
pub const MOST_STARTED: usize = 20;

/// The most attempts of an order whose records are read before it expires: each read uses one of the calls that the gateway allows, and
/// other orders wait meanwhile.
const READ_AT_END: usize = 5;

/// An attempt to pay an order at the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its number at the gateway.
    pub id: AttemptId,
    /// What the gateway said of it.
    pub state: AttemptState,
    /// The amount that the gateway was asked for.
    pub amount: Money,
    /// When the customer was sent to the gateway.
    pub started_at: DateTime<Utc>,
    /// Movements that were told and wait for the gateway's records.
    pub told: ToldPayments,
}

/// What an order keeps of its newest attempt, so that the customer is told at once what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastAttempt {
    /// Its number within the order.
    pub number: u32,
    /// What the gateway said of it.
    pub state: AttemptState,
    /// When the customer was sent to the gateway.
    pub started_at: DateTime<Utc>,
}

impl Attempt {
    /// Whether the customer may be sent to the gateway with this attempt again: the gateway has not answered, no payment was told, the
    /// attempt is young, and the same amount is due.
    #[must_use]
    pub fn is_open(&self, due: Money, now: DateTime<Utc>) -> bool {
        self.state == AttemptState::Created
            && self.told.is_empty()
            && self.amount == due
            && now.signed_duration_since(self.started_at) < REUSE
    }

    /// Whether the records do not have a told payment yet. A chargeback does not pay the order.
    #[must_use]
    pub fn is_ahead_of(&self, records: &[GatewayPayment]) -> bool {
        self.told.iter().any(|told| !told.what.is_chargeback() && !told.what.is_in(records))
    }

    /// The attempts whose records are read before their order expires, the oldest first: at most [`READ_AT_END`], those that wait for the
    /// records before those that are paid, whose charge staff may have taken back, these before those that are pending, and these before
    /// the newest others.
    #[must_use]
    pub fn to_read_at_end(mut attempts: Vec<Self>) -> Vec<Self> {
        let rank = |attempt: &Self| match attempt.state {
            _ if !attempt.told.is_empty() => 3,
            AttemptState::Succeeded => 2,
            AttemptState::Pending => 1,
            AttemptState::Created | AttemptState::Cancelled | AttemptState::Failed | AttemptState::ChargedBack => 0,
        };
        attempts.sort_by_key(|attempt| Reverse((rank(attempt), attempt.id.number)));
        attempts.truncate(READ_AT_END);
        attempts.sort_by_key(|attempt| attempt.id.number);
        attempts
    }

    /// The attempt after its records were read and booked at `now`, and the told movements that they did not have at the last time at which
    /// they are read.
    #[must_use]
    pub fn after_read(self, records: &[GatewayPayment], now: DateTime<Utc>) -> (Self, Vec<Told>) {
        let (told, missing) = self.told.after_read(records, now);
        (Self { told, ..self }, missing)
    }
}

#[cfg(test)]
mod told_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::order_payment::OrderPayment;
    use crate::payments::told_payment::Added;
    use crate::shared::order_id::OrderId;

    fn minute(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + 60 * minute, 0).unwrap()
    }

    fn attempt(state: AttemptState) -> Attempt {
        let id = AttemptId::first(OrderId::from_random(1));
        Attempt { id, state, amount: Money::from_cents(100).unwrap(), started_at: minute(0), told: ToldPayments::default() }
    }

    #[test]
    fn an_attempt_is_open_for_under_fifteen_minutes_until_it_is_answered() {
        let (due, other) = (Money::from_cents(100).unwrap(), Money::from_cents(101).unwrap());
        assert!(attempt(AttemptState::Created).is_open(due, minute(14)));
        assert!(!attempt(AttemptState::Created).is_open(due, minute(15)));
        assert!(!attempt(AttemptState::Created).is_open(other, minute(1)), "another amount is due by now");
        let mut told = attempt(AttemptState::Created);
        assert_eq!(told.told.add(Told::FirstPayment(None), minute(0)), Added::New);
        assert!(!told.is_open(due, minute(1)), "its payment waits for the records");
        for state in AttemptState::ALL.into_iter().filter(|state| *state != AttemptState::Created) {
            assert!(!attempt(state).is_open(due, minute(1)), "{state:?}");
        }
    }
    #[test]
    fn an_order_keeps_the_state_of_its_newest_attempt() {
        let of = |number, state| Attempt { id: AttemptId { number, ..attempt(state).id }, ..attempt(state) };
        let mut payment = OrderPayment::default();
        let mut states = Vec::new();
        for noted in
            [of(1, AttemptState::Created), of(1, AttemptState::Failed), of(2, AttemptState::Created), of(1, AttemptState::Succeeded)]
        {
            payment.note_attempt(&noted);
            states.extend(payment.last_attempt.map(|last| (last.number, last.state)));
        }
        let (created, failed) = (AttemptState::Created, AttemptState::Failed);
        assert_eq!(states, [(1, created), (1, failed), (2, created), (2, created)]);
    }
}
