//! Payments as the gateway's own records have them.

use super::PaymentRef;
use crate::payments::attempt::AttemptState;
use crate::shared::money::Money;

/// A payment that the gateway took for an attempt. An attempt can have several: the gateway lets a customer pay twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayPayment {
    /// The gateway's number of the payment.
    pub payment: PaymentRef,
    /// The amount; `None` where it is in another currency than rupees, or no amount that the shop can hold.
    pub amount: Option<Money>,
    /// What became of it.
    pub state: RecordState,
    /// The way of paying (`VISA`, `MASTER` …), as the gateway names it.
    pub means: Option<PaymentRef>,
}

/// What became of a payment, by the gateway's records; the later state is the greater one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordState {
    /// A word that the contract does not name; it changes nothing.
    Unknown,
    /// `RECEIVED`: the money is there.
    Received,
    /// Another word that begins with `REFUND`: it is about to go back.
    Refunding,
    /// `REFUNDED`: it went back as a whole.
    Refunded,
    /// `CHARGEBACKED`: the customer's bank took it back.
    ChargedBack,
}

impl RecordState {
    /// Reads the gateway's word.
    #[must_use]
    pub fn of(word: &str) -> Self {
        match word {
            "RECEIVED" => Self::Received,
            "CHARGEBACKED" => Self::ChargedBack,
            "REFUNDED" => Self::Refunded,
            refund if refund.starts_with("REFUND") => Self::Refunding,
            _ => Self::Unknown,
        }
    }

    /// The state of an attempt with such a payment; `None` for a word that changes nothing.
    #[must_use]
    pub const fn as_notified(self) -> Option<AttemptState> {
        match self {
            // A payment that was refunded came in before.
            Self::Received | Self::Refunded | Self::Refunding => Some(AttemptState::Succeeded),
            Self::ChargedBack => Some(AttemptState::ChargedBack),
            Self::Unknown => None,
        }
    }
}

/// The payments, each number once: with its last state where the records list it in several. Rows of other amounts are payments of
/// their own.
#[must_use]
pub fn each_once(payments: &[GatewayPayment]) -> Vec<GatewayPayment> {
    let mut once: Vec<GatewayPayment> = Vec::new();
    for payment in payments {
        match once.iter_mut().find(|known| known.payment == payment.payment && known.amount == payment.amount) {
            Some(known) if known.state < payment.state => *known = payment.clone(),
            Some(_) => {}
            None => once.push(payment.clone()),
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_gateway() {
        for (word, state) in [
            ("RECEIVED", RecordState::Received),
            ("CHARGEBACKED", RecordState::ChargedBack),
            ("REFUNDED", RecordState::Refunded),
            ("REFUND REQUESTED", RecordState::Refunding),
            ("received", RecordState::Unknown),
            ("PENDING", RecordState::Unknown),
            ("", RecordState::Unknown),
        ] {
            assert_eq!(RecordState::of(word), state, "{word:?}");
        }
    }

    #[test]
    fn a_record_acts_as_the_notification_that_was_lost() {
        assert_eq!(RecordState::Received.as_notified(), Some(AttemptState::Succeeded));
        assert_eq!(RecordState::Refunded.as_notified(), Some(AttemptState::Succeeded));
        assert_eq!(RecordState::Refunding.as_notified(), Some(AttemptState::Succeeded));
        assert_eq!(RecordState::ChargedBack.as_notified(), Some(AttemptState::ChargedBack));
        assert_eq!(RecordState::Unknown.as_notified(), None);
    }
}
