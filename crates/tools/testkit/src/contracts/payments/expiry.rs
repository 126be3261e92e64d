//! The contract of [`domain::orders::payment::repository::PaymentRepository`], and of the method of payment.

use chrono::{DateTime, TimeDelta, Utc};
use domain::catalog::product::Product;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::payment::change::PaymentChange;
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::{NewCharge, RefundRequest};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::TimesToPay;
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

async fn pay(shop: &Shop, order: &Order, change: &PaymentChange) -> Order {
    shop.pay(&order.id, change, &sample_users::actor(), moments::now()).await.unwrap().value
}

/// Another method without a fee; both prepaid methods have this time.
pub(super) fn by(method: PaymentMethod, time: TimeDelta) -> PaymentChange {
    PaymentChange::Method { method, fee: Money::ZERO, times: TimesToPay { bank_transfer: time, payhere: time } }
}

/// An order of 4 of 10 units by bank transfer, to be paid within the hour.
async fn ordered(shop: &Shop) -> (Product, Order) {
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 4)])).await;
    let order = pay(shop, &order, &by(PaymentMethod::BankTransfer, TimeDelta::hours(1))).await;
    (product, order)
}

fn paid(order: &Order) -> PaymentChange {
    let reference = PaymentId::parse(&unique::tag()).unwrap();
    let (source, method) = (EntrySource::Hand, PaymentMethod::BankTransfer);
    PaymentChange::Charge(NewCharge { source, method, amount: order.total, reference, attempt: None }, None)
}

async fn set(shop: &Shop, order: &Order, status: OrderStatus) -> Order {
    set_at(shop, order, status, moments::now()).await
}

async fn set_at(shop: &Shop, order: &Order, status: OrderStatus, at: DateTime<Utc>) -> Order {
    let times = TimesToPay { bank_transfer: TimeDelta::hours(1), payhere: TimeDelta::hours(1) };
    let change = OrderEdit { status: Some(status), times, ..OrderEdit::default() };
    shop.edit(&order.id, &change, &sample_users::actor(), at).await.unwrap().value
}

/// Reinstated it has the time of its method again.
pub async fn an_unpaid_order_expires_once_and_returns_its_stock(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    let (early, late) = (moments::seconds_later(3_599), moments::seconds_later(3_600));
    assert!(!shop.payments.overdue(early).await.unwrap().contains(&order.id));
    assert!(!shop.expire(&order.id, early).await);
    assert!(shop.payments.overdue(late).await.unwrap().contains(&order.id));
    let expiring = (0..8).map(|_| {
        let (shop, id) = (shop.clone(), order.id.clone());
        tokio::spawn(async move { shop.expire(&id, late).await })
    });
    assert_eq!(try_join_all(expiring).await.unwrap().into_iter().filter(|expired| *expired).count(), 1);
    let expired = shop.order(&order).await;
    assert_eq!((expired.status, expired.payment.has_expired, shop.stock(&product).await), (OrderStatus::Cancelled, true, 10));
    assert!(!shop.payments.overdue(late).await.unwrap().contains(&order.id));
    let last = shop.order_reader.history(&order.id).await.unwrap().unwrap().pop().unwrap();
    assert_eq!((last.to, last.actor), (OrderStatus::Cancelled, None));
    let again = set(shop, &order, OrderStatus::Processing).await;
    assert_eq!((again.payment.has_expired, again.payment.expires_at), (false, Some(moments::seconds_later(3_600))));
    assert!(shop.expire(&order.id, late).await);
}

/// What is known of the order is what the change answered.
async fn changed_at(shop: &Shop, order: &Order, change: &PaymentChange, at: DateTime<Utc>) -> Order {
    let changed = shop.pay(&order.id, change, &sample_users::actor(), at).await.unwrap().value;
    assert_eq!(changed, shop.order(order).await);
    changed
}

/// Neither does one that is paid in cash.
pub async fn a_paid_order_never_expires(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    pay(shop, &order, &paid(&order)).await;
    let cash = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 1)])).await;
    let later = moments::now() + TimeDelta::days(400);
    for order in [&order, &cash] {
        assert!(!shop.payments.overdue(later).await.unwrap().contains(&order.id));
        assert!(!shop.expire(&order.id, later).await);
    }
    assert_eq!(shop.stock(&product).await, 5);
}

/// A part came an hour late: the rest is waited for, and then the order is cancelled with what it holds.
pub async fn a_rest_expires_and_what_is_held_is_to_be_returned(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    let hours = |hours: i64| moments::now() + TimeDelta::hours(hours);
    let half = Order { total: Money::from_cents(order.total.cents() / 2).unwrap(), ..order.clone() };
    let part = changed_at(shop, &order, &paid(&half), hours(1) - TimeDelta::minutes(1)).await;
    assert_eq!(part.payment.expires_at, Some(hours(25) - TimeDelta::minutes(1)));
    assert!(!shop.payments.overdue(hours(24)).await.unwrap().contains(&order.id));
    assert!(shop.payments.overdue(hours(25)).await.unwrap().contains(&order.id));
    assert!(!shop.expire(&order.id, hours(24)).await);
    assert!(shop.expire(&order.id, hours(25)).await);
    let expired = shop.order(&order).await;
    assert_eq!((expired.payment.has_expired, expired.figures().refund_due_cents()), (true, half.total.cents()));
    assert_eq!(shop.stock(&product).await, 10);
    assert!(!shop.payments.overdue(hours(1_000)).await.unwrap().contains(&order.id));
}

/// Money that came and went back pays nothing.
pub async fn a_refunded_order_that_is_reinstated_expires(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    changed_at(shop, &order, &paid(&order), moments::now()).await;
    set(shop, &order, OrderStatus::Cancelled).await;
    let request = RefundRequest { amount: order.total, via: RefundVia::ByHand, reference: None, reason: None };
    let key = IdempotencyKey::parse(&unique::tag()).unwrap();
    changed_at(shop, &order, &PaymentChange::Release { request, key, guard: RefundGuard::default() }, moments::now()).await;
    let later = moments::now() + TimeDelta::hours(101);
    let again = set_at(shop, &order, OrderStatus::Processing, moments::now() + TimeDelta::hours(100)).await;
    assert_eq!((again.payment.expires_at, again.figures().amount_due_cents()), (Some(later), order.total.cents()));
    assert!(shop.payments.overdue(later).await.unwrap().contains(&order.id));
    assert!(shop.expire(&order.id, later).await);
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 0);
}

/// However many processes ask, the first question counts, and a later deadline begins again.
pub async fn a_gateway_that_is_away_is_remembered_since_the_deadline(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    let minutes = |minutes: i64| moments::now() + TimeDelta::minutes(minutes);
    for minute in [70, 71, 99] {
        assert_eq!(shop.payments.postpone(&order.id, minutes(minute)).await.unwrap(), Some(minutes(70)));
    }
    set_at(shop, &order, OrderStatus::Cancelled, minutes(100)).await;
    set_at(shop, &order, OrderStatus::Processing, minutes(110)).await;
    assert_eq!(shop.payments.postpone(&order.id, minutes(175)).await.unwrap(), Some(minutes(175)));
    assert_eq!(shop.payments.postpone(&sample_orders::order_id(), minutes(0)).await.unwrap(), None);
    assert!(shop.expire(&order.id, minutes(175)).await);
}

/// Orders that cannot expire keep none waiting: the store names at most 100 at once.
pub async fn an_order_that_was_put_off_comes_after_the_others(shop: &Shop) {
    let ((_, first), (_, second)) = (ordered(shop).await, ordered(shop).await);
    let late = moments::now() + TimeDelta::minutes(70);
    let place = async |order: &Order| shop.payments.overdue(late).await.unwrap().iter().position(|id| *id == order.id).unwrap();
    shop.payments.postpone(&first.id, late).await.unwrap();
    assert!(place(&second).await < place(&first).await);
    shop.payments.postpone(&second.id, late).await.unwrap();
    assert_eq!(place(&second).await < place(&first).await, second.id < first.id, "both were put off, and are due at one time");
    assert!(shop.expire(&first.id, late).await && shop.expire(&second.id, late).await);
}

/// Paid before, the order stays; paid after, it stays cancelled and the money has to be returned.
pub async fn a_payment_and_the_expiry_at_once_leave_one_of_both(shop: &Shop) {
    for _ in 0..5 {
        let (product, order) = ordered(shop).await;
        let paying = async { pay(shop, &order, &paid(&order)).await };
        let (_, expired) = tokio::join!(paying, shop.expire(&order.id, moments::seconds_later(3_600)));
        let after = shop.order(&order).await;
        assert_eq!(after.status == OrderStatus::Cancelled, expired);
        assert_eq!(after.figures().refund_due_cents() > 0, expired);
        assert_eq!(shop.stock(&product).await, if expired { 10 } else { 6 });
    }
}
