//! The four statuses of an order and the effect of a change on the stock.

use std::fmt;

/// The status of an order (`spec.md` §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderStatus {
    /// Received; the first status of every order.
    Processing,
    Shipped,
    /// Received by the customer.
    Completed,
    /// Called off; its units are back on the shelf.
    Cancelled,
}

/// The text names no order status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be processing, shipped, completed or cancelled")]
pub struct OrderStatusError;

/// The effect of a change of status on the stock of the order's products (contract, Orders).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockEffect {
    None,
    /// Every line's units go back on the shelf: the order enters `cancelled`.
    Restock,
    /// Every line's units are taken again, or the change is refused: the order leaves `cancelled`.
    Take,
}

impl OrderStatus {
    /// All of them, in the order a shop sees them.
    pub const ALL: [Self; 4] = [Self::Processing, Self::Shipped, Self::Completed, Self::Cancelled];

    /// Reads the contract's spelling.
    ///
    /// # Errors
    /// [`OrderStatusError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, OrderStatusError> {
        Self::ALL.into_iter().find(|s| s.as_str() == text).ok_or(OrderStatusError)
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Processing => "processing",
            Self::Shipped => "shipped",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The effect of a change from `self` to `next` on the stock. Every change is allowed.
    #[must_use]
    pub const fn stock_effect(self, next: Self) -> StockEffect {
        match (self, next) {
            (Self::Cancelled, Self::Cancelled) => StockEffect::None,
            (_, Self::Cancelled) => StockEffect::Restock,
            (Self::Cancelled, _) => StockEffect::Take,
            _ => StockEffect::None,
        }
    }
}

impl fmt::Display for OrderStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_entering_and_leaving_cancelled_move_stock() {
        use OrderStatus::{Cancelled, Completed, Processing, Shipped};
        use StockEffect::{None, Restock, Take};
        for (from, effects) in [
            // to: processing, shipped, completed, cancelled
            (Processing, [None, None, None, Restock]),
            (Shipped, [None, None, None, Restock]),
            (Completed, [None, None, None, Restock]),
            (Cancelled, [Take, Take, Take, None]),
        ] {
            assert_eq!(OrderStatus::ALL.map(|to| from.stock_effect(to)), effects, "from {from}");
        }
    }

    #[test]
    fn going_there_and_back_leaves_the_stock_as_it_was() {
        let units = |effect| match effect {
            StockEffect::None => 0,
            StockEffect::Restock => 1,
            StockEffect::Take => -1,
        };
        for a in OrderStatus::ALL {
            for b in OrderStatus::ALL {
                for c in OrderStatus::ALL {
                    let round = units(a.stock_effect(b)) + units(b.stock_effect(c)) + units(c.stock_effect(a));
                    assert_eq!(round, 0, "{a} → {b} → {c} → {a}");
                }
            }
        }
    }

    #[test]
    fn spelled_as_in_the_contract() {
        assert_eq!(OrderStatus::ALL.map(OrderStatus::as_str), ["processing", "shipped", "completed", "cancelled"]);
        for status in OrderStatus::ALL {
            assert_eq!(OrderStatus::parse(&status.to_string()), Ok(status));
        }
        for text in ["", "Processing", "canceled", " shipped", "pending"] {
            assert_eq!(OrderStatus::parse(text), Err(OrderStatusError), "{text:?}");
        }
    }
}
