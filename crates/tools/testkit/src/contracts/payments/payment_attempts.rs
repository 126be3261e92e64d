//! The contract of [`domain::payments::ports::PaymentAttempts`].

use domain::orders::order::Order;
use domain::orders::order_status::OrderStatus;
use domain::payments::attempt::{AttemptId, AttemptState};
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{GatewayPayment, Notification, PaymentRef, RecordState};
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::NewCharge;
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::{StartOutcome, TakeOutcome};
use domain::shared::page::PageRequest;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// An order of two units of a product at 1,200.
pub(super) async fn ordered(shop: &Shop) -> Order {
    let product = shop.add(sample_products::product("Rose")).await;
    shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await
}

pub(super) async fn started(shop: &Shop, order: &Order, second: i64) -> Attempt {
    match shop.attempts.start(&order.id, moments::seconds_later(second)).await.unwrap() {
        StartOutcome::Started(_, attempt) => attempt,
        other => panic!("{other:?}"),
    }
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

pub(super) async fn take(shop: &Shop, notification: &Notification) -> TakeOutcome {
    shop.attempts.take(notification, false, moments::now()).await.unwrap()
}

pub(super) async fn cancel(shop: &Shop, order: &Order) {
    shop.set_status(order, OrderStatus::Cancelled).await.unwrap();
}

/// The amount is what is due; an unanswered attempt is given again for 15 minutes.
pub async fn an_attempt_is_for_what_is_due_and_is_given_again_while_it_is_open(shop: &Shop) {
    let order = ordered(shop).await;
    let first = started(shop, &order, 0).await;
    assert_eq!((first.id.number, first.state, first.amount), (1_001, AttemptState::Created, order.total));
    let again = shop.attempts.start(&order.id, moments::seconds_later(899)).await.unwrap();
    assert_eq!(again, StartOutcome::Open(shop.order(&order).await, first.clone()));
    assert_eq!(started(shop, &order, 900).await.id.number, 1_002, "after 15 minutes there is another one");
    assert_eq!(take(shop, &notification(&first, 0)).await, TakeOutcome::Taken(None), "the first may be answered still");
    assert!(shop.order(&order).await.payment.is_pending);
}

/// After a refusal of the bank the customer gets another attempt.
pub async fn an_answered_attempt_is_not_given_again(shop: &Shop) {
    let order = ordered(shop).await;
    let first = started(shop, &order, 0).await;
    take(shop, &notification(&first, -2)).await;
    assert_eq!(started(shop, &order, 1).await.id.number, 1_002);
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
    let outcomes = try_join_all((0..8).map(|_| shop.attempts.start(&order.id, moments::now()))).await.unwrap();
    let new = outcomes.iter().filter(|outcome| matches!(outcome, StartOutcome::Started(..))).count();
    let open = outcomes.iter().filter(|outcome| matches!(outcome, StartOutcome::Open(..))).count();
    assert_eq!((new, open), (1, 7), "{outcomes:?}");
}

/// Neither for a cancelled or paid order nor for one that does not exist.
pub async fn nothing_is_started_where_nothing_is_due(shop: &Shop) {
    let (cancelled, paid) = (ordered(shop).await, ordered(shop).await);
    cancel(shop, &cancelled).await;
    assert_eq!(shop.attempts.start(&cancelled.id, moments::now()).await.unwrap(), StartOutcome::Cancelled);
    let reference = PaymentId::parse("cash").unwrap();
    let (source, method) = (EntrySource::Hand, PaymentMethod::Cod);
    let charge = PaymentChange::Charge(NewCharge { source, method, amount: paid.total, reference, attempt: None }, None);
    shop.pay(&paid.id, &charge, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(shop.attempts.start(&paid.id, moments::now()).await.unwrap(), StartOutcome::NothingDue);
    assert_eq!(shop.attempts.start(&sample_orders::order_id(), moments::now()).await.unwrap(), StartOutcome::NotFound);
}

/// Of 20 equal notifications at once, one books a charge.
pub async fn a_success_is_booked_once_however_often_it_comes(shop: &Shop) {
    let order = ordered(shop).await;
    let success = notification(&started(shop, &order, 0).await, 2);
    let outcomes = try_join_all((0..20).map(|_| shop.attempts.take(&success, false, moments::now()))).await.unwrap();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == TakeOutcome::Taken(None)).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == TakeOutcome::Repeated).count(), 19, "{outcomes:?}");
    let paid = shop.order(&order).await;
    let [charge] = paid.payment.ledger.entries() else { panic!("{:?}", paid.payment.ledger) };
    assert_eq!(
        (charge.source, charge.method, charge.amount, charge.attempt),
        (EntrySource::Gateway, PaymentMethod::PayHere, order.total, Some(1_001))
    );
    assert_eq!(paid.payment_id.map(PaymentId::into_string), success.payment.map(|payment| payment.to_string()));
}

/// Lower states are kept and change nothing; a chargeback is the highest.
pub async fn states_only_rise(shop: &Shop) {
    let order = ordered(shop).await;
    let attempt = started(shop, &order, 0).await;
    for (code, held) in [(0, 0), (-2, 0), (2, 240_000), (-1, 240_000), (0, 240_000), (-3, 0), (2, 0)] {
        take(shop, &notification(&attempt, code)).await;
        let figures = shop.order(&order).await.figures();
        assert_eq!(figures.held_cents, held, "after {code}");
    }
}

/// The right amount pays after a wrong one, too.
pub async fn another_amount_is_kept_and_books_nothing(shop: &Shop) {
    let order = ordered(shop).await;
    let right = notification(&started(shop, &order, 0).await, 2);
    let order = shop.order(&order).await;
    let wrong = Notification { amount: "1.00".to_owned(), ..right.clone() };
    assert_eq!(take(shop, &wrong).await, TakeOutcome::Taken(Some(AttentionKind::AmountMismatch)));
    assert_eq!(take(shop, &wrong).await, TakeOutcome::Repeated);
    assert_eq!(shop.order(&order).await, order);
    assert_eq!(take(shop, &right).await, TakeOutcome::Taken(None), "the right one pays all the same");
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
        assert_eq!(take(shop, &stray).await, TakeOutcome::Taken(Some(AttentionKind::Unmatched)));
        assert_eq!(take(shop, &stray).await, TakeOutcome::Repeated);
    }
    assert_eq!(shop.order(&order).await, order);
}

/// The order stays cancelled.
pub async fn a_success_on_a_cancelled_order_is_booked_and_is_to_be_returned(shop: &Shop) {
    let order = ordered(shop).await;
    let success = notification(&started(shop, &order, 0).await, 2);
    cancel(shop, &order).await;
    assert_eq!(take(shop, &success).await, TakeOutcome::Taken(Some(AttentionKind::LatePayment)));
    let late = shop.order(&order).await;
    assert_eq!((late.status, late.figures().refund_due_cents()), (OrderStatus::Cancelled, 240_000));
}

/// The signature does not cover the number of the payment.
pub async fn a_number_that_another_payment_has_is_not_believed(shop: &Shop) {
    let (first, second) = (ordered(shop).await, ordered(shop).await);
    let paid = notification(&started(shop, &first, 0).await, 2);
    take(shop, &paid).await;
    let same = Notification { payment: paid.payment.clone(), ..notification(&started(shop, &second, 0).await, 2) };
    assert_eq!(take(shop, &same).await, TakeOutcome::Taken(None));
    let reference = shop.order(&second).await.payment_id.map(PaymentId::into_string);
    assert_eq!(reference, Some(same.order_id), "the charge has the attempt's own name");
}

pub(super) fn received(attempt: &Attempt) -> GatewayPayment {
    let payment = PaymentRef::parse(&unique::bits().to_string()).unwrap();
    GatewayPayment { payment, amount: Some(attempt.amount), state: RecordState::Received, means: None }
}

/// Whether a read of this attempt is due; it takes the attempt, which is due again a minute later.
pub(super) async fn is_due(shop: &Shop, attempt: &Attempt, second: i64) -> bool {
    shop.attempts.take_due(moments::seconds_later(second), 10_000).await.unwrap().contains(&attempt.id)
}

/// The read is due after 2 minutes and again a minute later until the records are taken; an answered attempt is not read again.
pub async fn records_make_good_a_lost_notification_once(shop: &Shop) {
    let order = ordered(shop).await;
    let attempt = started(shop, &order, 0).await;
    assert!(!is_due(shop, &attempt, 119).await && is_due(shop, &attempt, 120).await);
    assert!(!is_due(shop, &attempt, 121).await && is_due(shop, &attempt, 180).await);
    shop.attempts.take_records(&attempt.id, &[], moments::seconds_later(180)).await.unwrap();
    assert!(!is_due(shop, &attempt, 299).await && is_due(shop, &attempt, 300).await);
    let payments = [received(&attempt)];
    for _ in 0..2 {
        assert_eq!(shop.attempts.take_records(&attempt.id, &payments, moments::seconds_later(300)).await.unwrap(), None);
        let paid = shop.order(&order).await;
        assert_eq!((paid.figures().held_cents, paid.payment.ledger.entries().len()), (240_000, 1));
    }
    assert!(!is_due(shop, &attempt, 1_000_000).await);
}

/// The kinds of what waits of this order, newest first.
pub(super) async fn kinds_of(shop: &Shop, order: &Order) -> Vec<AttentionKind> {
    shop.attention.list(Some(&order.id), &PageRequest::default()).await.unwrap().items.into_iter().map(|item| item.kind).collect()
}

/// Two attempts of an order, and the notifications of their success.
async fn both_paid(shop: &Shop) -> (Order, [Attempt; 2], [Notification; 2]) {
    let order = ordered(shop).await;
    let attempts = [started(shop, &order, 0).await, started(shop, &order, 900).await];
    let successes = [notification(&attempts[0], 2), notification(&attempts[1], 2)];
    (order, attempts, successes)
}

/// The customer paid on both pages: one total is to go back, and staff are told.
pub async fn two_attempts_that_were_both_paid_ask_for_attention(shop: &Shop) {
    let (order, _, successes) = both_paid(shop).await;
    assert_eq!(take(shop, &successes[0]).await, TakeOutcome::Taken(None));
    assert_eq!(kinds_of(shop, &order).await, []);
    assert_eq!(take(shop, &successes[1]).await, TakeOutcome::Taken(Some(AttentionKind::Overpaid)));
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 240_000);
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::Overpaid]);
}

/// A second success gives nothing to refund before the gateway's records have its payment, and staff are told once.
pub async fn too_much_is_held_only_by_the_records_where_there_are_some(shop: &Shop) {
    let (order, attempts, successes) = both_paid(shop).await;
    let told = async |n: usize| shop.attempts.take(&successes[n], true, moments::seconds_later(901)).await.unwrap();
    assert_eq!(told(0).await, TakeOutcome::Taken(None), "the first pays at once");
    assert_eq!(told(1).await, TakeOutcome::Taken(Some(AttentionKind::Overpaid)));
    assert_eq!(told(1).await, TakeOutcome::Repeated);
    let records = async |payments: &[GatewayPayment], second| {
        assert!(is_due(shop, &attempts[1], second).await, "{second}");
        shop.attempts.take_records(&attempts[1].id, payments, moments::seconds_later(second)).await.unwrap();
        shop.order(&order).await.figures().refund_due_cents()
    };
    assert_eq!(records(&[], 901).await, 0, "the records have no payment");
    let second = GatewayPayment { payment: successes[1].payment.clone().unwrap(), ..received(&attempts[1]) };
    assert_eq!(records(&[second], 1_200).await, 240_000);
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::Overpaid]);
}

/// The gateway knows it by one digit, and a name of three is another attempt.
pub async fn an_attempt_of_a_former_release_keeps_its_name(shop: &Shop) {
    let order = ordered(shop).await;
    let former = Attempt { id: AttemptId { order: order.id.clone(), number: 1 }, ..started(shop, &order, 0).await };
    let paid = notification(&former, 2);
    assert_eq!(paid.order_id, format!("{}-1", order.id));
    assert_eq!(take(shop, &paid).await, TakeOutcome::Taken(Some(AttentionKind::Unmatched)), "the order has no such attempt");
    assert_eq!(shop.order(&order).await.figures().held_cents, 0);
}

/// Names have three digits and begin with a zero. The last attempt stays open, and pays.
pub async fn an_order_has_a_bounded_number_of_attempts(shop: &Shop) {
    let order = ordered(shop).await;
    let mut last = None;
    for number in 1..=20 {
        let attempt = started(shop, &order, 900 * number).await;
        assert_eq!(attempt.id.to_string(), format!("{}-{number:03}", order.id));
        last = Some(attempt);
    }
    let again = async |second| shop.attempts.start(&order.id, moments::seconds_later(second)).await.unwrap();
    assert!(matches!(again(900 * 20 + 1).await, StartOutcome::Open(..)));
    assert_eq!(again(900 * 21).await, StartOutcome::TooManyAttempts);
    assert_eq!(take(shop, &notification(&last.unwrap(), 2)).await, TakeOutcome::Taken(None));
    assert_eq!(shop.order(&order).await.figures().amount_due_cents(), 0);
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
    let take = async |limit| shop.attempts.take_due(moments::seconds_later(30 * 60), limit).await.unwrap();
    let first = take(2).await;
    assert!(first.contains(&other.id), "each customer has a share: {first:?}");
    let rest = take(100).await;
    let place = |attempt: &Attempt| rest.iter().position(|id| *id == attempt.id);
    for (former, newest) in &flood {
        assert!(first.contains(&newest.id) || place(newest) < place(former), "{former:?} before {newest:?}");
    }
    assert_eq!(first.len() + rest.len(), 7);
}
