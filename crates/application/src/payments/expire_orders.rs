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
    /// The first [`PortError`] of the store; the other orders were cancelled all the same.
    pub async fn run(&self) -> Result<usize, PortError> {
        let now = self.clock.now();
        let (mut expired, mut failure) = (0, None);
        for id in self.orders.overdue(now).await? {
            match self.orders.expire(&id, now).await {
                Ok(is_expired) => expired += usize::from(is_expired),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(expired), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::clock;
    use domain::orders::order_id::OrderId;
    use domain::payments::ports::MockExpiringOrders;

    #[tokio::test]
    async fn counts_the_orders_that_were_still_unpaid() {
        let mut orders = MockExpiringOrders::new();
        orders.expect_overdue().returning(|_| Ok([1, 2, 3].map(OrderId::from_random).into()));
        orders.expect_expire().returning(|id, _| Ok(*id != OrderId::from_random(2)));
        assert_eq!(ExpireOrders::new(Arc::new(orders), clock()).run().await.unwrap(), 2);
    }

    #[tokio::test]
    async fn an_order_that_fails_does_not_keep_the_others() {
        let (sender, asked) = std::sync::mpsc::channel();
        let mut orders = MockExpiringOrders::new();
        orders.expect_overdue().returning(|_| Ok([1, 2, 3].map(OrderId::from_random).into()));
        orders.expect_expire().returning(move |id, _| {
            sender.send(id.clone()).unwrap();
            if *id == OrderId::from_random(1) { Err(PortError::unavailable("away")) } else { Ok(true) }
        });
        let use_case = ExpireOrders::new(Arc::new(orders), clock());
        assert!(use_case.run().await.is_err());
        drop(use_case);
        assert_eq!(asked.iter().count(), 3);
    }
}
