//! Giving money back through the gateway.

use super::PaymentRef;
use crate::shared::money::Money;

/// A refund that the gateway is to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayRefund {
    /// The payment whose money goes back.
    pub payment: PaymentRef,
    /// The amount; `None` gives everything back. The gateway is told an amount only when it is a part.
    pub part: Option<Money>,
    /// The reason, which the gateway keeps.
    pub reason: String,
}

/// What came of a refund. Only [`RefundOutcome::NotSent`] may be tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundOutcome {
    /// The gateway gave the money back.
    Settled {
        /// The gateway's number of the refund, if it named one.
        reference: Option<PaymentRef>,
    },
    /// The gateway refused; no money moved.
    Failed {
        /// The gateway's `status`: 0, -1 or -2.
        status: i64,
    },
    /// It was sent, and no answer that can be read came back: money may have moved. It is never sent again.
    Unknown,
    /// The gateway has not been asked: there was no connection, no permission, or no place within the rate.
    NotSent,
}
