//! What staff are told of payments, and successes that wait for the gateway's records. Part of the contract of
//! [`domain::orders::payment::repository::PaymentRepository`].

use domain::orders::order::Order;
use domain::orders::payment::attempts::Notified;
use domain::orders::payment::error::PaymentError;
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{GatewayPayment, Notification};
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::refund::RefundVia;
use domain::shared::money::Money;
use domain::shared::page::PageRequest;

use super::payment_attempts::{cancel, is_due, notification, ordered, received, started};
use super::payment_repository::{charge, refund};
use crate::contracts::Shop;
use crate::contracts::shop::refusal_of;
use crate::{moments, sample_users, unique};

async fn tried(shop: &Shop) -> (Order, Attempt) {
    let order = ordered(shop).await;
    let attempt = started(shop, &order, 0).await;
    (order, attempt)
}

/// A success, which is taken where the gateway has records.
async fn told(shop: &Shop, success: &Notification) -> Notified {
    shop.take(success, true, moments::seconds_later(900)).await
}

fn record(success: &Notification, attempt: &Attempt) -> [GatewayPayment; 1] {
    [GatewayPayment { payment: success.payment.clone().unwrap(), ..received(attempt) }]
}

/// Until the records are read nothing is refunded, since the figures lack the told money, and no further attempt begins.
pub async fn nothing_is_refunded_or_tried_while_a_success_waits(shop: &Shop) {
    let (order, attempt) = tried(shop).await;
    let part = charge(Money::from_cents(10_000).unwrap(), EntrySource::Hand, &unique::tag());
    shop.pay(&order.id, &part, &sample_users::actor(), moments::now()).await.unwrap();
    let change = || refund(10_000, RefundVia::ByHand, &unique::tag());
    let refunded = async |change| shop.pay(&order.id, &change, &sample_users::actor(), moments::seconds_later(2_000)).await;
    let success = notification(&attempt, 2);
    assert_eq!(told(shop, &success).await, Notified::Taken(Some(AttentionKind::Overpaid)));
    assert_eq!(refusal_of(refunded(change()).await), PaymentRefusal::BeingChecked);
    assert!(matches!(shop.start(&order.id, moments::seconds_later(2_000)).await, Err(PaymentError::BeingChecked)));
    shop.read(&attempt.id, &[], moments::seconds_later(2_000)).await;
    assert_eq!(
        shop.payments.due_attempts(moments::seconds_later(900 + 3_600), 5).await.unwrap(),
        std::slice::from_ref(&attempt.id),
        "an hour after it was told"
    );
    assert!(matches!(shop.start(&order.id, moments::seconds_later(4_400)).await, Err(PaymentError::BeingChecked)));
    shop.read(&attempt.id, &record(&success, &attempt), moments::seconds_later(2_001)).await;
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 10_000);
    refunded(change()).await.unwrap();
    let items = shop.attention.list(Some(&order.id), &PageRequest::default()).await.unwrap().items;
    let overpaid = items.into_iter().filter(|item| item.kind == AttentionKind::Overpaid);
    let item = overpaid.map(|item| item.detail).collect::<Vec<_>>().join("\n");
    let told = format!("The order {} was paid LKR. 2,500.00 and costs LKR. 2,400.00, by the attempt {}.", order.id, attempt.id);
    assert_eq!(item, told, "the same payment is told once, though the figures changed, and not that it waits");
}

/// A paid order with a success of its attempt, and one of a second payment of the same attempt.
async fn paid_twice(shop: &Shop) -> (Order, Attempt, [Notification; 2]) {
    let (order, attempt) = tried(shop).await;
    let successes = [notification(&attempt, 2), notification(&attempt, 2)];
    assert_eq!(told(shop, &successes[0]).await, Notified::Taken(None));
    assert_eq!(told(shop, &successes[0]).await, Notified::Repeated);
    assert!(!is_due(shop, &attempt, 1_019).await, "the same number");
    (order, attempt, successes)
}

/// A repeated success with another number books nothing. The records are read until they show both payments, and nothing is refunded before.
pub async fn an_attempt_that_was_paid_twice_is_read_until_the_records_have_both(shop: &Shop) {
    let (order, attempt, successes) = paid_twice(shop).await;
    let records = [record(&successes[0], &attempt), record(&successes[1], &attempt)].concat();
    let read = async |count: usize, second| shop.read(&attempt.id, &records[..count], moments::seconds_later(second)).await;
    assert_eq!(told(shop, &successes[1]).await, Notified::Repeated);
    assert_eq!(told(shop, &successes[1]).await, Notified::Repeated);
    assert!(is_due(shop, &attempt, 901).await);
    read(1, 901).await;
    assert!(!is_due(shop, &attempt, 900 + 119).await && is_due(shop, &attempt, 900 + 120).await, "they lag");
    cancel(shop, &order).await;
    let refund = refund(240_000, RefundVia::ByHand, &unique::tag());
    let refunded = shop.pay(&order.id, &refund, &sample_users::actor(), moments::seconds_later(1_030)).await;
    assert_eq!(refusal_of(refunded), PaymentRefusal::BeingChecked);
    assert_eq!(read(2, 1_040).await, Some(AttentionKind::DuplicatePayment));
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 480_000);
    assert_eq!(told(shop, &successes[1]).await, Notified::Repeated);
    assert!(!is_due(shop, &attempt, 1_000_000).await, "it is booked");
}

/// The customer of the first order sends their own signature with the number of a payment of the second.
pub async fn a_payment_is_booked_though_a_stranger_named_its_number(shop: &Shop) {
    let (_, own) = tried(shop).await;
    let (order, attempt) = tried(shop).await;
    let stolen = notification(&attempt, 2).payment;
    assert_eq!(told(shop, &Notification { payment: stolen.clone(), ..notification(&own, 2) }).await, Notified::Taken(None));
    let records = [GatewayPayment { payment: stolen.unwrap(), ..received(&attempt) }];
    for _ in 0..2 {
        shop.read(&attempt.id, &records, moments::seconds_later(901)).await;
    }
    let paid = shop.order(&order).await;
    assert_eq!((paid.figures().amount_due_cents(), paid.figures().held_cents), (0, 240_000));
    assert_eq!(paid.payment_id.map(|id| id.as_str().to_owned()), Some(attempt.id.to_string()));
}
