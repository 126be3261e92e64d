//! Sending refunds to the gateway, each at most once.

use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::payment::refund_sending::{DueRefund, RefundStep};
use domain::payments::gateway::RefundOutcome;
use domain::payments::ports::PaymentGateway;
use domain::payments::refund::{RefundId, RefundState};
use domain::shared::edit::Saved;
use domain::shared::ports::PortError;

use crate::payments::payment_service::PaymentService;

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

/// The actor of the changes, which no log has.
const SENDING: &str = "refunds";

impl PaymentService {
    /// Sends the refunds that wait (contract-commerce, section 2). A refund whose sender ended while it was sent becomes unknown, and is
    /// never sent again. A shop without App credentials sends none.
    ///
    /// # Errors
    /// [`PortError`] when the store does not tell which refunds wait.
    pub async fn send_refunds(&self) -> Result<SentRefunds, PortError> {
        let mut done = SentRefunds::default();
        for id in self.payments.stranded_refunds(self.clock.now()).await? {
            let moved = self.step(&id, RefundStep::Strand).await;
            done.note(id, moved);
        }
        let Some(gateway) = self.gateway.as_ref().filter(|gateway| gateway.has_records()) else { return Ok(done) };
        for id in self.payments.due_refunds(self.clock.now(), AT_ONCE).await? {
            let moved = self.send(gateway.as_ref(), &id).await;
            done.note(id, moved);
        }
        Ok(done)
    }

    /// Sends one refund, after the gateway's records confirmed its payment, and answers its new state.
    async fn send(&self, gateway: &dyn PaymentGateway, id: &RefundId) -> Result<Option<RefundState>, PortError> {
        let order = self.reader.by_id(&id.order).await?;
        let Some(due) = order.and_then(|order| DueRefund::of(&order, id.number)) else { return Ok(None) };
        let payments = gateway.find_payments(&due.attempt).await?;
        // What the records say is booked first: the money may be gone already.
        self.book_records(&due.attempt, &payments).await?;
        let Some(refund) = due.confirmed(&payments) else { return self.step(id, RefundStep::Refuse).await };
        let begun = self.step(id, RefundStep::Begin).await?;
        if begun != Some(RefundState::Sending) {
            return Ok(begun);
        }
        let outcome: RefundOutcome = gateway.refund(&refund).await;
        self.step(id, RefundStep::End(outcome)).await
    }

    /// Moves a refund on and answers its new state; `None` where it is not in a state from which the step leads on.
    async fn step(&self, id: &RefundId, step: RefundStep) -> Result<Option<RefundState>, PortError> {
        let (now, number) = (self.clock.now(), id.number);
        let decide = Box::new(move |order: &Order| Ok(order.step_refund(number, &step, now)));
        match self.orders.change(&id.order, &Actor::operator(SENDING), now, decide).await {
            Ok(Saved { value: order, is_changed: true }) => {
                Ok(order.payment.refunds.iter().find(|refund| refund.number == number).map(|refund| refund.state))
            }
            Err(OrderError::Port(error)) => Err(error),
            Ok(_) | Err(_) => Ok(None),
        }
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
    use std::sync::{Arc, Mutex};

    use domain::catalog::product::Product;
    use domain::orders::payment::repository::MockPaymentRepository;
    use domain::orders::ports::{MockOrderReader, MockOrderRepository};
    use domain::payments::attempt::AttemptId;
    use domain::payments::gateway::{GatewayPayment, PaymentRef, RecordState};
    use domain::payments::ledger::{Booked, EntrySource};
    use domain::payments::order_payment::{NewCharge, RefundRequest};
    use domain::payments::payment_method::PaymentMethod;
    use domain::payments::ports::MockPaymentGateway;
    use domain::payments::refund::RefundVia;
    use domain::shared::text::PaymentId;
    use testkit::{moments, sample_orders, sample_products};

    use super::*;
    use crate::payments::samples::{booked, service};
    use crate::samples::{away, customer};

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

    /// An order that the steps of refunds change, and the states that its refund had.
    #[derive(Clone)]
    struct Kept(Arc<Mutex<Order>>, Arc<Mutex<Vec<RefundState>>>);

    impl Kept {
        fn new(order: Order) -> Self {
            Self(Arc::new(Mutex::new(order)), Arc::default())
        }

        fn repository(&self) -> MockOrderRepository {
            let (mut orders, kept) = (MockOrderRepository::new(), self.clone());
            orders.expect_change().returning(move |_, _, _, decide| {
                let mut order = kept.0.lock().unwrap();
                let after = decide(&order)?.order;
                let is_changed = after != *order;
                *order = after.clone();
                kept.1.lock().unwrap().push(after.payment.refunds[0].state);
                Ok(Saved { value: after, is_changed })
            });
            orders
        }

        fn states(&self) -> Vec<RefundState> {
            self.1.lock().unwrap().clone()
        }
    }

    /// A run with the refund of `order` as due, or as stranded, where the gateway's records are these and it is asked for `refunds` refunds.
    async fn run(
        order: Order,
        is_due: bool,
        records: Result<Vec<GatewayPayment>, PortError>,
        refunds: usize,
    ) -> (SentRefunds, Vec<RefundState>) {
        let id = RefundId { order: order.id.clone(), number: 1 };
        let (kept, read) = (Kept::new(order.clone()), order_before(&order));
        let (mut payments, mut reader) = (MockPaymentRepository::new(), MockOrderReader::new());
        let ids = |is_found: bool| if is_found { vec![id.clone()] } else { Vec::new() };
        let (due, stranded) = (ids(is_due), ids(!is_due));
        payments.expect_stranded_refunds().returning(move |_| Ok(stranded.clone()));
        payments.expect_due_refunds().returning(move |_, _| Ok(due.clone()));
        reader.expect_by_id().returning(move |_| Ok(Some(read.clone())));
        let mut gateway = MockPaymentGateway::new();
        let attempt = AttemptId { order: order.id.clone(), number: 1 };
        payments.expect_change_attempt().returning(move |_, _, _, _| Ok(booked(attempt.clone(), None)));
        gateway.expect_has_records().return_const(is_due);
        gateway.expect_find_payments().return_once(move |_| records);
        gateway.expect_refund().times(refunds).returning(|_| RefundOutcome::Unknown);
        let sending = PaymentService { reader: Arc::new(reader), ..service(payments, kept.repository(), Some(gateway)) };
        (sending.send_refunds().await.unwrap(), kept.states())
    }

    /// The order as it was read before another instance began its refund.
    fn order_before(order: &Order) -> Order {
        let mut read = order.clone();
        read.payment.refunds[0].state = RefundState::Requested;
        read
    }

    fn begun() -> Order {
        order().step_refund(1, &RefundStep::Begin, moments::now()).order
    }

    #[tokio::test]
    async fn a_refund_is_begun_before_it_is_sent() {
        let order = order();
        let records = vec![record(&order)];
        let (done, states) = run(order, true, Ok(records), 1).await;
        assert_eq!(states, [RefundState::Sending, RefundState::Unknown]);
        assert_eq!(done.moved.iter().map(|(_, state)| *state).collect::<Vec<_>>(), [RefundState::Unknown]);
    }

    #[tokio::test]
    async fn a_refund_that_another_instance_began_is_not_sent() {
        let (done, _) = run(begun(), true, Ok(vec![record(&begun())]), 0).await;
        assert!(done.moved.is_empty() && done.failures.is_empty());
    }

    #[tokio::test]
    async fn a_payment_that_the_records_do_not_have_is_not_returned() {
        assert_eq!(run(order(), true, Ok(Vec::new()), 0).await.1, [RefundState::Failed]);
    }

    #[tokio::test]
    async fn while_the_gateway_is_away_nothing_is_begun() {
        let (done, states) = run(order(), true, Err(away()), 0).await;
        assert_eq!((states, done.failures.len()), (Vec::new(), 1));
    }

    #[tokio::test]
    async fn a_refund_whose_sender_ended_becomes_unknown_in_any_shop() {
        let (done, states) = run(begun(), false, Err(away()), 0).await;
        assert_eq!((states, done.moved.len()), (vec![RefundState::Unknown], 1));
    }
}
