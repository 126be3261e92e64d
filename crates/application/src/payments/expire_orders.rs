//! Cancelling orders that are not paid in time.

use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::payments::attempt_record::Attempt;
use domain::payments::check_times::KEPT_AT_MOST;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;

use crate::payments::payment_service::PaymentService;

/// The actor in the audit log.
const EXPIRY: &str = "payment expiry";

/// What the gateway's records say of an overdue order.
enum Answer {
    /// All that was paid is booked.
    Booked,
    /// They have nothing of a success that was told and not booked.
    Behind,
    /// The gateway cannot say.
    Away(PortError),
}

impl PaymentService {
    /// Cancels the overdue orders, each in a transaction of its own, and answers their number. Before that, the gateway's records of
    /// their attempts are booked (contract-commerce, section 2); a gateway that is away postpones it, by [`KEPT_AT_MOST`] from the first
    /// question about the order that it did not answer, which the store remembers. Records that do not have yet what a notification told, and which
    /// alone book it, postpone it as long. Several instances may do so at once: each order is looked at again under its lock.
    ///
    /// # Errors
    /// The first [`PortError`] of the store or the gateway; the other orders were cancelled all the same.
    pub async fn expire_orders(&self) -> Result<usize, PortError> {
        let (mut expired, mut failure) = (0, None);
        let mut is_away = false;
        for id in self.payments.overdue(self.clock.now()).await? {
            match self.expire(&id, &mut is_away).await {
                Ok(is_expired) => expired += usize::from(is_expired),
                Err(error) => {
                    // The next run takes it after the others: orders that fail keep none waiting.
                    let put_off = self.payments.postpone(&id, self.clock.now()).await.err();
                    failure = failure.or(Some(error)).or(put_off);
                }
            }
        }
        failure.map_or(Ok(expired), Err)
    }

    /// Cancels an order unless it was paid. In a run a gateway that `is_away` is asked once.
    async fn expire(&self, id: &OrderId, is_away: &mut bool) -> Result<bool, PortError> {
        match self.ask(id, *is_away).await? {
            Answer::Booked => {}
            Answer::Behind => {
                if self.is_kept(id).await? {
                    return Ok(false);
                }
            }
            Answer::Away(error) => {
                *is_away = true;
                if self.is_kept(id).await? {
                    return Err(error);
                }
            }
        }
        let now = self.clock.now();
        let decide = Box::new(move |order: &Order| Ok(order.expire(now)));
        match self.orders.change(id, &Actor::operator(EXPIRY), now, decide).await {
            Ok(edited) => Ok(edited.is_changed),
            Err(OrderError::Port(error)) => Err(error),
            // It is gone.
            Err(_) => Ok(false),
        }
    }

    /// Reads and books the records of the attempts of an order that may have been paid.
    async fn ask(&self, id: &OrderId, is_away: bool) -> Result<Answer, PortError> {
        let Some(gateway) = self.gateway.as_ref().filter(|gateway| gateway.has_records()) else { return Ok(Answer::Booked) };
        let mut is_behind = false;
        for unpaid in Attempt::to_read_at_end(self.payments.attempts(id).await?) {
            if is_away {
                return Ok(Answer::Away(PortError::unavailable("the payment gateway is away")));
            }
            match gateway.find_payments(&unpaid.id).await {
                Ok(payments) => {
                    self.book_records(&unpaid.id, &payments).await?;
                    is_behind |= unpaid.is_ahead_of(&payments);
                }
                Err(error) => return Ok(Answer::Away(error)),
            }
        }
        Ok(if is_behind { Answer::Behind } else { Answer::Booked })
    }

    /// Whether an order waits for the gateway's answer still.
    async fn is_kept(&self, id: &OrderId) -> Result<bool, PortError> {
        let now = self.clock.now();
        let since = self.payments.postpone(id, now).await?;
        let end = since.and_then(|since| since.checked_add_signed(KEPT_AT_MOST));
        Ok(end.is_some_and(|end| now < end))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;
    use chrono::TimeDelta;
    use domain::orders::payment::repository::MockPaymentRepository;
    use domain::orders::ports::MockOrderRepository;
    use domain::payments::attempt::{AttemptId, AttemptState};
    use domain::payments::gateway::{GatewayPayment, PaymentRef, RecordState};
    use domain::payments::ports::MockPaymentGateway;
    use domain::payments::told_payment::{Told, ToldPayment, ToldPayments};
    use domain::shared::edit::Saved;
    use domain::shared::money::Money;
    use domain::shared::ports::MockClock;
    use testkit::{moments, sample_orders};

    use crate::payments::samples::{booked, service};
    use crate::samples::{away, customer};

    fn overdue(orders: impl Fn() -> Vec<OrderId> + Send + 'static) -> MockPaymentRepository {
        let mut overdue = MockPaymentRepository::new();
        overdue.expect_overdue().returning(move |_| Ok(orders()));
        overdue
    }

    /// The answer of the store of orders.
    fn expired(is_changed: bool) -> Result<Saved<Order>, OrderError> {
        Ok(Saved { value: sample_orders::draft(&customer().user, &[]).into_order(), is_changed })
    }

    /// What the gateway and the store say of an attempt.
    #[derive(Clone, Copy, Default)]
    struct Asked {
        is_away: bool,
        /// The told payment that waits: the first of its attempt, or a further one of this number.
        told: Option<Option<&'static str>>,
        /// The one payment that the records have.
        found: Option<RecordState>,
    }

    fn payment(state: RecordState) -> GatewayPayment {
        GatewayPayment { payment: PaymentRef::parse("1").unwrap(), amount: None, state, means: None }
    }

    /// The outcomes of runs at these minutes, with two orders that are overdue since an hour: the first has an attempt, which the gateway
    /// is asked for. This many orders are cancelled in all.
    async fn asking(gateway: Asked, minutes: &[i64], cancelled: usize) -> Vec<Result<usize, PortError>> {
        let Asked { is_away, told, found } = gateway;
        let (mut orders, mut gateway) = (MockOrderRepository::new(), MockPaymentGateway::new());
        let mut overdue = overdue(|| [1, 2].map(OrderId::from_random).into());
        orders.expect_change().times(cancelled).returning(|_, _, _, _| expired(true));
        let further = |number| PaymentRef::parse(number).map_or(Told::FirstPayment(None), Told::FurtherPayment);
        let told = told.map(|number| ToldPayment { at: moments::now(), what: number.map_or(Told::FirstPayment(None), further) });
        let told = ToldPayments::of(told.into_iter().collect());
        let id = AttemptId::first(OrderId::from_random(1));
        let (state, amount, started_at) = (AttemptState::Created, Money::RUPEE, moments::now());
        let unpaid = Attempt { id: id.clone(), state, amount, started_at, told };
        overdue.expect_attempts().returning(move |id| Ok(if *id == unpaid.id.order { vec![unpaid.clone()] } else { Vec::new() }));
        let reads = if is_away { 0 } else { minutes.len() };
        overdue.expect_change_attempt().times(reads).returning(move |_, _, _, _| Ok(booked(id.clone(), None)));
        gateway.expect_has_records().return_const(true);
        let answer = move |_: &AttemptId| if is_away { Err(away()) } else { Ok(found.map(payment).into_iter().collect()) };
        gateway.expect_find_payments().times(minutes.len()).returning(answer);
        // The store remembers the first question without an answer.
        overdue.expect_postpone().returning(|_, _| Ok(Some(moments::now())));
        let (mut clock, minute) = (MockClock::new(), Arc::new(AtomicI64::new(0)));
        let present = minute.clone();
        clock.expect_now().returning(move || moments::now() + TimeDelta::minutes(present.load(Ordering::SeqCst)));
        // Each run is that of another process.
        let expire = PaymentService { clock: Arc::new(clock), ..service(overdue, orders, Some(gateway)) };
        let mut outcomes = Vec::new();
        for present in minutes {
            minute.store(*present, Ordering::SeqCst);
            outcomes.push(expire.clone().expire_orders().await);
        }
        outcomes
    }

    #[tokio::test]
    async fn the_gateway_is_asked_before_an_order_with_an_attempt_is_cancelled() {
        assert_eq!(asking(Asked::default(), &[0], 2).await[0].as_ref().ok(), Some(&2));
    }

    #[tokio::test]
    async fn a_success_that_the_records_do_not_have_yet_postpones_it_as_long() {
        let further = (Some("2"), Some(RecordState::ChargedBack));
        for (further, found) in [(None, None), (None, Some(RecordState::Unknown)), further] {
            let outcomes = asking(Asked { told: Some(further), found, ..Asked::default() }, &[0, 29, 30], 1 + 1 + 2).await;
            let expired: Vec<_> = outcomes.into_iter().map(Result::unwrap).collect();
            assert_eq!(expired, [1, 1, 2], "the gateway answered: nothing failed");
        }
    }

    #[tokio::test]
    async fn a_success_that_the_records_have_is_booked_and_postpones_nothing() {
        for further in [None, Some("1")] {
            let gateway = Asked { told: Some(further), found: Some(RecordState::Received), ..Asked::default() };
            assert_eq!(asking(gateway, &[0], 2).await[0].as_ref().ok(), Some(&2), "the store looks whether it is paid");
        }
    }

    #[tokio::test]
    async fn a_gateway_that_is_away_postpones_it_by_half_an_hour_from_the_first_question_however_often_the_shop_restarts() {
        let outcomes = asking(Asked { is_away: true, ..Asked::default() }, &[0, 29, 30], 1 + 1 + 2).await;
        assert!(outcomes[..2].iter().all(Result::is_err), "only the order without an attempt is cancelled");
        assert_eq!(outcomes[2].as_ref().ok(), Some(&2));
    }

    #[tokio::test]
    async fn counts_the_orders_that_were_still_unpaid() {
        let mut orders = MockOrderRepository::new();
        orders.expect_change().returning(|id, _, _, _| expired(*id != OrderId::from_random(2)));
        let three = overdue(|| [1, 2, 3].map(OrderId::from_random).into());
        assert_eq!(service(three, orders, None).expire_orders().await.unwrap(), 2);
    }

    #[tokio::test]
    async fn an_order_that_fails_does_not_keep_the_others() {
        let (sender, asked) = std::sync::mpsc::channel();
        let mut orders = MockOrderRepository::new();
        orders.expect_change().returning(move |id, _, _, _| {
            sender.send(id.clone()).unwrap();
            if *id == OrderId::from_random(1) { Err(away().into()) } else { expired(true) }
        });
        let mut found = overdue(|| [1, 2, 3].map(OrderId::from_random).into());
        found.expect_postpone().withf(|id, _| *id == OrderId::from_random(1)).once().returning(|_, _| Ok(None));
        let service = service(found, orders, None);
        assert!(service.expire_orders().await.is_err());
        drop(service);
        assert_eq!(asked.iter().count(), 3);
    }
}
