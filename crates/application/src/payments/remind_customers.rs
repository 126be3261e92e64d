//! Reminding customers of bank transfers.

use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;

use crate::payments::payment_service::PaymentService;

/// The actor of the change, which no log has.
const REMINDING: &str = "payment reminders";

impl PaymentService {
    /// Queues the reminders of bank transfers that are due (contract-commerce, section 6), each in a transaction of its own, and answers their number. Several instances may do so at
    /// once: each order is looked at again under its lock, and has one reminder.
    ///
    /// # Errors
    /// The first [`PortError`] of the store; the other customers were reminded all the same.
    pub async fn remind_customers(&self) -> Result<usize, PortError> {
        let (mut reminded, mut failure) = (0, None);
        for id in self.payments.to_remind(self.clock.now()).await? {
            match self.remind(&id).await {
                Ok(edited) => reminded += usize::from(edited),
                Err(OrderError::Port(error)) => failure = failure.or(Some(error)),
                // It is gone.
                Err(_) => {}
            }
        }
        failure.map_or(Ok(reminded), Err)
    }

    async fn remind(&self, id: &OrderId) -> Result<bool, OrderError> {
        let now = self.clock.now();
        let decide = Box::new(move |order: &Order| Ok(order.remind(now)));
        Ok(self.orders.change(id, &Actor::operator(REMINDING), now, decide).await?.is_changed)
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::payment::repository::MockPaymentRepository;
    use domain::orders::ports::MockOrderRepository;
    use domain::shared::edit::Saved;
    use domain::shared::order_id::OrderId;
    use testkit::sample_orders;

    use super::*;
    use crate::payments::samples::service;
    use crate::samples::{away, customer};

    /// A run with three orders, of which the store reminds the first; the second fails where `fails` says so.
    async fn run(fails: bool) -> Result<usize, PortError> {
        let (mut payments, mut orders) = (MockPaymentRepository::new(), MockOrderRepository::new());
        payments.expect_to_remind().returning(|_| Ok([1, 2, 3].map(OrderId::from_random).into()));
        orders.expect_change().times(3).returning(move |id, _, _, _| {
            if fails && *id == OrderId::from_random(2) {
                return Err(away().into());
            }
            let value = sample_orders::draft(&customer().user, &[]).into_order();
            Ok(Saved { value, is_changed: *id == OrderId::from_random(1) })
        });
        service(payments, orders, None).remind_customers().await
    }

    #[tokio::test]
    async fn counts_the_mails_that_were_queued() {
        assert_eq!(run(false).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn an_order_that_fails_does_not_keep_the_others() {
        assert!(run(true).await.is_err());
    }
}
