//! What the gateway notifies the shop of.

use super::{PaymentRef, is_gateway_number};
use crate::payments::attempt::{AttemptId, AttemptState};
use crate::shared::money::Money;

/// A notification whose signature is right. The signature covers everything but `payment` and `means`: these prove nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The number of the attempt, as it was sent; at most [`Notification::MAX_TEXT`] characters are kept.
    pub order_id: String,
    /// The amount: digits without a leading zero, a point and two digits.
    pub amount: String,
    /// The currency: three capital letters.
    pub currency: String,
    /// The code: 2, 0, -1, -2 or -3.
    pub status_code: i32,
    /// The gateway's number of the payment, if it has the form of one.
    pub payment: Option<PaymentRef>,
    /// The way of paying (`VISA`, `MASTER` …), if it has the form of a name.
    pub means: Option<PaymentRef>,
}

/// Why a notification is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotificationRefusal {
    /// A field is sent twice, or one that the signature covers is missing or not spelled as the gateway spells it.
    #[error("a field is missing, doubled or misspelled")]
    Unreadable,
    /// It is for another merchant.
    #[error("merchant_id is another merchant's")]
    WrongMerchant,
    #[error("md5sig is wrong")]
    WrongSignature,
}

impl Notification {
    /// The greatest number of bytes of each text that the signature covers.
    pub const MAX_TEXT: usize = 100;

    /// The attempt; `None` when the number is none that the shop gives.
    #[must_use]
    pub fn attempt(&self) -> Option<AttemptId> {
        AttemptId::parse(&self.order_id).ok()
    }

    /// The number of the payment, where a charge may be named by it. It is not proven: another form would take the reference of a bank
    /// transfer, or the name of another attempt.
    #[must_use]
    pub fn number_as_name(&self) -> Option<&str> {
        self.payment.as_ref().map(PaymentRef::as_str).filter(|number| is_gateway_number(number))
    }

    /// The state; `None` for a code that the contract does not name.
    #[must_use]
    pub fn state(&self) -> Option<AttemptState> {
        AttemptState::of_code(self.status_code)
    }

    /// Whether the amount is exactly this one, in rupees and spelled as the shop asked for it. The signature has no separators, so one
    /// spelling alone counts ([`AttemptId`]).
    #[must_use]
    pub fn is_for(&self, amount: Money) -> bool {
        self.currency == "LKR" && self.amount == amount.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notification(amount: &str, currency: &str) -> Notification {
        Notification {
            order_id: "ARA-7K3M-Q9TX-001".to_owned(),
            amount: amount.to_owned(),
            currency: currency.to_owned(),
            status_code: 2,
            payment: None,
            means: None,
        }
    }

    #[test]
    fn the_amount_and_the_currency_must_be_the_attempts() {
        let asked = Money::parse("1234.50").unwrap();
        assert!(notification("1234.50", "LKR").is_for(asked));
        for (amount, currency) in [
            ("1234.51", "LKR"),
            ("1234.50", "USD"),
            ("1234.50", "lkr"),
            ("1,234.50", "LKR"),
            ("-1234.50", "LKR"),
            ("", "LKR"),
            ("1234.5", "LKR"),
            ("01234.50", "LKR"),
            ("1234.500", "LKR"),
        ] {
            assert!(!notification(amount, currency).is_for(asked), "{amount} {currency}");
        }
    }

    #[test]
    fn an_unknown_number_or_code_is_nothing() {
        let known = notification("1.00", "LKR");
        assert_eq!(known.attempt().map(|id| id.to_string()).as_deref(), Some("ARA-7K3M-Q9TX-001"));
        assert_eq!(known.state(), Some(AttemptState::Succeeded));
        let other = Notification { order_id: "46".to_owned(), status_code: 7, ..known };
        assert_eq!((other.attempt(), other.state()), (None, None));
    }
}
