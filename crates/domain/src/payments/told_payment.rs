//! Payments that the gateway told of and that wait for its records (contract-commerce, section 2).

use chrono::{DateTime, Utc};

use crate::orders::order::Order;
use crate::payments::attempt::AttemptState;
use crate::payments::attempt_record::Attempt;
use crate::payments::gateway::{GatewayPayment, Notification, PaymentRef, RecordState};
use crate::payments::ledger::{Entry, EntryKind};

/// A movement of money of an attempt that a notification told of and that no figure counts: its signature does not prove which payment
/// moved, so the gateway's records decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPayment {
    /// When it was told first. The records are read at the times of [`crate::payments::check_times::next_check`] after it.
    pub at: DateTime<Utc>,
    pub what: Told,
}

/// What was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A payment of an attempt without one.
    FirstPayment,
    /// A payment of an attempt whose success was told before.
    FurtherPayment(PaymentRef),
    /// The chargeback of a payment that is not booked as charged back.
    Chargeback(PaymentRef),
}

impl Told {
    /// The number that the notification named.
    #[must_use]
    pub const fn number(&self) -> Option<&PaymentRef> {
        match self {
            Self::FirstPayment => None,
            Self::FurtherPayment(number) | Self::Chargeback(number) => Some(number),
        }
    }

    /// What a notification says that the books of its attempt do not have; `None` where they have it, and where it names no payment or
    /// another amount.
    #[must_use]
    pub fn of(notification: &Notification, order: &Order, attempt: &Attempt) -> Option<Self> {
        let number = notification.payment.as_ref().filter(|_| notification.is_for(attempt.amount))?;
        let is_of_payment = |entry: &Entry| entry.reference.as_ref().is_some_and(|reference| reference.as_str() == number.as_str());
        let mut booked = order.payment.ledger.standing().filter(|entry| is_of_payment(entry)).map(|entry| entry.kind);
        match notification.state()? {
            AttemptState::Succeeded if !booked.any(|kind| matches!(kind, EntryKind::Charge { .. })) => {
                Some(Self::FurtherPayment(number.clone()))
            }
            AttemptState::ChargedBack if !booked.any(|kind| matches!(kind, EntryKind::Chargeback { .. })) => {
                Some(Self::Chargeback(number.clone()))
            }
            _ => None,
        }
    }

    /// Whether the records have it. A first payment is any payment of the attempt: the number that a notification names proves nothing.
    #[must_use]
    pub fn is_in(&self, records: &[GatewayPayment]) -> bool {
        records.iter().any(|record| match self {
            Self::FirstPayment => record.state.as_notified().is_some(),
            Self::FurtherPayment(number) => record.payment == *number && record.state.as_notified().is_some(),
            Self::Chargeback(number) => record.payment == *number && record.state == RecordState::ChargedBack,
        })
    }
}

/// Whether a reference is a number of the gateway, and not the name that the shop gives a charge without one.
#[must_use]
pub fn is_gateway_number(reference: &str) -> bool {
    reference.bytes().all(|byte| byte.is_ascii_digit())
}
