//! Sums of a customer's orders.

use chrono::{DateTime, Utc};

/// The sums over all orders placed with one e-mail address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purchases {
    /// Orders that are not cancelled.
    pub orders: u64,
    pub cancelled: u64,
    /// The total of those that are not cancelled, in cents; it can pass [`crate::shared::money::Money::MAX`].
    pub spent_cents: i64,
    /// When the newest one was placed, cancelled or not.
    pub last_order_at: Option<DateTime<Utc>>,
}
