//! Reading the gateway's records of attempts, so that a notification that is lost costs no payment.

use domain::orders::error::OrderError;
use domain::orders::payment::attempts::OrderAttempts;
use domain::orders::payment::error::PaymentError;
use domain::orders::payment::gateway_records::names_of_records;
use domain::payments::attempt::AttemptId;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::GatewayPayment;
use domain::payments::ports::PaymentGateway;
use domain::shared::ports::PortError;

use crate::payments::payment_service::PaymentService;

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

impl PaymentService {
    /// Reads the records of the attempts that are due (contract-commerce, section 2). A shop without App credentials reads none.
    ///
    /// # Errors
    /// [`PortError`] when the store does not tell which are due.
    pub async fn reconcile(&self) -> Result<Reconciled, PortError> {
        let mut done = Reconciled::default();
        let Some(gateway) = self.gateway.as_ref().filter(|gateway| gateway.has_records()) else { return Ok(done) };
        for id in self.payments.due_attempts(self.clock.now(), AT_ONCE).await? {
            match self.read_records(gateway.as_ref(), &id).await {
                Ok(alarm) => {
                    done.read += 1;
                    done.alarms.extend(alarm.map(|alarm| (id, alarm)));
                }
                Err(error) => done.failures.push((id, error)),
            }
        }
        Ok(done)
    }

    async fn read_records(&self, gateway: &dyn PaymentGateway, id: &AttemptId) -> Result<Option<AttentionKind>, PortError> {
        let payments = gateway.find_payments(id).await?;
        self.book_records(id, &payments).await
    }

    /// Books what the records of an attempt say ([`OrderAttempts::read`]), and answers why staff are to look at it.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; nothing was booked then.
    pub(super) async fn book_records(&self, id: &AttemptId, records: &[GatewayPayment]) -> Result<Option<AttentionKind>, PortError> {
        let names = names_of_records(id, records);
        let (of, records, now) = (id.clone(), records.to_vec(), self.clock.now());
        let decide = Box::new(move |order: &OrderAttempts| order.read(&of, &records, now));
        match self.payments.change_attempt(&id.order, now, &names, decide).await {
            Ok(change) => Ok(change.alarm),
            Err(PaymentError::Port(error) | PaymentError::Order(OrderError::Port(error))) => Err(error),
            // It is gone.
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::payment::repository::MockPaymentRepository;
    use domain::orders::ports::MockOrderRepository;
    use domain::payments::ports::MockPaymentGateway;
    use domain::shared::order_id::OrderId;

    use super::*;
    use crate::payments::samples::{booked, service};

    fn id(number: u32) -> AttemptId {
        AttemptId { order: OrderId::from_random(number.into()), number }
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
        let done = service(payments, MockOrderRepository::new(), Some(gateway)).reconcile().await.unwrap();
        assert_eq!((done.read, done.alarms), (1, vec![(id(2), AttentionKind::DuplicatePayment)]));
        assert_eq!(done.failures.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), [id(1)]);
    }

    #[tokio::test]
    async fn without_records_none_is_read() {
        let mut gateway = MockPaymentGateway::new();
        gateway.expect_has_records().return_const(false);
        for gateway in [None, Some(gateway)] {
            let service = service(MockPaymentRepository::new(), MockOrderRepository::new(), gateway);
            assert_eq!(service.reconcile().await.unwrap().read, 0);
        }
    }
}
