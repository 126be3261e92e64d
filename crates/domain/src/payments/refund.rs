//! Refunds: money that staff release to go back.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::shared::email::EmailAddress;
use crate::shared::idempotency::IdempotencyKey;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::text::{PaymentId, Text};

/// Why money goes back.
pub type RefundReason = Text<1, 500>;

/// The number of a refund: the order's number and its own, `ARA-7K3M-Q9TX-R1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RefundId {
    pub order: OrderId,
    /// The refund's number within the order, from 1.
    pub number: u32,
}

/// The text names no refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the number of a refund")]
pub struct RefundIdError;

impl RefundId {
    /// Reads the number of a refund.
    ///
    /// # Errors
    /// [`RefundIdError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, RefundIdError> {
        let (order, number) = text.rsplit_once("-R").ok_or(RefundIdError)?;
        let order = OrderId::parse(order).map_err(|_| RefundIdError)?;
        match number.parse() {
            Ok(number) if number > 0 => Ok(Self { order, number }),
            _ => Err(RefundIdError),
        }
    }
}

impl fmt::Display for RefundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-R{}", self.order, self.number)
    }
}

words! {
    /// The way of a refund.
    pub enum RefundVia or "must be gateway or byHand" {
        /// The gateway returns it.
        Gateway = "gateway",
        /// Staff returned it, and it is settled.
        ByHand = "byHand",
    }
}

words! {
    /// The state of a refund (contract-commerce, section 2).
    pub enum RefundState or "must be requested, sending, settled, failed or unknown" {
        /// Released; nothing was sent.
        Requested = "requested",
        /// The one request to the gateway is being sent.
        Sending = "sending",
        /// The money is back.
        Settled = "settled",
        /// The gateway refused it, staff know that no money went, or it was booked by mistake.
        Failed = "failed",
        /// No readable answer came: it is never sent again.
        Unknown = "unknown",
    }
}

impl RefundState {
    /// Whether the money may still go, or may have gone without the ledger knowing.
    #[must_use]
    pub const fn is_under_way(self) -> bool {
        matches!(self, Self::Requested | Self::Sending | Self::Unknown)
    }

    /// Whether the worker may move a refund from `self` to `next`. Only `requested` is ever sent, so a refund goes out once.
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Requested, Self::Sending | Self::Failed)
                | (Self::Sending, Self::Settled | Self::Failed | Self::Unknown)
                | (Self::Unknown, Self::Settled | Self::Failed)
        )
    }
}

/// A refund of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Its number within the order, from 1.
    pub number: u32,
    /// The first refund of the release that this one is a part of; `None` for the first itself. A release that no payment at the gateway
    /// covers is split.
    pub part_of: Option<u32>,
    pub state: RefundState,
    pub via: RefundVia,
    /// How much goes back.
    pub amount: Money,
    /// The number of the charge whose money the gateway returns; `None` by hand.
    pub charge: Option<u32>,
    /// The part of it that exceeded what was due: the order's total is lower by it.
    pub credit: Money,
    /// The name of the transfer back.
    pub reference: Option<PaymentId>,
    /// Why; `None` where `refunded` of an order was set.
    pub reason: Option<RefundReason>,
    /// The administrator who released it; `None` for values from before the ledger.
    pub actor: Option<EmailAddress>,
    pub at: DateTime<Utc>,
    /// The key of the request that released it; a part of a release has none.
    pub key: Option<IdempotencyKey>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refund_has_the_orders_number_and_its_own() {
        let id = RefundId { order: OrderId::parse("ARA-7K3M-Q9TX").unwrap(), number: 12 };
        assert_eq!(id.to_string(), "ARA-7K3M-Q9TX-R12");
        assert_eq!(RefundId::parse("ARA-7K3M-Q9TX-R12"), Ok(id));
        for text in ["", "ARA-7K3M-Q9TX", "ARA-7K3M-Q9TX-12", "ARA-7K3M-Q9TX-R0", "ARA-7K3M-Q9TX-R", "ARA-7K3M-Q9TX-R-1"] {
            assert_eq!(RefundId::parse(text), Err(RefundIdError), "{text}");
        }
    }

    #[test]
    fn a_refund_is_sent_at_most_once_and_never_leaves_its_end() {
        let before = |next: RefundState| RefundState::ALL.into_iter().filter(move |state| state.may_become(next)).collect::<Vec<_>>();
        assert_eq!(before(RefundState::Sending), [RefundState::Requested]);
        assert_eq!(before(RefundState::Requested), []);
        for end in [RefundState::Settled, RefundState::Failed] {
            assert!(!RefundState::ALL.iter().any(|next| end.may_become(*next)), "{end:?}");
            assert!(!end.is_under_way());
        }
    }
}
