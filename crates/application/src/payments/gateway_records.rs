//! Booking the gateway's records of attempts.

use std::sync::Arc;

use domain::orders::error::OrderError;
use domain::payments::attempt::AttemptId;
use domain::payments::attention::AttentionKind;
use domain::payments::error::PaymentError;
use domain::payments::gateway::GatewayPayment;
use domain::payments::gateway_records::names_of_records;
use domain::payments::order_attempts::OrderAttempts;
use domain::payments::repository::PaymentRepository;
use domain::shared::ports::{Clock, PortError};

#[derive(Clone)]
pub struct GatewayRecords {
    pub payments: Arc<dyn PaymentRepository>,
    pub clock: Arc<dyn Clock>,
}

impl GatewayRecords {
    /// Books what the records of an attempt say ([`OrderAttempts::read`]), and answers why staff are to look at it.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; nothing was booked then.
    pub async fn book(&self, id: &AttemptId, records: &[GatewayPayment]) -> Result<Option<AttentionKind>, PortError> {
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
