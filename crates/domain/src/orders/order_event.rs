//! What happened to an order, step by step.

use chrono::{DateTime, Utc};

use crate::orders::order_status::OrderStatus;
use crate::shared::email::EmailAddress;

/// One step of an order's history. The first is that it was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderEvent {
    /// When.
    pub at: DateTime<Utc>,
    /// Who took the step: the customer who placed it, or an administrator; `None` for the operator.
    pub actor: Option<EmailAddress>,
    /// Where the order stood; `None` where it was placed.
    pub from: Option<OrderStatus>,
    /// Where it stood then.
    pub to: OrderStatus,
    /// The request it was done with, where that is known.
    pub request_id: Option<String>,
}
