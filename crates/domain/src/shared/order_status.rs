//! The four statuses of an order.

use crate::shared::json::words;

words! {
    /// The status of an order (`spec.md` §4).
    pub enum OrderStatus or "must be processing, shipped, completed or cancelled" {
        /// Received; the first status of every order.
        Processing = "processing",
        Shipped = "shipped",
        /// Received by the customer.
        Completed = "completed",
        /// Called off; its units are back on the shelf.
        Cancelled = "cancelled",
    }
}
