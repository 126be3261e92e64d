//! Showing the history of an order.

use std::sync::Arc;

use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use domain::orders::ports::OrderReader;

use crate::orders::show_order::ShowOrderError;

/// Shows the history of orders, to administrators.
#[derive(Clone)]
pub struct ShowOrderHistory(Arc<dyn OrderReader>);

impl ShowOrderHistory {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderReader>) -> Self {
        Self(orders)
    }

    /// The steps of the order with this number, oldest first.
    ///
    /// # Errors
    /// [`ShowOrderError`] when there is none or the store fails.
    pub async fn run(&self, id: &OrderId) -> Result<Vec<OrderEvent>, ShowOrderError> {
        self.0.history(id).await?.ok_or(ShowOrderError::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::ports::MockOrderReader;
    use testkit::sample_orders;

    use super::*;

    #[tokio::test]
    async fn an_absent_order_is_not_found() {
        let mut orders = MockOrderReader::new();
        orders.expect_history().returning(|_| Ok(None));
        let shown = ShowOrderHistory::new(Arc::new(orders)).run(&sample_orders::order_id()).await;
        assert!(matches!(shown, Err(ShowOrderError::NotFound)));
    }
}
