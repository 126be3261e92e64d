//! Cancelling an order before it is packed.

use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::order::Order;
use crate::orders::order_status::OrderStatus;
use crate::shared::text::CancelReason;

/// A wish to cancel an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancellation {
    /// Why, in the customer's words.
    pub reason: Option<CancelReason>,
    /// Whether an administrator cancels for the customer; the audit log records that.
    pub is_by_staff: bool,
}

/// The order is packed already, further on, or cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the order can no longer be cancelled")]
pub struct NotCancellable;

/// The order after it is cancelled: possible while it is unfulfilled, paid or not (contract-commerce, section 4).
///
/// # Errors
/// [`NotCancellable`] for a packed order, one further on, and a cancelled one.
pub fn cancelled(order: Order) -> Result<Order, NotCancellable> {
    if order.status == OrderStatus::Cancelled || order.fulfilment_status() != FulfilmentStatus::Unfulfilled {
        return Err(NotCancellable);
    }
    let fulfilment = order.fulfilment.moved(order.status, OrderStatus::Cancelled);
    Ok(Order { status: OrderStatus::Cancelled, fulfilment, ..order })
}
