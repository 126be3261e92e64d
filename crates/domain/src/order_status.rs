//! The four states of an order and what moving between them does to the stock.

use std::fmt;

/// Where an order stands (`spec.md` §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderStatus {
    /// Received; the first status of every order.
    Processing,
    /// On its way.
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

/// What a change of status does to the stock of the order's products (contract, Orders).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockEffect {
    /// Nothing.
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

    /// The contract's spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Processing => "processing",
            Self::Shipped => "shipped",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
        }
    }

    /// What going from `self` to `next` does to the stock. Every change is allowed.
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
