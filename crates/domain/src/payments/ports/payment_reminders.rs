//! Reminding customers of bank transfers.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::shared::order_id::OrderId;
use crate::shared::ports::PortError;

/// Finds the orders whose customers are reminded, and queues the mails.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PaymentReminders: Send + Sync {
    /// Orders of which half of the time for a bank transfer is over and that have no reminder, at most 100, the first to be cancelled
    /// first.
    async fn to_remind(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError>;

    /// Queues the mail of [`crate::orders::order_mails::reminder`], in one transaction that locks the order. False where there is none,
    /// or it was queued before.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the mail is not queued then.
    async fn remind(&self, id: &OrderId, now: DateTime<Utc>) -> Result<bool, PortError>;
}
