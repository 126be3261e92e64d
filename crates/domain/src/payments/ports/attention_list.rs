//! What waits for staff.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::orders::order_id::OrderId;
use crate::payments::attention::{Attention, AttentionNote};
use crate::reports::audit::Actor;
use crate::shared::page::{PageAnswer, PageRequest};
use crate::shared::ports::PortError;

/// Lists what waits, and closes it.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait AttentionList: Send + Sync {
    /// One page of what waits, newest first.
    async fn waiting(&self, page: &PageRequest) -> Result<PageAnswer<Attention>, PortError>;

    /// One page of what waits of this order, newest first.
    async fn of_order(&self, order: &OrderId, page: &PageRequest) -> Result<PageAnswer<Attention>, PortError>;

    /// Closes an item with a note; the audit entry is in the same transaction. False where none with this number waits.
    async fn close(&self, id: i64, note: &AttentionNote, by: &Actor, now: DateTime<Utc>) -> Result<bool, PortError>;
}
