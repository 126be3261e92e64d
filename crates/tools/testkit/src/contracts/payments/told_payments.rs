//! What staff are told of payments, and successes that wait for the gateway's records. Part of the contract of
//! [`domain::payments::ports::PaymentAttempts`].

use domain::orders::order::Order;
use domain::payments::attempt::AttemptId;
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{GatewayPayment, Notification, PaymentRef, RecordState};
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::ports::{StartOutcome, TakeOutcome, UnpaidAttempt};
use domain::payments::refund::RefundVia;
use domain::payments::told_payment::ToldPayments;
use domain::shared::money::Money;
use domain::shared::page::PageRequest;

use super::payment_attempts::{cancel, is_due, kinds_of, notification, ordered, received, started, take};
use super::payment_repository::{charge, refund};
use crate::contracts::Shop;
use crate::contracts::shop::refusal_of;
use crate::{moments, sample_users, unique};

const LATE: TakeOutcome = TakeOutcome::Taken(Some(AttentionKind::LatePayment));

/// An order with this number of attempts.
pub(super) async fn tried(shop: &Shop, attempts: i64) -> (Order, Vec<Attempt>) {
    let order = ordered(shop).await;
    let mut all = Vec::new();
    for number in 0..attempts {
        all.push(started(shop, &order, 900 * number).await);
    }
    (order, all)
}

/// A success, which is taken where the gateway has records.
pub(super) async fn told(shop: &Shop, success: &Notification) -> TakeOutcome {
    shop.attempts.take(success, true, moments::seconds_later(900)).await.unwrap()
}

pub(super) fn record(success: &Notification, attempt: &Attempt) -> [GatewayPayment; 1] {
    [GatewayPayment { payment: success.payment.clone().unwrap(), ..received(attempt) }]
}

/// Each payment is one item, also where the order holds more than it costs by it.
pub async fn late_payments_are_told_once_each(shop: &Shop) {
    let (order, attempts) = tried(shop, 2).await;
    cancel(shop, &order).await;
    assert_eq!(take(shop, &notification(&attempts[0], 2)).await, LATE);
    assert_eq!(take(shop, &notification(&attempts[1], 2)).await, LATE);
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 480_000);
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::LatePayment; 2]);
}

/// The notification tells it, and the records that book it later tell nothing more.
pub async fn late_payments_that_wait_for_the_records_are_told_once_each(shop: &Shop) {
    let (order, attempts) = tried(shop, 2).await;
    let successes = [notification(&attempts[0], 2), notification(&attempts[1], 2)];
    cancel(shop, &order).await;
    assert_eq!(told(shop, &successes[0]).await, LATE);
    assert_eq!(told(shop, &successes[1]).await, LATE);
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 240_000, "the second waits");
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::LatePayment; 2]);
    shop.attempts.take_records(&attempts[1].id, &record(&successes[1], &attempts[1]), moments::seconds_later(901)).await.unwrap();
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 480_000);
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::LatePayment; 2]);
}

/// Its notification told that too much came; the order was cancelled before the records booked it.
pub async fn a_payment_that_was_told_before_the_cancellation_is_told_once(shop: &Shop) {
    let (order, attempts) = tried(shop, 2).await;
    let successes = [notification(&attempts[0], 2), notification(&attempts[1], 2)];
    assert_eq!(told(shop, &successes[0]).await, TakeOutcome::Taken(None));
    assert_eq!(told(shop, &successes[1]).await, TakeOutcome::Taken(Some(AttentionKind::Overpaid)));
    cancel(shop, &order).await;
    shop.attempts.take_records(&attempts[1].id, &record(&successes[1], &attempts[1]), moments::seconds_later(901)).await.unwrap();
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 480_000);
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::Overpaid]);
}

/// The records alone tell each payment of an order, though they came for one order.
pub async fn late_payments_of_the_records_alone_are_told_once_each(shop: &Shop) {
    let (order, attempts) = tried(shop, 2).await;
    cancel(shop, &order).await;
    for attempt in &attempts {
        let payments = [received(attempt)];
        for _ in 0..2 {
            shop.attempts.take_records(&attempt.id, &payments, moments::seconds_later(901)).await.unwrap();
        }
    }
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::LatePayment; 2]);
}

/// Staff book two payments of a cancelled order.
pub async fn late_charges_of_staff_are_told_once_each(shop: &Shop) {
    let order = ordered(shop).await;
    cancel(shop, &order).await;
    for _ in 0..2 {
        let change = charge(order.total, EntrySource::Hand, &unique::tag());
        shop.pay(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
    }
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::LatePayment; 2]);
}

/// The attempts that are read before an order expires, with the numbers of those that wait for the records.
async fn to_read(shop: &Shop, order: &Order) -> (Vec<u32>, Vec<u32>) {
    let unpaid = shop.attempts.unpaid_of(&order.id).await.unwrap();
    let waiting = unpaid.iter().filter(|attempt| !attempt.told.is_empty()).map(|attempt| attempt.id.number).collect();
    (unpaid.into_iter().map(|UnpaidAttempt { id: AttemptId { number, .. }, .. }| number).collect(), waiting)
}

/// Before the newest others, until it is booked. Another amount waits for nothing.
pub async fn a_success_that_was_not_booked_waits_for_the_records(shop: &Shop) {
    let (order, attempts) = tried(shop, 8).await;
    assert_eq!(to_read(shop, &order).await, (vec![1_004, 1_005, 1_006, 1_007, 1_008], vec![]));
    let half = charge(Money::from_cents(120_000).unwrap(), EntrySource::Hand, &unique::tag());
    shop.pay(&order.id, &half, &sample_users::actor(), moments::now()).await.unwrap();
    let wrong = Notification { amount: "1.00".to_owned(), ..notification(&attempts[1], 2) };
    assert_eq!(told(shop, &wrong).await, TakeOutcome::Taken(Some(AttentionKind::AmountMismatch)));
    let success = notification(&attempts[0], 2);
    assert_eq!(told(shop, &success).await, TakeOutcome::Taken(Some(AttentionKind::Overpaid)));
    assert_eq!(told(shop, &notification(&attempts[2], 0)).await, TakeOutcome::Taken(None));
    assert_eq!(to_read(shop, &order).await, (vec![1_001, 1_003, 1_006, 1_007, 1_008], vec![1_001]));
    shop.attempts.take_records(&attempts[0].id, &[], moments::seconds_later(901)).await.unwrap();
    assert_eq!(to_read(shop, &order).await.1, [1_001], "the records do not have it yet");
    shop.attempts.take_records(&attempts[0].id, &record(&success, &attempts[0]), moments::seconds_later(902)).await.unwrap();
    assert_eq!(to_read(shop, &order).await, (vec![1_003, 1_005, 1_006, 1_007, 1_008], vec![]));
    assert_eq!(shop.order(&order).await.figures().held_cents, 360_000);
}

/// Until the records are read nothing is refunded, since the figures lack the told money, and no further attempt begins.
pub async fn nothing_is_refunded_or_tried_while_a_success_waits(shop: &Shop) {
    let (order, attempts) = tried(shop, 1).await;
    let part = charge(Money::from_cents(10_000).unwrap(), EntrySource::Hand, &unique::tag());
    shop.pay(&order.id, &part, &sample_users::actor(), moments::now()).await.unwrap();
    let change = || refund(10_000, RefundVia::ByHand, &unique::tag());
    let refunded = async |change| shop.pay(&order.id, &change, &sample_users::actor(), moments::seconds_later(2_000)).await;
    let success = notification(&attempts[0], 2);
    assert_eq!(told(shop, &success).await, TakeOutcome::Taken(Some(AttentionKind::Overpaid)));
    assert_eq!(refusal_of(refunded(change()).await), PaymentRefusal::BeingChecked);
    assert_eq!(shop.attempts.start(&order.id, moments::seconds_later(2_000)).await.unwrap(), StartOutcome::BeingChecked);
    shop.attempts.take_records(&attempts[0].id, &[], moments::seconds_later(2_000)).await.unwrap();
    assert_eq!(
        shop.attempts.take_due(moments::seconds_later(900 + 3_600), 5).await.unwrap(),
        [attempts[0].id.clone()],
        "an hour after it was told"
    );
    assert_eq!(shop.attempts.start(&order.id, moments::seconds_later(4_400)).await.unwrap(), StartOutcome::BeingChecked);
    shop.attempts.take_records(&attempts[0].id, &record(&success, &attempts[0]), moments::seconds_later(2_001)).await.unwrap();
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 10_000);
    refunded(change()).await.unwrap();
    let items = shop.attention.list(Some(&order.id), &PageRequest::default()).await.unwrap().items;
    let item = items.into_iter().map(|item| item.detail).collect::<Vec<_>>().join("\n");
    let told = format!("The order {} was paid LKR. 2,500.00 and costs LKR. 2,400.00, by the attempt {}.", order.id, attempts[0].id);
    assert_eq!(item, told, "the same payment is told once, though the figures changed, and not that it waits");
}

/// A paid order with a success of its attempt, and one of a second payment of the same attempt.
pub(super) async fn paid_twice(shop: &Shop) -> (Order, Attempt, [Notification; 2]) {
    let (order, mut attempts) = tried(shop, 1).await;
    let attempt = attempts.remove(0);
    let successes = [notification(&attempt, 2), notification(&attempt, 2)];
    assert_eq!(told(shop, &successes[0]).await, TakeOutcome::Taken(None));
    assert_eq!(told(shop, &successes[0]).await, TakeOutcome::Repeated);
    assert!(!is_due(shop, &attempt, 1_000_000).await, "the same number");
    (order, attempt, successes)
}

/// A repeated success with another number books nothing. The records are read until they show both payments, and nothing is refunded before.
pub async fn an_attempt_that_was_paid_twice_is_read_until_the_records_have_both(shop: &Shop) {
    let (order, attempt, successes) = paid_twice(shop).await;
    let records = [record(&successes[0], &attempt), record(&successes[1], &attempt)].concat();
    let read =
        async |count: usize, second| shop.attempts.take_records(&attempt.id, &records[..count], moments::seconds_later(second)).await;
    assert_eq!(told(shop, &successes[1]).await, TakeOutcome::Repeated);
    assert_eq!(told(shop, &successes[1]).await, TakeOutcome::Repeated);
    assert!(is_due(shop, &attempt, 901).await);
    read(1, 901).await.unwrap();
    assert!(!is_due(shop, &attempt, 900 + 119).await && is_due(shop, &attempt, 900 + 120).await, "they lag");
    cancel(shop, &order).await;
    let refund = refund(240_000, RefundVia::ByHand, &unique::tag());
    let refunded = shop.pay(&order.id, &refund, &sample_users::actor(), moments::seconds_later(1_030)).await;
    assert_eq!(refusal_of(refunded), PaymentRefusal::BeingChecked);
    assert_eq!(read(2, 1_040).await.unwrap(), Some(AttentionKind::DuplicatePayment));
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 480_000);
    assert_eq!(told(shop, &successes[1]).await, TakeOutcome::Repeated);
    assert!(!is_due(shop, &attempt, 1_000_000).await, "it is booked");
}

/// The number may be invented: staff are told after the last read, once.
pub async fn a_second_payment_that_no_records_have_is_told_at_the_end(shop: &Shop) {
    let (order, attempt, successes) = paid_twice(shop).await;
    let mut items = 0;
    for start in [900, 900 + 8 * 86_400] {
        let second = [notification(&attempt, 2)];
        shop.attempts.take(&second[0], true, moments::seconds_later(start)).await.unwrap();
        for (second, due) in [(start, true), (start + 6 * 86_400, true), (start + 7 * 86_400, true), (start + 8 * 86_400 - 1, false)] {
            assert_eq!(is_due(shop, &attempt, second).await, due, "{second}");
            let records = record(&successes[0], &attempt);
            shop.attempts.take_records(&attempt.id, &records, moments::seconds_later(second)).await.unwrap();
        }
        items += 1;
        assert_eq!(kinds_of(shop, &order).await, vec![AttentionKind::DuplicatePayment; items], "one for each number");
    }
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 0);
}

/// Without records staff are told at once.
pub async fn a_second_payment_is_told_at_once_where_there_are_no_records(shop: &Shop) {
    let (order, attempt, [_, second]) = paid_twice(shop).await;
    for _ in 0..2 {
        assert_eq!(take(shop, &second).await, TakeOutcome::Repeated);
    }
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::DuplicatePayment]);
    for _ in 0..20 {
        assert_eq!(take(shop, &notification(&attempt, 2)).await, TakeOutcome::Repeated);
    }
    assert_eq!(kinds_of(shop, &order).await.len(), ToldPayments::MOST, "numbers may be invented");
    assert!(!is_due(shop, &attempt, 1_000_000).await);
}

/// The records lag when the chargeback of the first payment comes.
pub async fn a_chargeback_leaves_a_told_payment_waiting(shop: &Shop) {
    let (order, attempt, successes) = paid_twice(shop).await;
    assert_eq!(told(shop, &successes[1]).await, TakeOutcome::Repeated);
    shop.attempts.take_records(&attempt.id, &record(&successes[0], &attempt), moments::seconds_later(901)).await.unwrap();
    shop.attempts.take(&notification(&attempt, -3), true, moments::seconds_later(910)).await.unwrap();
    assert_eq!(to_read(shop, &order).await, (vec![1_001], vec![1_001]), "also before the order expires");
    assert!(is_due(shop, &attempt, 900 + 120).await);
    let [first] = record(&successes[0], &attempt);
    let records = [GatewayPayment { state: RecordState::ChargedBack, ..first }].into_iter().chain(record(&successes[1], &attempt));
    shop.attempts.take_records(&attempt.id, &records.collect::<Vec<_>>(), moments::seconds_later(1_021)).await.unwrap();
    assert_eq!(shop.order(&order).await.figures().held_cents, 240_000, "of two payments one was taken back");
}

/// The customer of the first order sends their own signature with the number of a payment of the second.
pub async fn a_payment_is_booked_though_a_stranger_named_its_number(shop: &Shop) {
    let (_, own) = tried(shop, 1).await;
    let (order, attempts) = tried(shop, 1).await;
    let stolen = notification(&attempts[0], 2).payment;
    assert_eq!(told(shop, &Notification { payment: stolen.clone(), ..notification(&own[0], 2) }).await, TakeOutcome::Taken(None));
    let records = [GatewayPayment { payment: stolen.unwrap(), ..received(&attempts[0]) }];
    for _ in 0..2 {
        shop.attempts.take_records(&attempts[0].id, &records, moments::seconds_later(901)).await.unwrap();
    }
    let paid = shop.order(&order).await;
    assert_eq!((paid.figures().amount_due_cents(), paid.figures().held_cents), (0, 240_000));
    assert_eq!(paid.payment_id.map(|id| id.as_str().to_owned()), Some(attempts[0].id.to_string()));
}

/// The reference of a bank transfer, or the name of another attempt: neither is taken by a notification, which proves no number.
pub async fn a_number_of_another_form_names_no_charge(shop: &Shop) {
    let (order, attempts) = tried(shop, 1).await;
    let (_, others) = tried(shop, 1).await;
    let name = PaymentRef::parse(&others[0].id.to_string()).unwrap();
    assert_eq!(told(shop, &Notification { payment: Some(name), ..notification(&attempts[0], 2) }).await, TakeOutcome::Taken(None));
    assert_eq!(shop.order(&order).await.payment_id.map(|id| id.as_str().to_owned()), Some(attempts[0].id.to_string()));
    assert_eq!(told(shop, &Notification { payment: None, ..notification(&others[0], 2) }).await, TakeOutcome::Taken(None));
}
