//! An order of the large demo shop before its products and customers are generated.

use chrono::{DateTime, Utc};
use domain::orders::order_status::OrderStatus;

/// An order that refers to products and customers by index.
pub(super) struct PlannedOrder {
    /// The random bits of its number.
    pub(super) bits: u64,
    /// The index of the customer.
    pub(super) customer: u32,
    pub(super) placed_at: DateTime<Utc>,
    pub(super) status: OrderStatus,
    /// Indexes of products, each at most once, and units.
    pub(super) lines: Vec<(u32, u32)>,
}
