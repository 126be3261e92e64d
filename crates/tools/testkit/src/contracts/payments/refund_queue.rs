//! The contract of [`domain::orders::payment::repository::PaymentRepository`].

use chrono::TimeDelta;
use domain::orders::order::Order;
use domain::orders::payment::change::PaymentChange;
use domain::orders::payment::refund_sending::{PATIENCE, RefundStep};
use domain::payments::check_times::RETRY;
use domain::payments::figures::PaymentStatus;
use domain::payments::gateway::{GatewayPayment, PaymentRef, RecordState, RefundOutcome};
use domain::payments::order_payment::RefundRequest;
use domain::payments::refund::{RefundId, RefundState, RefundVia};
use domain::payments::refund_guard::RefundGuard;
use domain::shared::idempotency::IdempotencyKey;
use futures_util::future::join_all;

use super::payment_attempts::{notification, ordered, started, take};
use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

/// An order that was paid at the gateway, of which all is to go back.
async fn returning(shop: &Shop) -> (Order, RefundId) {
    let order = ordered(shop).await;
    let attempt = started(shop, &order, 0).await;
    take(shop, &notification(&attempt, 2)).await;
    let request = RefundRequest { amount: order.total, via: RefundVia::Gateway, reference: None, reason: None };
    let release = PaymentChange::Release { request, key: IdempotencyKey::parse(&unique::tag()).unwrap(), guard: RefundGuard::default() };
    let order = shop.pay(&order.id, &release, &sample_users::actor(), moments::now()).await.unwrap().value;
    let id = RefundId { order: order.id.clone(), number: 1 };
    (order, id)
}

async fn step(shop: &Shop, id: &RefundId, step: RefundStep) -> Option<RefundState> {
    shop.step_refund(id, step, moments::now()).await
}

/// After it was taken it waits for a minute; a refund that was begun is due no more.
pub async fn a_refund_is_due_until_it_is_begun(shop: &Shop) {
    let (_, id) = returning(shop).await;
    let due = async |seconds| shop.payments.due_refunds(moments::seconds_later(seconds), 9).await.unwrap();
    assert_eq!(due(0).await, std::slice::from_ref(&id));
    assert_eq!(due(RETRY.num_seconds() - 1).await, []);
    assert_eq!(due(RETRY.num_seconds()).await, std::slice::from_ref(&id));
    assert_eq!(step(shop, &id, RefundStep::Begin).await, Some(RefundState::Sending));
    assert_eq!(due(86_400).await, []);
}

/// Of instances that begin it at once, one sends it.
pub async fn a_refund_is_begun_once(shop: &Shop) {
    let (_, id) = returning(shop).await;
    let begun = join_all((0..8).map(|_| step(shop, &id, RefundStep::Begin))).await;
    assert_eq!(begun.iter().filter(|state| **state == Some(RefundState::Sending)).count(), 1, "{begun:?}");
    assert_eq!(begun.iter().filter(|state| state.is_none()).count(), 7, "{begun:?}");
}

/// Its sender ended before the gateway's answer, so its outcome is unknown until the gateway's records say that the whole payment went
/// back.
pub async fn a_stranded_refund_is_unknown_until_the_records_settle_it(shop: &Shop) {
    let (order, id) = returning(shop).await;
    step(shop, &id, RefundStep::Begin).await;
    let stranded = async |after: TimeDelta| shop.payments.stranded_refunds(moments::now() + after).await.unwrap();
    assert_eq!(stranded(PATIENCE - TimeDelta::seconds(1)).await, []);
    assert_eq!(stranded(PATIENCE).await, std::slice::from_ref(&id));
    assert_eq!(step(shop, &id, RefundStep::Strand).await, Some(RefundState::Unknown));
    assert_eq!(stranded(PATIENCE).await, []);
    assert_eq!(shop.payments.due_refunds(moments::seconds_later(86_400), 9).await.unwrap(), [], "it is never sent again");
    let due = shop.payments.due_attempts(moments::seconds_later(120), 9).await.unwrap();
    let [attempt] = due.as_slice() else { panic!("{due:?}") };
    let payment = PaymentRef::parse(order.payment_id.as_ref().unwrap().as_str()).unwrap();
    let records = [GatewayPayment { payment, amount: Some(order.total), state: RecordState::Refunded, means: None }];
    shop.read(attempt, &records, moments::now()).await;
    let settled = shop.order(&order).await;
    assert_eq!((settled.payment.refunds[0].state, settled.payment_status()), (RefundState::Settled, PaymentStatus::Refunded));
}

/// A chargeback and the beginning of a refund at once: the refund is sent before it, or fails.
pub async fn a_chargeback_and_a_refund_at_once_leave_one_of_both(shop: &Shop) {
    for _ in 0..5 {
        let (order, id) = returning(shop).await;
        let back = domain::payments::gateway::Notification {
            order_id: format!("{}-001", order.id),
            amount: order.total.to_string(),
            currency: "LKR".to_owned(),
            status_code: -3,
            payment: None,
            means: None,
        };
        let (_, begun) = tokio::join!(shop.take(&back, false, moments::now()), step(shop, &id, RefundStep::Begin));
        let after = shop.order(&order).await;
        assert_eq!(after.payment_status(), PaymentStatus::ChargedBack);
        assert!(matches!(begun, Some(RefundState::Sending | RefundState::Failed)), "{begun:?}");
        assert_eq!(Some(after.payment.refunds[0].state), begun);
        step(shop, &id, RefundStep::End(RefundOutcome::Failed { status: -1 })).await;
        assert_eq!(shop.order(&order).await.figures().held_cents, 0);
    }
}
