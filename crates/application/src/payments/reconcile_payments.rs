//! Reading the gateway's records of attempts, so that a notification that is lost costs no payment.

use std::sync::Arc;

use domain::payments::attempt::AttemptId;
use domain::payments::attention::AttentionKind;
use domain::payments::ports::PaymentGateway;
use domain::shared::ports::PortError;

use crate::payments::gateway_records::GatewayRecords;

/// The most attempts of a run: the gateway is called 10 times in 10 seconds.
const AT_ONCE: usize = 10;

/// What a run did.
#[derive(Debug, Default)]
pub struct Reconciled {
    /// The number of attempts whose records were read and booked.
    pub read: usize,
    /// The payments that staff are to look at.
    pub alarms: Vec<(AttemptId, AttentionKind)>,
    /// The failures, by attempt; these are read again a minute later.
    pub failures: Vec<(AttemptId, PortError)>,
}

#[derive(Clone)]
pub struct ReconcilePayments {
    pub records: GatewayRecords,
    pub gateway: Option<Arc<dyn PaymentGateway>>,
}

impl ReconcilePayments {
    /// Reads the records of the attempts that are due (contract-commerce, section 2). A shop without App credentials reads none.
    ///
    /// # Errors
    /// [`PortError`] when the store does not tell which are due.
    pub async fn run(&self) -> Result<Reconciled, PortError> {
        let mut done = Reconciled::default();
        let Some(gateway) = self.gateway.as_ref().filter(|gateway| gateway.has_records()) else { return Ok(done) };
        for id in self.records.payments.due_attempts(self.records.clock.now(), AT_ONCE).await? {
            match self.reconcile(gateway.as_ref(), &id).await {
                Ok(alarm) => {
                    done.read += 1;
                    done.alarms.extend(alarm.map(|alarm| (id, alarm)));
                }
                Err(error) => done.failures.push((id, error)),
            }
        }
        Ok(done)
    }

    async fn reconcile(&self, gateway: &dyn PaymentGateway, id: &AttemptId) -> Result<Option<AttentionKind>, PortError> {
        let payments = gateway.find_payments(id).await?;
        self.records.book(id, &payments).await
    }
}

#[cfg(test)]
mod tests {
    use domain::payments::ports::MockPaymentGateway;
    use domain::payments::repository::MockPaymentRepository;
    use domain::shared::order_id::OrderId;

    use super::*;
    use crate::payments::samples::booked;
    use crate::samples::clock;

    fn id(number: u32) -> AttemptId {
        AttemptId { order: OrderId::from_random(number.into()), number }
    }

    fn with(payments: MockPaymentRepository, gateway: Option<MockPaymentGateway>) -> ReconcilePayments {
        let records = GatewayRecords { payments: Arc::new(payments), clock: clock() };
        ReconcilePayments { records, gateway: gateway.map(|gateway| Arc::new(gateway) as _) }
    }

    #[tokio::test]
    async fn an_attempt_that_cannot_be_read_keeps_no_other_from_being_booked() {
        let (mut payments, mut gateway) = (MockPaymentRepository::new(), MockPaymentGateway::new());
        gateway.expect_has_records().return_const(true);
        gateway.expect_find_payments().withf(|asked| *asked == id(1)).once().returning(|_| Err(PortError::unavailable("away")));
        gateway.expect_find_payments().withf(|asked| *asked == id(2)).once().returning(|_| Ok(Vec::new()));
        payments.expect_due_attempts().once().returning(|_, _| Ok(vec![id(1), id(2)]));
        payments
            .expect_change_attempt()
            .withf(|asked, _, _, _| *asked == id(2).order)
            .once()
            .returning(|_, _, _, _| Ok(booked(id(2), Some(AttentionKind::DuplicatePayment))));
        let done = with(payments, Some(gateway)).run().await.unwrap();
        assert_eq!((done.read, done.alarms), (1, vec![(id(2), AttentionKind::DuplicatePayment)]));
        assert_eq!(done.failures.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), [id(1)]);
    }

    #[tokio::test]
    async fn without_records_none_is_read() {
        let mut gateway = MockPaymentGateway::new();
        gateway.expect_has_records().return_const(false);
        for gateway in [None, Some(gateway)] {
            assert_eq!(with(MockPaymentRepository::new(), gateway).run().await.unwrap().read, 0);
        }
    }
}
