//! An order of the demo shop's past.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::orders::order_status::OrderStatus;

/// An order of the past.
#[derive(Clone, Debug)]
pub(crate) struct PastOrder {
    /// Its number among the demo orders; 0 is the newest.
    pub(crate) number: u64,
    pub(crate) customer: User,
    pub(crate) placed_at: DateTime<Utc>,
    pub(crate) status: OrderStatus,
    /// Product codes and quantities.
    pub(crate) lines: Vec<(String, i64)>,
}

impl PastOrder {
    /// Whether its units were restocked.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.status == OrderStatus::Cancelled
    }
}
