//! The contract of [`domain::orders::payment::repository::PaymentRepository`].

use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::payment::attempts::Notified;
use domain::payments::attempt::AttemptState;
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{GatewayPayment, Notification, PaymentRef, RecordState};
use domain::payments::ledger::EntrySource;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::edit::Edit;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::PageRequest;
use domain::shared::text::PaymentId;
use futures_util::future::{join_all, try_join_all};

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// An order of two units of a product at 1,200.
pub(super) async fn ordered(shop: &Shop) -> Order {
    let product = shop.add(sample_products::product("Rose")).await;
    shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await
}

pub(super) async fn started(shop: &Shop, order: &Order, second: i64) -> Attempt {
    shop.start(&order.id, moments::seconds_later(second)).await.unwrap().attempt
}

/// A notification of the attempt's amount, with a number of its own.
pub(super) fn notification(attempt: &Attempt, status_code: i32) -> Notification {
    Notification {
        order_id: attempt.id.to_string(),
        amount: attempt.amount.to_string(),
        currency: "LKR".to_owned(),
        status_code,
        payment: PaymentRef::parse(&unique::bits().to_string()).ok(),
        means: PaymentRef::parse("VISA").ok(),
    }
}

pub(super) async fn take(shop: &Shop, notification: &Notification) -> Notified {
    shop.take(notification, false, moments::now()).await
}

pub(super) async fn cancel(shop: &Shop, order: &Order) {
    shop.set_status(order, OrderStatus::Cancelled).await.unwrap();
}

/// The customer is told at once that a card was declined, and of a later attempt that it is not answered.
pub async fn an_order_tells_the_state_of_its_newest_attempt(shop: &Shop) {
    let order = ordered(shop).await;
    let last = async || shop.order(&order).await.payment.last_attempt.map(|last| (last.number, last.state, last.started_at));
    assert_eq!(last().await, None);
    let first = started(shop, &order, 0).await;
    assert_eq!(last().await, Some((1_001, AttemptState::Created, moments::now())));
    take(shop, &notification(&first, -2)).await;
    assert_eq!(last().await, Some((1_001, AttemptState::Failed, moments::now())));
    started(shop, &order, 60).await;
    take(shop, &notification(&first, 2)).await;
    assert_eq!(last().await, Some((1_002, AttemptState::Created, moments::seconds_later(60))), "the newest, whatever became of the first");
}

/// Starting locks the order.
pub async fn requests_at_once_get_one_attempt(shop: &Shop) {
    let order = ordered(shop).await;
    let started = try_join_all((0..8).map(|_| shop.start(&order.id, moments::now()))).await.unwrap();
    assert_eq!(started.iter().filter(|change| change.next_read != Edit::Keep).count(), 1, "{started:?}");
    assert!(started.iter().all(|change| (&change.order, &change.attempt) == (&started[0].order, &started[0].attempt)));
    assert_eq!(shop.order(&order).await, started[0].order);
}

/// Of 20 equal notifications at once, one books a charge.
pub async fn a_success_is_booked_once_however_often_it_comes(shop: &Shop) {
    let order = ordered(shop).await;
    let success = notification(&started(shop, &order, 0).await, 2);
    let outcomes = join_all((0..20).map(|_| shop.take(&success, false, moments::now()))).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Notified::Taken(None)).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Notified::Repeated).count(), 19, "{outcomes:?}");
    let paid = shop.order(&order).await;
    let [charge] = paid.payment.ledger.entries() else { panic!("{:?}", paid.payment.ledger) };
    assert_eq!(
        (charge.source, charge.method, charge.amount, charge.attempt),
        (EntrySource::Gateway, PaymentMethod::PayHere, order.total, Some(1_001))
    );
    assert_eq!(paid.payment_id.map(PaymentId::into_string), success.payment.map(|payment| payment.to_string()));
}

/// The right amount pays after a wrong one, too.
pub async fn another_amount_is_kept_and_books_nothing(shop: &Shop) {
    let order = ordered(shop).await;
    let right = notification(&started(shop, &order, 0).await, 2);
    let order = shop.order(&order).await;
    let wrong = Notification { amount: "1.00".to_owned(), ..right.clone() };
    assert_eq!(take(shop, &wrong).await, Notified::Taken(Some(AttentionKind::AmountMismatch)));
    assert_eq!(take(shop, &wrong).await, Notified::Repeated);
    assert_eq!(shop.order(&order).await, order);
    assert_eq!(take(shop, &right).await, Notified::Taken(None), "the right one pays all the same");
    assert_eq!(shop.order(&order).await.figures().amount_due_cents(), 0);
}

/// The attempt, the order, or the form of the number may be unknown.
pub async fn a_notification_of_no_attempt_is_kept(shop: &Shop) {
    let order = ordered(shop).await;
    let attempt = started(shop, &order, 0).await;
    let order = shop.order(&order).await;
    let second = format!("{}-002", order.id);
    for order_id in [second, unique::tag(), format!("{}-001", sample_orders::order_id())] {
        let stray = Notification { order_id, ..notification(&attempt, 2) };
        assert_eq!(take(shop, &stray).await, Notified::Taken(Some(AttentionKind::Unmatched)));
        assert_eq!(take(shop, &stray).await, Notified::Repeated);
    }
    assert_eq!(shop.order(&order).await, order);
}

/// The signature does not cover the number of the payment.
pub async fn a_number_that_another_payment_has_is_not_believed(shop: &Shop) {
    let (first, second) = (ordered(shop).await, ordered(shop).await);
    let paid = notification(&started(shop, &first, 0).await, 2);
    take(shop, &paid).await;
    let same = Notification { payment: paid.payment.clone(), ..notification(&started(shop, &second, 0).await, 2) };
    assert_eq!(take(shop, &same).await, Notified::Taken(None));
    let reference = shop.order(&second).await.payment_id.map(PaymentId::into_string);
    assert_eq!(reference, Some(same.order_id), "the charge has the attempt's own name");
}

/// Staff booked it by its number, with words or without, and may have taken that back.
pub async fn a_payment_that_staff_booked_for_another_order_is_told(shop: &Shop) {
    for (words, is_taken_back) in [("", false), ("PayHere (VISA 4242) of 20261128 ", false), ("", true)] {
        let (first, second) = (ordered(shop).await, ordered(shop).await);
        let paid = notification(&started(shop, &first, 0).await, 2);
        let number = PaymentId::parse(&format!("{words}{}", paid.payment.as_ref().unwrap().as_str())).unwrap();
        let edits = [Edit::Set(number), Edit::Clear].into_iter().take(1 + usize::from(is_taken_back));
        for payment_id in edits {
            let edit = OrderEdit { payment_id, ..OrderEdit::default() };
            shop.edit(&second.id, &edit, &sample_users::actor(), moments::now()).await.unwrap();
        }
        take(shop, &paid).await;
        let told = if is_taken_back { vec![] } else { vec![AttentionKind::DuplicatePayment] };
        let items = shop.attention.list(Some(&first.id), &PageRequest::default()).await.unwrap().items;
        assert_eq!(items.into_iter().map(|item| item.kind).collect::<Vec<_>>(), told);
    }
}

pub(super) fn received(attempt: &Attempt) -> GatewayPayment {
    let payment = PaymentRef::parse(&unique::bits().to_string()).unwrap();
    GatewayPayment { payment, amount: Some(attempt.amount), state: RecordState::Received, means: None }
}

/// Whether a read of this attempt is due; it takes the attempt, which is due again a minute later.
pub(super) async fn is_due(shop: &Shop, attempt: &Attempt, second: i64) -> bool {
    shop.payments.due_attempts(moments::seconds_later(second), 10_000).await.unwrap().contains(&attempt.id)
}

/// The read is due after 2 minutes and again a minute later until the records are taken; an answered attempt is not read again.
pub async fn records_make_good_a_lost_notification_once(shop: &Shop) {
    let order = ordered(shop).await;
    let attempt = started(shop, &order, 0).await;
    assert!(!is_due(shop, &attempt, 119).await && is_due(shop, &attempt, 120).await);
    assert!(!is_due(shop, &attempt, 121).await && is_due(shop, &attempt, 180).await);
    shop.read(&attempt.id, &[], moments::seconds_later(180)).await;
    assert!(!is_due(shop, &attempt, 299).await && is_due(shop, &attempt, 300).await);
    let payments = [received(&attempt)];
    for _ in 0..2 {
        assert_eq!(shop.read(&attempt.id, &payments, moments::seconds_later(300)).await, None);
        let paid = shop.order(&order).await;
        assert_eq!((paid.figures().held_cents, paid.payment.ledger.entries().len()), (240_000, 1));
    }
    assert!(!is_due(shop, &attempt, 1_000_000).await);
}

/// The charge may have stood for the payment of an attempt that the gateway answered.
pub async fn attempts_are_read_again_after_staff_took_back_a_charge(shop: &Shop) {
    let order = ordered(shop).await;
    let paid = started(shop, &order, 0).await;
    let told = notification(&paid, 2);
    let number = PaymentId::parse(told.payment.as_ref().unwrap().as_str()).unwrap();
    for (payment_id, is_read) in [(Edit::Set(number), false), (Edit::Clear, true)] {
        let edit = OrderEdit { payment_id, ..OrderEdit::default() };
        shop.edit(&order.id, &edit, &sample_users::actor(), moments::seconds_later(10)).await.unwrap();
        take(shop, &told).await;
        assert_eq!(is_due(shop, &paid, 10).await, is_read);
    }
}

/// The newest attempts of their orders come first, and those of different customers in turn.
pub async fn no_customer_keeps_the_attempts_of_others_waiting(shop: &Shop) {
    let busy = shop.customer().await;
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let mut flood = Vec::new();
    for _ in 0..3 {
        let order = shop.place(&sample_orders::draft(&busy, &[(&product, 1)])).await;
        let former = started(shop, &order, 0).await;
        flood.push((former, started(shop, &order, 16 * 60).await));
    }
    let other = started(shop, &ordered(shop).await, 20 * 60).await;
    let take = async |limit| shop.payments.due_attempts(moments::seconds_later(30 * 60), limit).await.unwrap();
    let first = take(2).await;
    assert!(first.contains(&other.id), "each customer has a share: {first:?}");
    let rest = take(100).await;
    let place = |attempt: &Attempt| rest.iter().position(|id| *id == attempt.id);
    for (former, newest) in &flood {
        assert!(first.contains(&newest.id) || place(newest) < place(former), "{former:?} before {newest:?}");
    }
    assert_eq!(first.len() + rest.len(), 7);
}
