//! Orders that are not paid in time.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::shared::order_id::OrderId;
use crate::shared::ports::PortError;

/// Finds orders of which something is due and whose time is over; [`crate::orders::order::Order::expire`] cancels them.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ExpiringOrders: Send + Sync {
    /// At most 100 orders whose time to pay is over, the longest overdue first.
    async fn overdue(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError>;

    /// Notes that the gateway did not say whether an overdue order was paid, and answers since when that is so: the first time since its
    /// deadline, by any instance. `None` where there is no such order.
    async fn postpone(&self, id: &OrderId, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, PortError>;
}
