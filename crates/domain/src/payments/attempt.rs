//! Attempts to pay at the gateway. Their state only rises, so notifications may come twice and in any order.

use std::collections::BTreeSet;
use std::fmt;

use crate::shared::json::words;
use crate::shared::order_id::OrderId;
use crate::shared::order_prefix::OrderPrefix;

/// The numbers below this one belong to attempts of former releases, whose names have no leading zeros. See [`AttemptId`].
const NAMED_WITH_ZEROS: u32 = 1_000;
/// The most attempts of an order: their names begin with a zero.
const MOST: u32 = 99;

/// An attempt of an order. Its name at the gateway is the order's number and three digits: `ARA-7K3M-Q9TX-001`.
///
/// The gateway signs the name, the amount, the currency and the code without separators. Names of different widths would let one
/// signature prove two payments: `…-14` and `350.00` are the same text as `…-1` and `4350.00`. So all names have one width.
///
/// Attempts of former releases are named `…-1`, `…-2`: they keep their names, and a notification is believed where the name has one
/// digit. The new names begin with a zero and the former ones do not, so the first digit tells where a name ends. This is why an order
/// has at most 99 attempts, and why the numbers of attempts with new names start at 1,001: a number tells the name.
///
/// Prefixes of order numbers have 2 to 5 letters. The first hyphen tells where one ends, and the number before it in the text of a checkout,
/// that of the merchant, has digits alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttemptId {
    pub order: OrderId,
    /// The attempt's number within the order: from 1,001, or from 1 in former releases.
    pub number: u32,
}

/// The text names no attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the number of an attempt")]
pub struct AttemptIdError;

impl AttemptId {
    /// The first attempt of an order.
    #[must_use]
    pub const fn first(order: OrderId) -> Self {
        Self { order, number: NAMED_WITH_ZEROS + 1 }
    }

    /// The attempt after the one with the number `last`; `None` where the order has as many as it may have.
    #[must_use]
    pub fn after(order: OrderId, last: Option<u32>) -> Option<Self> {
        let number = last.unwrap_or(0).max(NAMED_WITH_ZEROS).saturating_add(1);
        (number <= NAMED_WITH_ZEROS + MOST).then_some(Self { order, number })
    }

    /// Reads the name of an attempt in a notification: `-001` to `-099`, and `-1` to `-9` of former releases. The gateway answers it
    /// unchanged. Names of more digits of former releases are refused: what they sign is not clear.
    ///
    /// # Errors
    /// [`AttemptIdError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, AttemptIdError> {
        let (order, digits) = text.rsplit_once('-').ok_or(AttemptIdError)?;
        let order = OrderId::parse(order).map_err(|_| AttemptIdError)?;
        let number: u32 = digits.parse().map_err(|_| AttemptIdError)?;
        let number = match digits.len() {
            1 if number > 0 => number,
            3 if (1..=MOST).contains(&number) => NAMED_WITH_ZEROS + number,
            _ => return Err(AttemptIdError),
        };
        let id = Self { order, number };
        if id.to_string() == text { Ok(id) } else { Err(AttemptIdError) }
    }
}

/// The attempts whose names, of three digits, may stand in a reference of these letters and digits.
#[must_use]
pub fn attempts_in(reference: &str) -> BTreeSet<AttemptId> {
    let text = reference.to_ascii_uppercase();
    let at = |start: usize, prefix: usize| {
        let [first, second, number, end] = [0, 4, 8, 11].map(|offset| start + prefix + offset);
        let part = |from, to| text.get(from..to);
        let parts = [part(start, first)?, part(first, second)?, part(second, number)?, part(number, end)?];
        AttemptId::parse(&parts.join("-")).ok()
    };
    (0..text.len()).flat_map(|start| (OrderPrefix::LEAST..=OrderPrefix::MOST).filter_map(move |prefix| at(start, prefix))).collect()
}

impl fmt::Display for AttemptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number.checked_sub(NAMED_WITH_ZEROS) {
            Some(number) => write!(f, "{}-{number:03}", self.order),
            None => write!(f, "{}-{}", self.order, self.number),
        }
    }
}

words! {
    /// The state of an attempt (contract-commerce, section 2), lowest first.
    pub enum AttemptState or "must be created, pending, cancelled, failed, succeeded or chargedBack" {
        /// The customer was sent to the gateway.
        Created = "created",
        /// 0: the gateway has not decided yet.
        Pending = "pending",
        /// −1: the customer turned back.
        Cancelled = "cancelled",
        /// −2: the gateway refused.
        Failed = "failed",
        /// 2: the money came.
        Succeeded = "succeeded",
        /// −3: the gateway took the money back.
        ChargedBack = "chargedBack",
    }
}

/// What an attempt that rises has to enter in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rise {
    pub books_charge: bool,
    /// One chargeback, after the charge.
    pub books_chargeback: bool,
}

impl AttemptState {
    /// The state that a `status_code` of a notification names; `None` for an unknown code.
    #[must_use]
    pub const fn of_code(code: i32) -> Option<Self> {
        match code {
            0 => Some(Self::Pending),
            -1 => Some(Self::Cancelled),
            -2 => Some(Self::Failed),
            2 => Some(Self::Succeeded),
            -3 => Some(Self::ChargedBack),
            _ => None,
        }
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Created => 0,
            Self::Pending => 1,
            Self::Cancelled | Self::Failed => 2,
            Self::Succeeded => 3,
            Self::ChargedBack => 4,
        }
    }

    /// What is to be booked when an attempt in this state hears of `next`; `None` where `next` is not higher, so nothing changes.
    #[must_use]
    pub const fn rise(self, next: Self) -> Option<Rise> {
        if next.rank() <= self.rank() {
            return None;
        }
        let had_charge = self.rank() >= Self::Succeeded.rank();
        let has_charge = next.rank() >= Self::Succeeded.rank();
        Some(Rise { books_charge: has_charge && !had_charge, books_chargeback: matches!(next, Self::ChargedBack) })
    }

    /// Whether a payment may still come: a customer whose card was refused, or who turned back, can pay on the same page.
    #[must_use]
    pub const fn is_unanswered(self) -> bool {
        self.rank() < Self::Succeeded.rank()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_gateway_knows_an_attempt_by_the_orders_number_and_its_own() {
        let order = OrderId::parse("ARA-7K3M-Q9TX").unwrap();
        for (number, name) in [(1_001, "001"), (1_014, "014"), (1_099, "099"), (1, "1"), (9, "9")] {
            let id = AttemptId { order: order.clone(), number };
            assert_eq!(id.to_string(), format!("ARA-7K3M-Q9TX-{name}"));
            assert_eq!(AttemptId::parse(&id.to_string()), Ok(id));
        }
        for name in ["", "0", "00", "01", "10", "14", "000", "100", "350", "999", "0001", "1001", "+1", "+01", "-1"] {
            assert_eq!(AttemptId::parse(&format!("ARA-7K3M-Q9TX-{name}")), Err(AttemptIdError), "{name}");
        }
        for text in ["", "ARA-7K3M-Q9TX", "ara-7k3m-q9tx-001", "ARA-7K3M-001"] {
            assert_eq!(AttemptId::parse(text), Err(AttemptIdError), "{text}");
        }
        let former = AttemptId { order, number: 14 };
        assert_eq!(former.to_string(), "ARA-7K3M-Q9TX-14", "the gateway's records know it by its former name");
    }

    #[test]
    fn attempts_are_named_in_references() {
        let id = AttemptId::parse("ARA-7K3M-Q9TX-001").unwrap();
        for reference in ["ara7k3mq9tx001", "payhereara7k3mq9tx00128112026"] {
            assert!(attempts_in(reference).contains(&id), "{reference}");
        }
        for reference in ["ara7k3mq9tx", "ara7k3mq9tx100", "7k3mq9tx001", "", "é"] {
            assert!(!attempts_in(reference).contains(&id), "{reference}");
        }
    }

    #[test]
    fn an_order_has_at_most_99_attempts_with_names_of_three_digits() {
        let order = OrderId::from_random(1);
        let next = |last| AttemptId::after(order.clone(), last).map(|id| id.to_string().split_off("ARA-1000-0000".len()));
        assert_eq!(AttemptId::after(order.clone(), None), Some(AttemptId::first(order.clone())));
        for (last, name) in [(None, "-001"), (Some(3), "-001"), (Some(999), "-001"), (Some(1_001), "-002"), (Some(1_098), "-099")] {
            assert_eq!(next(last).as_deref(), Some(name), "after {last:?}");
        }
        for last in [1_099, 1_999, u32::MAX] {
            assert_eq!(next(Some(last)), None, "after {last}");
        }
    }

    #[test]
    fn an_unknown_code_names_no_state() {
        for code in [1, 3, -4, i32::MAX] {
            assert_eq!(AttemptState::of_code(code), None);
        }
    }

    #[test]
    fn a_payment_may_come_until_one_came() {
        let unpaid = AttemptState::ALL.into_iter().filter(|state| state.is_unanswered());
        assert_eq!(unpaid.collect::<Vec<_>>(), AttemptState::ALL[..4]);
    }

    #[test]
    fn failed_after_succeeded_changes_nothing_and_succeeded_after_failed_pays() {
        let charge = Rise { books_charge: true, books_chargeback: false };
        assert_eq!(AttemptState::Succeeded.rise(AttemptState::Failed), None);
        assert_eq!(AttemptState::Failed.rise(AttemptState::Succeeded), Some(charge));
        assert_eq!(AttemptState::Failed.rise(AttemptState::Cancelled), None);
        assert_eq!(AttemptState::Created.rise(AttemptState::ChargedBack), Some(Rise { books_chargeback: true, ..charge }));
    }

    proptest! {
        #[test]
        fn the_name_of_every_attempt_reads_back(letters in "[A-Z]{2,5}", bits: u64, number in prop_oneof![1..10_u32, 1_001..1_100_u32]) {
            let attempt = AttemptId { order: OrderId::new(OrderPrefix::parse(&letters).unwrap(), bits), number };
            prop_assert_eq!(AttemptId::parse(&attempt.to_string()), Ok(attempt));
        }

        #[test]
        fn any_notifications_book_at_most_one_charge_and_one_chargeback(codes in proptest::collection::vec(-4_i32..=3, 0..20)) {
            let (mut state, mut charges, mut chargebacks) = (AttemptState::Created, 0, 0);
            for next in codes.iter().filter_map(|code| AttemptState::of_code(*code)) {
                let Some(rise) = state.rise(next) else { continue };
                prop_assert!(state.rank() < next.rank());
                charges += i32::from(rise.books_charge);
                chargebacks += i32::from(rise.books_chargeback);
                state = next;
            }
            prop_assert_eq!(charges, i32::from(codes.contains(&2) || codes.contains(&-3)));
            prop_assert_eq!(chargebacks, i32::from(codes.contains(&-3)));
        }

        #[test]
        fn the_order_of_notifications_does_not_matter_to_the_money(codes in Just(vec![0, -1, -2, 2, -3]).prop_shuffle()) {
            let mut state = AttemptState::Created;
            for next in codes.into_iter().filter_map(AttemptState::of_code) {
                state = state.rise(next).map_or(state, |_| next);
            }
            prop_assert_eq!(state, AttemptState::ChargedBack);
        }
    }
}
