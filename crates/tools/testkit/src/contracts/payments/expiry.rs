//! The contract of [`domain::payments::ports::ExpiringOrders`], and of the method of payment.

use chrono::{DateTime, TimeDelta, Utc};
use domain::catalog::product::Product;
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_status::OrderStatus;
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::{NewCharge, PaymentRefusal, RefundRequest};
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::TimesToPay;
use domain::payments::ports::{ChangePaymentOutcome, StartOutcome};
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::shared::money::Money;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

async fn ask(shop: &Shop, order: &Order, change: &PaymentChange) -> ChangePaymentOutcome {
    shop.payments.change(&order.id, change, &sample_users::actor(), moments::now()).await.unwrap()
}

/// Another method without a fee; both prepaid methods have this time.
pub(super) fn by(method: PaymentMethod, time: TimeDelta) -> PaymentChange {
    PaymentChange::Method { method, fee: Money::ZERO, times: TimesToPay { bank_transfer: time, payhere: time }, settings: None }
}

/// An order of 4 of 10 units by bank transfer, to be paid within the hour.
async fn ordered(shop: &Shop) -> (Product, Order) {
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 4)])).await;
    match ask(shop, &order, &by(PaymentMethod::BankTransfer, TimeDelta::hours(1))).await {
        ChangePaymentOutcome::Changed(order) => (product, order),
        other => panic!("{other:?}"),
    }
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
    shop.edit(&order.id, &change, &sample_users::actor(), at).await.unwrap().thing
}

/// Reinstated it has the time of its method again.
pub async fn an_unpaid_order_expires_once_and_returns_its_stock(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    let (early, late) = (moments::seconds_later(3_599), moments::seconds_later(3_600));
    assert!(!shop.expiring.overdue(early).await.unwrap().contains(&order.id));
    assert!(!shop.expire(&order.id, early).await);
    assert!(shop.expiring.overdue(late).await.unwrap().contains(&order.id));
    let expiring = (0..8).map(|_| {
        let (shop, id) = (shop.clone(), order.id.clone());
        tokio::spawn(async move { shop.expire(&id, late).await })
    });
    assert_eq!(try_join_all(expiring).await.unwrap().into_iter().filter(|expired| *expired).count(), 1);
    let expired = shop.order(&order).await;
    assert_eq!((expired.status, expired.payment.has_expired, shop.stock(&product).await), (OrderStatus::Cancelled, true, 10));
    assert!(!shop.expiring.overdue(late).await.unwrap().contains(&order.id));
    let last = shop.order_reader.history(&order.id).await.unwrap().unwrap().pop().unwrap();
    assert_eq!((last.to, last.actor), (OrderStatus::Cancelled, None));
    let again = set(shop, &order, OrderStatus::Processing).await;
    assert_eq!((again.payment.has_expired, again.payment.expires_at), (false, Some(moments::seconds_later(3_600))));
    assert!(shop.expire(&order.id, late).await);
}

/// What is known of the order is what the change answered.
async fn changed_at(shop: &Shop, order: &Order, change: &PaymentChange, at: DateTime<Utc>) -> Order {
    let answer = shop.payments.change(&order.id, change, &sample_users::actor(), at).await.unwrap();
    assert_eq!(answer, ChangePaymentOutcome::Changed(shop.order(order).await));
    shop.order(order).await
}

/// The expiry after the customer is sent to the gateway.
async fn expiry_at_attempt(shop: &Shop, order: &Order, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let StartOutcome::Started(started, _) = shop.attempts.start(&order.id, at).await.unwrap() else { panic!("no attempt of {order:?}") };
    assert_eq!(shop.order(order).await, started);
    started.payment.expires_at
}

/// Counted from placing the order, a customer whose method was changed late would be cut off while paying.
pub async fn the_time_to_pay_starts_with_the_first_prepaid_method(shop: &Shop) {
    let hours = |hours: i64| moments::now() + TimeDelta::hours(hours);
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 1)])).await;
    let card = changed_at(shop, &order, &by(PaymentMethod::PayHere, TimeDelta::minutes(30)), hours(10)).await;
    assert_eq!(card.payment.expires_at, Some(hours(10) + TimeDelta::minutes(30)));
    let paying = expiry_at_attempt(shop, &card, hours(10) + TimeDelta::minutes(25)).await;
    assert_eq!(paying, Some(hours(10) + TimeDelta::minutes(40)));
    assert!(shop.expire(&card.id, hours(11)).await);
}

/// Alternating between methods ends.
pub async fn a_change_between_prepaid_methods_continues_the_time_to_pay(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    let minutes = |minutes: i64| moments::now() + TimeDelta::minutes(minutes);
    let mut changed = order;
    for (method, minute) in [(PaymentMethod::PayHere, 20), (PaymentMethod::BankTransfer, 40), (PaymentMethod::PayHere, 55)] {
        changed = changed_at(shop, &changed, &by(method, TimeDelta::hours(1)), minutes(minute)).await;
        assert_eq!(changed.payment.expires_at, Some(minutes(60)));
    }
    assert!(shop.expire(&changed.id, minutes(60)).await);
}

/// An attempt is counted from there too.
pub async fn a_reinstated_order_starts_its_time_to_pay_again(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    let hours = |hours: i64| moments::now() + TimeDelta::hours(hours);
    set(shop, &order, OrderStatus::Cancelled).await;
    let again = set_at(shop, &order, OrderStatus::Processing, hours(50)).await;
    assert_eq!(again.payment.expires_at, Some(hours(51)));
    assert_eq!(expiry_at_attempt(shop, &again, hours(51) - TimeDelta::minutes(5)).await, Some(hours(51) + TimeDelta::minutes(10)));
    assert!(shop.expire(&again.id, hours(52)).await);
}

/// Neither does one that is paid in cash.
pub async fn a_paid_order_never_expires(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    assert!(matches!(ask(shop, &order, &paid(&order)).await, ChangePaymentOutcome::Changed(_)));
    let cash = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 1)])).await;
    let later = moments::now() + TimeDelta::days(400);
    for order in [&order, &cash] {
        assert!(!shop.expiring.overdue(later).await.unwrap().contains(&order.id));
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
    assert!(!shop.expiring.overdue(hours(24)).await.unwrap().contains(&order.id));
    assert!(shop.expiring.overdue(hours(25)).await.unwrap().contains(&order.id));
    assert!(!shop.expire(&order.id, hours(24)).await);
    assert!(shop.expire(&order.id, hours(25)).await);
    let expired = shop.order(&order).await;
    assert_eq!((expired.payment.has_expired, expired.figures().refund_due_cents()), (true, half.total.cents()));
    assert_eq!(shop.stock(&product).await, 10);
    assert!(!shop.expiring.overdue(hours(1_000)).await.unwrap().contains(&order.id));
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
    assert!(shop.expiring.overdue(later).await.unwrap().contains(&order.id));
    assert!(shop.expire(&order.id, later).await);
    assert_eq!(shop.order(&order).await.figures().refund_due_cents(), 0);
}

/// However many processes ask, the first question counts, and a later deadline begins again.
pub async fn a_gateway_that_is_away_is_remembered_since_the_deadline(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    let minutes = |minutes: i64| moments::now() + TimeDelta::minutes(minutes);
    for minute in [70, 71, 99] {
        assert_eq!(shop.expiring.postpone(&order.id, minutes(minute)).await.unwrap(), Some(minutes(70)));
    }
    set_at(shop, &order, OrderStatus::Cancelled, minutes(100)).await;
    set_at(shop, &order, OrderStatus::Processing, minutes(110)).await;
    assert_eq!(shop.expiring.postpone(&order.id, minutes(175)).await.unwrap(), Some(minutes(175)));
    assert_eq!(shop.expiring.postpone(&sample_orders::order_id(), minutes(0)).await.unwrap(), None);
    assert!(shop.expire(&order.id, minutes(175)).await);
}

/// Orders that cannot expire keep none waiting: the store names at most 100 at once.
pub async fn an_order_that_was_put_off_comes_after_the_others(shop: &Shop) {
    let ((_, first), (_, second)) = (ordered(shop).await, ordered(shop).await);
    let late = moments::now() + TimeDelta::minutes(70);
    let place = async |order: &Order| shop.expiring.overdue(late).await.unwrap().iter().position(|id| *id == order.id).unwrap();
    shop.expiring.postpone(&first.id, late).await.unwrap();
    assert!(place(&second).await < place(&first).await);
    shop.expiring.postpone(&second.id, late).await.unwrap();
    assert_eq!(place(&second).await < place(&first).await, second.id < first.id, "both were put off, and are due at one time");
    assert!(shop.expire(&first.id, late).await && shop.expire(&second.id, late).await);
}

/// Paid before, the order stays; paid after, it stays cancelled and the money has to be returned.
pub async fn a_payment_and_the_expiry_at_once_leave_one_of_both(shop: &Shop) {
    for _ in 0..5 {
        let (product, order) = ordered(shop).await;
        let paying = async { ask(shop, &order, &paid(&order)).await };
        let (paid, expired) = tokio::join!(paying, shop.expire(&order.id, moments::seconds_later(3_600)));
        assert!(matches!(paid, ChangePaymentOutcome::Changed(_)), "{paid:?}");
        let after = shop.order(&order).await;
        assert_eq!(after.status == OrderStatus::Cancelled, expired);
        assert_eq!(after.figures().refund_due_cents() > 0, expired);
        assert_eq!(shop.stock(&product).await, if expired { 10 } else { 6 });
    }
}

/// Nor does that of a cancelled order change.
pub async fn the_method_of_a_paid_order_stays(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    let cod = by(PaymentMethod::Cod, TimeDelta::hours(1));
    assert!(matches!(ask(shop, &order, &cod).await, ChangePaymentOutcome::Changed(_)));
    assert!(matches!(ask(shop, &order, &paid(&order)).await, ChangePaymentOutcome::Changed(_)));
    let refused = ChangePaymentOutcome::Refused(PaymentRefusal::MethodFixed);
    assert_eq!(ask(shop, &order, &cod).await, refused);
    let (_, cancelled) = ordered(shop).await;
    set(shop, &cancelled, OrderStatus::Cancelled).await;
    assert_eq!(ask(shop, &cancelled, &cod).await, refused);
}
