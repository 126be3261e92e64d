//! The contract of [`domain::payments::ports::ExpiringOrders`], and of the method of payment.

use chrono::TimeDelta;
use domain::catalog::product::Product;
use domain::orders::order::Order;
use domain::orders::order_change::OrderChange;
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::UpdateOrderOutcome;
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::{NewCharge, PaymentRefusal};
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::ChangePaymentOutcome;
use domain::shared::money::Money;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users};

async fn ask(shop: &Shop, order: &Order, change: &PaymentChange) -> ChangePaymentOutcome {
    shop.payments.change(&order.id, change, &sample_users::actor(), moments::now()).await.unwrap()
}

/// An order of 4 of 10 units by bank transfer, to be paid within the hour.
async fn ordered(shop: &Shop) -> (Product, Order) {
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 4)])).await;
    let expires_at = Some(moments::now() + TimeDelta::hours(1));
    match ask(shop, &order, &PaymentChange::Method { method: PaymentMethod::BankTransfer, fee: Money::ZERO, expires_at }).await {
        ChangePaymentOutcome::Changed(order) => (product, order),
        other => panic!("{other:?}"),
    }
}

fn paid(order: &Order) -> PaymentChange {
    let reference = PaymentId::parse("B-1").unwrap();
    let (source, method) = (EntrySource::Hand, PaymentMethod::BankTransfer);
    PaymentChange::Charge(NewCharge { source, method, amount: order.total, reference, attempt: None })
}

async fn set(shop: &Shop, order: &Order, status: OrderStatus) -> Order {
    let change = OrderChange { status: Some(status), ..OrderChange::default() };
    match shop.orders.update(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap() {
        UpdateOrderOutcome::Updated(order) => order,
        other => panic!("{other:?}"),
    }
}

/// Reinstated it has as much time again.
pub async fn an_unpaid_order_expires_once_and_returns_its_stock(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    let (early, late) = (moments::seconds_later(3_599), moments::seconds_later(3_600));
    assert!(!shop.expiring.overdue(early).await.unwrap().contains(&order.id));
    assert!(!shop.expiring.expire(&order.id, early).await.unwrap());
    assert!(shop.expiring.overdue(late).await.unwrap().contains(&order.id));
    let expiring = (0..8).map(|_| {
        let (shop, id) = (shop.clone(), order.id.clone());
        tokio::spawn(async move { shop.expiring.expire(&id, late).await.unwrap() })
    });
    assert_eq!(try_join_all(expiring).await.unwrap().into_iter().filter(|expired| *expired).count(), 1);
    let expired = shop.order(&order).await;
    assert_eq!((expired.status, expired.payment.has_expired, shop.stock(&product).await), (OrderStatus::Cancelled, true, 10));
    assert!(!shop.expiring.overdue(late).await.unwrap().contains(&order.id));
    let last = shop.order_reader.history(&order.id).await.unwrap().unwrap().pop().unwrap();
    assert_eq!((last.to, last.actor), (OrderStatus::Cancelled, None));
    let again = set(shop, &order, OrderStatus::Processing).await;
    assert_eq!((again.payment.has_expired, again.payment.expires_at), (false, Some(moments::seconds_later(3_600))));
    assert!(shop.expiring.expire(&order.id, late).await.unwrap());
}

/// Neither does one that is paid in cash.
pub async fn a_paid_order_never_expires(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    assert!(matches!(ask(shop, &order, &paid(&order)).await, ChangePaymentOutcome::Changed(_)));
    let cash = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 1)])).await;
    let later = moments::now() + TimeDelta::days(400);
    for order in [&order, &cash] {
        assert!(!shop.expiring.overdue(later).await.unwrap().contains(&order.id));
        assert!(!shop.expiring.expire(&order.id, later).await.unwrap());
    }
    assert_eq!(shop.stock(&product).await, 5);
}

/// Paid before, the order stays; paid after, it stays cancelled and the money has to be returned.
pub async fn a_payment_and_the_expiry_at_once_leave_one_of_both(shop: &Shop) {
    for _ in 0..5 {
        let (product, order) = ordered(shop).await;
        let paying = async { ask(shop, &order, &paid(&order)).await };
        let (paid, expired) = tokio::join!(paying, shop.expiring.expire(&order.id, moments::seconds_later(3_600)));
        assert!(matches!(paid, ChangePaymentOutcome::Changed(_)), "{paid:?}");
        let (expired, after) = (expired.unwrap(), shop.order(&order).await);
        assert_eq!(after.status == OrderStatus::Cancelled, expired);
        assert_eq!(after.figures().refund_due_cents() > 0, expired);
        assert_eq!(shop.stock(&product).await, if expired { 10 } else { 6 });
    }
}

/// Nor does that of a cancelled order change.
pub async fn the_method_of_a_paid_order_stays(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    let cod = PaymentChange::Method { method: PaymentMethod::Cod, fee: Money::ZERO, expires_at: None };
    assert!(matches!(ask(shop, &order, &cod).await, ChangePaymentOutcome::Changed(_)));
    assert!(matches!(ask(shop, &order, &paid(&order)).await, ChangePaymentOutcome::Changed(_)));
    let refused = ChangePaymentOutcome::Refused(PaymentRefusal::MethodFixed);
    assert_eq!(ask(shop, &order, &cod).await, refused);
    let (_, cancelled) = ordered(shop).await;
    set(shop, &cancelled, OrderStatus::Cancelled).await;
    assert_eq!(ask(shop, &cancelled, &cod).await, refused);
}
