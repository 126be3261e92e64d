//! The refunds of the gateway that are under way.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::payments::refund::{RefundId, RefundState};
use crate::payments::refund_sending::RefundStep;
use crate::shared::ports::PortError;

/// Lists the refunds that the gateway is to make, and moves them on.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait RefundQueue: Send + Sync {
    /// At most `limit` refunds that wait to be sent, the oldest first. Those that still wait afterwards are due again after
    /// [`crate::payments::check_times::RETRY`]; another caller gets others meanwhile.
    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<RefundId>, PortError>;

    /// At most 100 refunds that began to be sent [`crate::payments::refund_sending::PATIENCE`] ago or earlier, and of which no outcome
    /// was told.
    async fn stranded(&self, now: DateTime<Utc>) -> Result<Vec<RefundId>, PortError>;

    /// Moves a refund on ([`crate::orders::order::Order::with_refund_step`]) and answers its new state; `None` where it is not in a state
    /// from which the step leads on, and nothing was written. One transaction that locks the order first; it continues when the caller
    /// is cancelled.
    async fn step(&self, id: &RefundId, step: &RefundStep, now: DateTime<Utc>) -> Result<Option<RefundState>, PortError>;
}
