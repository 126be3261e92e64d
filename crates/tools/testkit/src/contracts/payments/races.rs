//! Races of payments (contract-commerce, section 9): what the gateway tells, and what happens to the order meanwhile.

use chrono::TimeDelta;
use domain::orders::order::Order;
use domain::orders::ports::PlaceOrderOutcome;
use domain::payments::gateway::{GatewayPayment, Notification, RecordState};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;

use super::expiry::by;
use super::payment_attempts::{notification, ordered, started};
use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users};

/// How often each race is run.
const ROUNDS: usize = 5;

/// An order that is to be paid at the gateway by now.
async fn overdue(shop: &Shop) -> Order {
    let order = ordered(shop).await;
    let change = by(PaymentMethod::PayHere, TimeDelta::zero());
    shop.pay(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
    shop.order(&order).await
}

fn record(success: &Notification, amount: Money) -> GatewayPayment {
    GatewayPayment { payment: success.payment.clone().unwrap(), amount: Some(amount), state: RecordState::Received, means: None }
}

/// A notification and the records of the same payment are one charge.
pub async fn a_notification_and_the_records_at_once_book_one_charge(shop: &Shop) {
    for _ in 0..ROUNDS {
        let order = ordered(shop).await;
        let attempt = started(shop, &order, 0).await;
        let success = notification(&attempt, 2);
        let records = [record(&success, attempt.amount)];
        tokio::join!(shop.take(&success, false, moments::now()), shop.read(&attempt.id, &records, moments::now()));
        let paid = shop.order(&order).await;
        assert_eq!((paid.payment.ledger.entries().len(), paid.figures().amount_due_cents()), (1, 0));
    }
}

/// Paid before, the order stays; paid after, it stays cancelled and the money has to be returned.
pub async fn a_success_and_the_expiry_at_once_leave_one_of_both(shop: &Shop) {
    for _ in 0..ROUNDS {
        let order = overdue(shop).await;
        let success = notification(&started(shop, &order, -3_600).await, 2);
        let late = moments::now() + TimeDelta::hours(3);
        let (_, expired) = tokio::join!(shop.take(&success, false, moments::now()), shop.expire(&order.id, late));
        let after = shop.order(&order).await;
        assert_eq!(after.status == OrderStatus::Cancelled, expired);
        assert_eq!(after.figures().charged_cents, order.total.cents());
        assert_eq!(after.figures().refund_due_cents() > 0, after.status == OrderStatus::Cancelled);
    }
}

/// The order is cancelled while the money comes: it is booked, and has to be returned.
pub async fn a_success_and_a_cancellation_at_once_are_both_kept(shop: &Shop) {
    for _ in 0..ROUNDS {
        let order = ordered(shop).await;
        let success = notification(&started(shop, &order, 0).await, 2);
        let cancelling = shop.set_status(&order, OrderStatus::Cancelled);
        let (_, cancelled) = tokio::join!(shop.take(&success, false, moments::now()), cancelling);
        assert!(cancelled.unwrap().is_changed);
        let after = shop.order(&order).await;
        assert_eq!((after.status, after.figures().refund_due_cents()), (OrderStatus::Cancelled, order.total.cents()));
    }
}

/// A customer who pays both of two attempts gets one total back.
pub async fn two_attempts_that_succeed_at_once_are_two_charges(shop: &Shop) {
    for _ in 0..ROUNDS {
        let order = ordered(shop).await;
        let (first, second) = (started(shop, &order, 0).await, started(shop, &order, 900).await);
        let (first, second) = (notification(&first, 2), notification(&second, 2));
        tokio::join!(shop.take(&first, false, moments::now()), shop.take(&second, false, moments::now()));
        let figures = shop.order(&order).await.figures();
        assert_eq!((figures.charged_cents, figures.refund_due_cents()), (2 * order.total.cents(), order.total.cents()));
    }
}

/// The last units go to the order that is reinstated, or to a new one.
pub async fn reinstating_and_the_last_unit_at_once_sell_it_once(shop: &Shop) {
    for _ in 0..ROUNDS {
        let product = shop.add(sample_products::with_stock(2, sample_products::product("Rose"))).await;
        let order = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await;
        shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
        let draft = sample_orders::draft(&shop.customer().await, &[(&product, 1)]);
        let (reinstated, placed) = tokio::join!(shop.set_status(&order, OrderStatus::Processing), shop.orders.place(&draft));
        let is_reinstated = reinstated.is_ok();
        let is_placed = matches!(placed.unwrap(), PlaceOrderOutcome::Placed(_));
        assert_ne!(is_reinstated, is_placed);
        assert_eq!(shop.stock(&product).await, if is_reinstated { 0 } else { 1 });
    }
}
