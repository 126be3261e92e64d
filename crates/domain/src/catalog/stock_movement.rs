//! The history of a product's stock.

use chrono::{DateTime, Utc};

use crate::shared::email::EmailAddress;
use crate::shared::json::words;
use crate::shared::order_id::OrderId;
use crate::shared::quantity::Stock;

words! {
    pub enum MovementReason {
        /// The product was added with them.
        Initial = "initial",
        Sale = "sale",
        /// Their order was cancelled.
        Cancellation = "cancellation",
        /// Their order was reinstated.
        Reinstatement = "reinstatement",
        /// A customer sent them back.
        Return = "return",
        /// An administrator adjusted the stock and gave a reason.
        Adjustment = "adjustment",
        /// An administrator edited the product.
        Edit = "edit",
        /// A file of products was imported.
        Import = "import",
    }
}

/// One change of one product's stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockMovement {
    pub at: DateTime<Utc>,
    /// The change in units, negative for units that left; never 0.
    pub delta: i32,
    /// The stock after the movement.
    pub stock_after: Stock,
    pub reason: MovementReason,
    /// The reason that the administrator gave for an adjustment.
    pub note: Option<String>,
    /// The order behind it.
    pub order_id: Option<OrderId>,
    /// The user who caused it; `None` for the operator at the command line.
    pub actor_email: Option<EmailAddress>,
}
