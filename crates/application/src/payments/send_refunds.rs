//! Sending refunds to the gateway, each at most once.

use std::sync::Arc;

use domain::orders::ports::OrderReader;
use domain::payments::gateway::RefundOutcome;
use domain::payments::ports::{PaymentAttempts, PaymentGateway, RefundQueue};
use domain::payments::refund::{RefundId, RefundState};
use domain::payments::refund_sending::{DueRefund, RefundStep};
use domain::shared::ports::{Clock, PortError};

/// The most refunds of a run. Each takes two calls of the gateway, of which 10 in 10 seconds are made.
const AT_ONCE: usize = 3;

/// What a run did.
#[derive(Debug, Default)]
pub struct SentRefunds {
    /// The refunds that were moved on, with their new states.
    pub moved: Vec<(RefundId, RefundState)>,
    /// The failures, by refund. Those that were not begun are tried again a minute later.
    pub failures: Vec<(RefundId, PortError)>,
}

#[derive(Clone)]
pub struct SendRefunds {
    queue: Arc<dyn RefundQueue>,
    orders: Arc<dyn OrderReader>,
    attempts: Arc<dyn PaymentAttempts>,
    gateway: Option<Arc<dyn PaymentGateway>>,
    clock: Arc<dyn Clock>,
}

impl SendRefunds {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        queue: Arc<dyn RefundQueue>,
        orders: Arc<dyn OrderReader>,
        attempts: Arc<dyn PaymentAttempts>,
        gateway: Option<Arc<dyn PaymentGateway>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { queue, orders, attempts, gateway, clock }
    }

    /// Sends the refunds that wait (contract-commerce, section 2). A refund whose sender ended while it was sent becomes unknown, and is
    /// never sent again. A shop without App credentials sends none.
    ///
    /// # Errors
    /// [`PortError`] when the store does not tell which refunds wait.
    pub async fn run(&self) -> Result<SentRefunds, PortError> {
        let mut done = SentRefunds::default();
        for id in self.queue.stranded(self.clock.now()).await? {
            let moved = self.queue.step(&id, &RefundStep::Strand, self.clock.now()).await;
            done.note(id, moved);
        }
        let Some(gateway) = self.gateway.as_ref().filter(|gateway| gateway.has_records()) else { return Ok(done) };
        for id in self.queue.take_due(self.clock.now(), AT_ONCE).await? {
            let moved = self.send(gateway.as_ref(), &id).await;
            done.note(id, moved);
        }
        Ok(done)
    }

    /// Sends one refund, after the gateway's records confirmed its payment, and answers its new state.
    async fn send(&self, gateway: &dyn PaymentGateway, id: &RefundId) -> Result<Option<RefundState>, PortError> {
        let order = self.orders.by_id(&id.order).await?;
        let Some(due) = order.and_then(|order| DueRefund::of(&order, id.number)) else { return Ok(None) };
        let payments = gateway.find_payments(&due.attempt).await?;
        // What the records say is booked first: the money may be gone already.
        self.attempts.take_records(&due.attempt, &payments, self.clock.now()).await?;
        let Some(refund) = due.confirmed(&payments) else { return self.queue.step(id, &RefundStep::Refuse, self.clock.now()).await };
        let begun = self.queue.step(id, &RefundStep::Begin, self.clock.now()).await?;
        if begun != Some(RefundState::Sending) {
            return Ok(begun);
        }
        let outcome: RefundOutcome = gateway.refund(&refund).await;
        self.queue.step(id, &RefundStep::End(outcome), self.clock.now()).await
    }
}

impl SentRefunds {
    fn note(&mut self, id: RefundId, moved: Result<Option<RefundState>, PortError>) {
        match moved {
            Ok(Some(state)) => self.moved.push((id, state)),
            Ok(None) => {}
            Err(error) => self.failures.push((id, error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::catalog::product::Product;
    use domain::orders::order::Order;
    use domain::orders::ports::MockOrderReader;
    use domain::payments::gateway::{GatewayPayment, PaymentRef, RecordState};
    use domain::payments::ledger::{Booked, EntrySource};
    use domain::payments::order_payment::{NewCharge, RefundRequest};
    use domain::payments::payment_method::PaymentMethod;
    use domain::payments::ports::{MockPaymentAttempts, MockPaymentGateway, MockRefundQueue};
    use domain::payments::refund::RefundVia;
    use domain::shared::text::PaymentId;
    use testkit::{moments, sample_orders, sample_products};

    use super::*;
    use crate::samples::{away, clock, customer};

    /// An order that was paid at the gateway, all of which is to go back.
    fn order() -> Order {
        let product = Product::from(sample_products::product("Rose"));
        let order = sample_orders::draft(&customer().user, &[(&product, 1)]).into_order();
        let booked = Booked { by: None, at: moments::now() };
        let mut payment = order.payment.clone();
        let (source, method) = (EntrySource::Gateway, PaymentMethod::PayHere);
        let reference = PaymentId::parse("3200").unwrap();
        payment.charge(NewCharge { source, method, amount: order.total, reference, attempt: Some(1) }, &booked);
        let request = RefundRequest { amount: order.total, via: RefundVia::Gateway, reference: None, reason: None };
        payment.release(order.owed(), request, &booked).unwrap();
        order.with_payment(payment)
    }

    fn record(order: &Order) -> GatewayPayment {
        let payment = PaymentRef::parse("3200").unwrap();
        GatewayPayment { payment, amount: Some(order.total), state: RecordState::Received, means: None }
    }

    /// A run with one due refund, where the gateway's records are these and the steps have these outcomes, in order.
    async fn run(
        records: Result<Vec<GatewayPayment>, PortError>,
        refunds: usize,
        steps: Vec<(RefundStep, Option<RefundState>)>,
    ) -> SentRefunds {
        let order = order();
        let id = RefundId { order: order.id.clone(), number: 1 };
        let (mut queue, mut reader) = (MockRefundQueue::new(), MockOrderReader::new());
        queue.expect_stranded().returning(|_| Ok(Vec::new()));
        queue.expect_take_due().returning(move |_, _| Ok(vec![id.clone()]));
        let mut order_of_steps = mockall::Sequence::new();
        for (step, state) in steps {
            queue
                .expect_step()
                .withf(move |_, asked, _| *asked == step)
                .once()
                .in_sequence(&mut order_of_steps)
                .returning(move |_, _, _| Ok(state));
        }
        reader.expect_by_id().returning(move |_| Ok(Some(order.clone())));
        let (mut attempts, mut gateway) = (MockPaymentAttempts::new(), MockPaymentGateway::new());
        attempts.expect_take_records().returning(|_, _, _| Ok(None));
        gateway.expect_has_records().return_const(true);
        gateway.expect_find_payments().return_once(move |_| records);
        gateway.expect_refund().times(refunds).returning(|_| RefundOutcome::Unknown);
        let sending = SendRefunds::new(Arc::new(queue), Arc::new(reader), Arc::new(attempts), Some(Arc::new(gateway)), clock());
        sending.run().await.unwrap()
    }

    #[tokio::test]
    async fn a_refund_is_begun_before_it_is_sent() {
        let end = RefundStep::End(RefundOutcome::Unknown);
        let steps = vec![(RefundStep::Begin, Some(RefundState::Sending)), (end, Some(RefundState::Unknown))];
        let done = run(Ok(vec![record(&order())]), 1, steps).await;
        assert_eq!(done.moved.iter().map(|(_, state)| *state).collect::<Vec<_>>(), [RefundState::Unknown]);
    }

    #[tokio::test]
    async fn a_refund_that_another_instance_began_is_not_sent() {
        let done = run(Ok(vec![record(&order())]), 0, vec![(RefundStep::Begin, None)]).await;
        assert!(done.moved.is_empty() && done.failures.is_empty());
    }

    #[tokio::test]
    async fn a_payment_that_the_records_do_not_have_is_not_returned() {
        let done = run(Ok(Vec::new()), 0, vec![(RefundStep::Refuse, Some(RefundState::Failed))]).await;
        assert_eq!(done.moved.len(), 1);
    }

    #[tokio::test]
    async fn while_the_gateway_is_away_nothing_is_begun() {
        let done = run(Err(away()), 0, Vec::new()).await;
        assert_eq!((done.moved.len(), done.failures.len()), (0, 1));
    }

    #[tokio::test]
    async fn a_refund_whose_sender_ended_becomes_unknown_in_any_shop() {
        let mut queue = MockRefundQueue::new();
        let id = RefundId { order: sample_orders::order_id(), number: 1 };
        queue.expect_stranded().returning(move |_| Ok(vec![id.clone()]));
        queue.expect_step().withf(|_, step, _| *step == RefundStep::Strand).once().returning(|_, _, _| Ok(Some(RefundState::Unknown)));
        let (reader, attempts) = (MockOrderReader::new(), MockPaymentAttempts::new());
        let sending = SendRefunds::new(Arc::new(queue), Arc::new(reader), Arc::new(attempts), None, clock());
        assert_eq!(sending.run().await.unwrap().moved.len(), 1);
    }
}
