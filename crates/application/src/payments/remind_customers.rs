//! Reminding customers of bank transfers.

use std::sync::Arc;

use domain::payments::ports::PaymentReminders;
use domain::shared::ports::{Clock, PortError};

/// Reminds customers of bank transfers (contract-commerce, section 6).
#[derive(Clone)]
pub struct RemindCustomers {
    reminders: Arc<dyn PaymentReminders>,
    clock: Arc<dyn Clock>,
}

impl RemindCustomers {
    /// Wires the use case.
    #[must_use]
    pub fn new(reminders: Arc<dyn PaymentReminders>, clock: Arc<dyn Clock>) -> Self {
        Self { reminders, clock }
    }

    /// Queues the reminders that are due, each in a transaction of its own, and answers their number. Several instances may do so at
    /// once: each order is looked at again under its lock, and has one reminder.
    ///
    /// # Errors
    /// The first [`PortError`] of the store; the other customers were reminded all the same.
    pub async fn run(&self) -> Result<usize, PortError> {
        let now = self.clock.now();
        let (mut reminded, mut failure) = (0, None);
        for id in self.reminders.to_remind(now).await? {
            match self.reminders.remind(&id, now).await {
                Ok(is_queued) => reminded += usize::from(is_queued),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(reminded), Err)
    }
}

#[cfg(test)]
mod tests {
    use domain::payments::ports::MockPaymentReminders;
    use domain::shared::order_id::OrderId;

    use super::*;
    use crate::samples::clock;

    #[tokio::test]
    async fn an_order_that_fails_does_not_keep_the_others() {
        let mut reminders = MockPaymentReminders::new();
        reminders.expect_to_remind().returning(|_| Ok([1, 2, 3].map(OrderId::from_random).into()));
        reminders
            .expect_remind()
            .times(3)
            .returning(|id, _| if *id == OrderId::from_random(1) { Err(PortError::unavailable("away")) } else { Ok(true) });
        assert!(RemindCustomers::new(Arc::new(reminders), clock()).run().await.is_err());
    }

    #[tokio::test]
    async fn counts_the_mails_that_were_queued() {
        let mut reminders = MockPaymentReminders::new();
        reminders.expect_to_remind().returning(|_| Ok([1, 2].map(OrderId::from_random).into()));
        reminders.expect_remind().returning(|id, _| Ok(*id == OrderId::from_random(1)));
        assert_eq!(RemindCustomers::new(Arc::new(reminders), clock()).run().await.unwrap(), 1);
    }
}
