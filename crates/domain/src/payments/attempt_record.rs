//! An attempt to pay, as the shop keeps it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::payments::attempt::{AttemptId, AttemptState};
use crate::shared::money::Money;

/// An unanswered attempt of this age or less is given to the customer again (contract-commerce, section 2).
pub const REUSE: TimeDelta = TimeDelta::minutes(15);
/// The time that a customer at the gateway has at least before the order expires.
const AT_LEAST: TimeDelta = TimeDelta::minutes(15);
/// No attempt moves the expiry of an order past this time after the order was placed.
const AT_MOST: TimeDelta = TimeDelta::hours(2);

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
}

impl Attempt {
    /// Whether the customer may be sent to the gateway with this attempt again: the gateway has not answered, the attempt is young,
    /// and the same amount is due.
    #[must_use]
    pub fn is_open(&self, due: Money, now: DateTime<Utc>) -> bool {
        self.state == AttemptState::Created && self.amount == due && now.signed_duration_since(self.started_at) < REUSE
    }
}

/// The expiry of an order whose customer is sent to the gateway: at least 15 minutes ahead, but not past 2 hours after ordering. It never
/// moves back, and an order that does not expire stays so.
#[must_use]
pub fn expiry_after_start(expires_at: Option<DateTime<Utc>>, placed_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let later = |time: DateTime<Utc>, by: TimeDelta| time.checked_add_signed(by).unwrap_or(time);
    expires_at.map(|present| present.max(later(now, AT_LEAST).min(later(placed_at, AT_MOST))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::order_id::OrderId;

    fn minute(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + 60 * minute, 0).unwrap()
    }

    fn attempt(state: AttemptState) -> Attempt {
        let id = AttemptId { order: OrderId::from_random(1), number: 1 };
        Attempt { id, state, amount: Money::from_cents(100).unwrap(), started_at: minute(0) }
    }

    #[test]
    fn an_attempt_is_open_for_under_fifteen_minutes_until_it_is_answered() {
        let (due, other) = (Money::from_cents(100).unwrap(), Money::from_cents(101).unwrap());
        assert!(attempt(AttemptState::Created).is_open(due, minute(14)));
        assert!(!attempt(AttemptState::Created).is_open(due, minute(15)));
        assert!(!attempt(AttemptState::Created).is_open(other, minute(1)), "another amount is due by now");
        for state in AttemptState::ALL.into_iter().filter(|state| *state != AttemptState::Created) {
            assert!(!attempt(state).is_open(due, minute(1)), "{state:?}");
        }
    }

    #[test]
    fn starting_moves_the_expiry_ahead_and_not_past_two_hours() {
        let after = |expires: i64, now: i64| expiry_after_start(Some(minute(expires)), minute(0), minute(now));
        assert_eq!(after(30, 5), Some(minute(30)), "it never moves back");
        assert_eq!(after(30, 25), Some(minute(40)));
        assert_eq!(after(110, 109), Some(minute(120)));
        assert_eq!(after(120, 119), Some(minute(120)));
        assert_eq!(after(2_880, 200), Some(minute(2_880)), "a later expiry stays");
        assert_eq!(expiry_after_start(None, minute(0), minute(25)), None);
    }
}
