//! Cancelling orders that are not paid in time.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use domain::orders::order_id::OrderId;
use domain::orders::ports::OrderReader;
use domain::payments::check_times::KEPT_AT_MOST;
use domain::payments::ports::{ExpiringOrders, PaymentAttempts, PaymentGateway};
use domain::shared::ports::{Clock, PortError};

/// Cancels orders that are not paid in time.
#[derive(Clone)]
pub struct ExpireOrders {
    orders: Arc<dyn ExpiringOrders>,
    reader: Arc<dyn OrderReader>,
    attempts: Arc<dyn PaymentAttempts>,
    gateway: Option<Arc<dyn PaymentGateway>>,
    clock: Arc<dyn Clock>,
    /// Since when the gateway does not answer, as far as this process has asked it.
    away_since: Arc<Mutex<Option<DateTime<Utc>>>>,
}

/// What the gateway's records say of an overdue order.
enum Answer {
    /// All that was paid is booked.
    Booked,
    /// The gateway cannot say.
    Away(PortError),
}

impl ExpireOrders {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        orders: Arc<dyn ExpiringOrders>,
        reader: Arc<dyn OrderReader>,
        attempts: Arc<dyn PaymentAttempts>,
        gateway: Option<Arc<dyn PaymentGateway>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { orders, reader, attempts, gateway, clock, away_since: Arc::default() }
    }

    /// Cancels the overdue orders, each in a transaction of its own, and answers their number. Before that, the gateway's records of
    /// their attempts are booked (contract-commerce, section 2); a gateway that is away postpones it, by [`KEPT_AT_MOST`] from the first
    /// question that it did not answer. Several instances may do so at once: each order is looked at again under its lock.
    ///
    /// # Errors
    /// The first [`PortError`] of the store or the gateway; the other orders were cancelled all the same.
    pub async fn run(&self) -> Result<usize, PortError> {
        let (mut expired, mut failure) = (0, None);
        let mut is_away = false;
        for id in self.orders.overdue(self.clock.now()).await? {
            match self.expire(&id, &mut is_away).await {
                Ok(is_expired) => expired += usize::from(is_expired),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(expired), Err)
    }

    /// Cancels an order unless it was paid. In a run a gateway that `is_away` is asked once.
    async fn expire(&self, id: &OrderId, is_away: &mut bool) -> Result<bool, PortError> {
        if let Answer::Away(error) = self.ask(id, *is_away).await? {
            *is_away = true;
            if self.is_kept(id).await? {
                return Err(error);
            }
        }
        self.orders.expire(id, self.clock.now()).await
    }

    /// Reads and books the records of the attempts of an order that may have been paid.
    async fn ask(&self, id: &OrderId, is_away: bool) -> Result<Answer, PortError> {
        let Some(gateway) = self.gateway.as_ref().filter(|gateway| gateway.has_records()) else { return Ok(Answer::Booked) };
        for attempt in self.attempts.unpaid_of(id).await? {
            if is_away {
                return Ok(Answer::Away(PortError::unavailable("the payment gateway is away")));
            }
            match gateway.find_payments(&attempt).await {
                Ok(payments) => {
                    *self.away_since() = None;
                    self.attempts.take_records(&attempt, &payments, self.clock.now()).await?;
                }
                Err(error) => return Ok(Answer::Away(error)),
            }
        }
        Ok(Answer::Booked)
    }

    /// Whether an order waits for the gateway's answer still.
    async fn is_kept(&self, id: &OrderId) -> Result<bool, PortError> {
        let expires_at = self.reader.by_id(id).await?.and_then(|order| order.payment.expires_at);
        let now = self.clock.now();
        let since = *self.away_since().get_or_insert(now);
        let ends_at = expires_at.and_then(|at| at.max(since).checked_add_signed(KEPT_AT_MOST));
        Ok(ends_at.is_some_and(|end| now < end))
    }

    fn away_since(&self) -> std::sync::MutexGuard<'_, Option<DateTime<Utc>>> {
        self.away_since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;
    use crate::samples::clock;
    use chrono::TimeDelta;
    use domain::orders::ports::MockOrderReader;
    use domain::payments::attempt::AttemptId;
    use domain::payments::order_payment::OrderPayment;
    use domain::payments::ports::{MockExpiringOrders, MockPaymentAttempts, MockPaymentGateway};
    use domain::shared::ports::MockClock;
    use testkit::{moments, sample_orders};

    use crate::samples::{away, customer};

    /// A shop without a gateway.
    fn without_gateway(orders: MockExpiringOrders) -> ExpireOrders {
        let (reader, attempts) = (MockOrderReader::new(), MockPaymentAttempts::new());
        ExpireOrders::new(Arc::new(orders), Arc::new(reader), Arc::new(attempts), None, clock())
    }

    /// The outcomes of runs at these minutes, with two orders that are overdue since an hour: the first has an attempt, which the gateway
    /// is asked for. This many orders are cancelled in all.
    async fn asking(is_away: bool, minutes: &[i64], cancelled: usize) -> Vec<Result<usize, PortError>> {
        let (mut orders, mut attempts, mut gateway, mut reader) =
            (MockExpiringOrders::new(), MockPaymentAttempts::new(), MockPaymentGateway::new(), MockOrderReader::new());
        orders.expect_overdue().returning(|_| Ok([1, 2].map(OrderId::from_random).into()));
        orders.expect_expire().times(cancelled).returning(|_, _| Ok(true));
        let attempt = AttemptId { order: OrderId::from_random(1), number: 1 };
        attempts.expect_unpaid_of().returning(move |id| Ok(if *id == attempt.order { vec![attempt.clone()] } else { Vec::new() }));
        attempts.expect_take_records().times(if is_away { 0 } else { minutes.len() }).returning(|_, _, _| Ok(None));
        gateway.expect_has_records().return_const(true);
        let answer = move |_: &AttemptId| if is_away { Err(away()) } else { Ok(Vec::new()) };
        gateway.expect_find_payments().times(minutes.len()).returning(answer);
        let expires_at = Some(moments::now() - TimeDelta::hours(1));
        let order = sample_orders::draft(&customer().user, &[]).into_order();
        let order = order.with_payment(OrderPayment { expires_at, ..OrderPayment::default() });
        reader.expect_by_id().returning(move |_| Ok(Some(order.clone())));
        let (mut clock, minute) = (MockClock::new(), Arc::new(AtomicI64::new(0)));
        let present = minute.clone();
        clock.expect_now().returning(move || moments::now() + TimeDelta::minutes(present.load(Ordering::SeqCst)));
        let expire = ExpireOrders::new(Arc::new(orders), Arc::new(reader), Arc::new(attempts), Some(Arc::new(gateway)), Arc::new(clock));
        let mut outcomes = Vec::new();
        for present in minutes {
            minute.store(*present, Ordering::SeqCst);
            outcomes.push(expire.run().await);
        }
        outcomes
    }

    #[tokio::test]
    async fn the_gateway_is_asked_before_an_order_with_an_attempt_is_cancelled() {
        assert_eq!(asking(false, &[0], 2).await[0].as_ref().ok(), Some(&2));
    }

    #[tokio::test]
    async fn a_gateway_that_is_away_postpones_it_by_half_an_hour_from_the_first_question() {
        let outcomes = asking(true, &[0, 29, 30], 1 + 1 + 2).await;
        assert!(outcomes[..2].iter().all(Result::is_err), "only the order without an attempt is cancelled");
        assert_eq!(outcomes[2].as_ref().ok(), Some(&2));
    }

    #[tokio::test]
    async fn counts_the_orders_that_were_still_unpaid() {
        let mut orders = MockExpiringOrders::new();
        orders.expect_overdue().returning(|_| Ok([1, 2, 3].map(OrderId::from_random).into()));
        orders.expect_expire().returning(|id, _| Ok(*id != OrderId::from_random(2)));
        assert_eq!(without_gateway(orders).run().await.unwrap(), 2);
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
        let use_case = without_gateway(orders);
        assert!(use_case.run().await.is_err());
        drop(use_case);
        assert_eq!(asked.iter().count(), 3);
    }
}
