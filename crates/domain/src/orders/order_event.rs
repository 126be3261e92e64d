//! The history of an order.

use chrono::{DateTime, Utc};

use crate::orders::order_status::OrderStatus;
use crate::shared::email::EmailAddress;

/// One step of an order's history. The first is that it was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderEvent {
    /// When.
    pub at: DateTime<Utc>,
    /// The user who made the step: the customer who placed the order, or an administrator; `None` for the operator.
    pub actor: Option<EmailAddress>,
    /// The status before; `None` for the first step.
    pub from: Option<OrderStatus>,
    /// The status after.
    pub to: OrderStatus,
    /// The request it was done with, where that is known.
    pub request_id: Option<String>,
}
