//! The history of a product's stock.

use chrono::{DateTime, Utc};

use crate::shared::email::EmailAddress;
use crate::shared::order_id::OrderId;
use crate::shared::quantity::Stock;

/// The reason of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovementReason {
    /// The product was added with them.
    Initial,
    Sale,
    /// Their order was cancelled.
    Cancellation,
    /// Their order was reinstated.
    Reinstatement,
    /// An administrator adjusted the stock and gave a reason.
    Adjustment,
    /// An administrator edited the product.
    Edit,
    /// A file of products was imported.
    Import,
}

impl MovementReason {
    pub const ALL: [Self; 7] =
        [Self::Initial, Self::Sale, Self::Cancellation, Self::Reinstatement, Self::Adjustment, Self::Edit, Self::Import];

    /// Its name, stored and sent.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Initial => "initial",
            Self::Sale => "sale",
            Self::Cancellation => "cancellation",
            Self::Reinstatement => "reinstatement",
            Self::Adjustment => "adjustment",
            Self::Edit => "edit",
            Self::Import => "import",
        }
    }

    /// Reads a name; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_reads_back() {
        for reason in MovementReason::ALL {
            assert_eq!(MovementReason::parse(reason.as_str()), Some(reason));
        }
        assert_eq!(MovementReason::parse("theft"), None);
    }
}
