//! Cancelling orders that are not paid in time.

use std::sync::Arc;

use domain::payments::ports::ExpiringOrders;
use domain::shared::ports::{Clock, PortError};

/// Cancels orders that are not paid in time.
#[derive(Clone)]
pub struct ExpireOrders {
    orders: Arc<dyn ExpiringOrders>,
    clock: Arc<dyn Clock>,
}

impl ExpireOrders {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn ExpiringOrders>, clock: Arc<dyn Clock>) -> Self {
        Self { orders, clock }
    }

    /// Cancels the overdue orders, each in a transaction of its own, and answers their number. Several instances may do so at once:
    /// each order is looked at again under its lock.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the orders before were cancelled.
    pub async fn run(&self) -> Result<usize, PortError> {
        let now = self.clock.now();
        let mut expired = 0;
        for id in self.orders.overdue(now).await? {
            if self.orders.expire(&id, now).await? {
                expired += 1;
            }
        }
        Ok(expired)
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::order_id::OrderId;
    use domain::payments::ports::MockExpiringOrders;
    use domain::shared::ports::MockClock;

    use super::*;

    #[tokio::test]
    async fn counts_the_orders_that_were_still_unpaid() {
        let mut orders = MockExpiringOrders::new();
        orders.expect_overdue().returning(|_| Ok([1, 2, 3].map(OrderId::from_random).into()));
        orders.expect_expire().returning(|id, _| Ok(*id != OrderId::from_random(2)));
        let mut clock = MockClock::new();
        clock.expect_now().returning(|| chrono::DateTime::UNIX_EPOCH);
        assert_eq!(ExpireOrders::new(Arc::new(orders), Arc::new(clock)).run().await.unwrap(), 2);
    }
}
