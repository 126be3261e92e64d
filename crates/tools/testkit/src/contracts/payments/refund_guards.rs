//! Refunds that are large together. Part of the contract of [`domain::orders::payment::repository::PaymentRepository`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::actor::Actor;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::User;
use domain::messages::security_notice::SecurityEvent;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::payment::change::{PaymentChange, RefundResolution};
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::shared::money::Money;
use futures_util::future::try_join_all;

use super::payment_attempts::ordered;
use super::payment_repository::{charge, paid, refund};
use crate::contracts::Shop;
use crate::contracts::accounts::users::notices;
use crate::{moments, sample_users, unique};

/// Refunds above 1,000 cents are large.
fn guard(is_confirmed: bool) -> RefundGuard {
    RefundGuard { above: Money::from_cents(1_000).ok(), is_confirmed }
}

fn release(cents: i64, via: RefundVia, is_confirmed: bool) -> PaymentChange {
    match refund(cents, via, &unique::tag()) {
        PaymentChange::Release { request, key, .. } => PaymentChange::Release { request, key, guard: guard(is_confirmed) },
        other => other,
    }
}

fn hours(hours: i64) -> DateTime<Utc> {
    moments::now() + TimeDelta::hours(hours)
}

/// Whether a refund by hand passes.
async fn passes(shop: &Shop, order: &Order, by: &User, cents: i64, at: DateTime<Utc>, is_confirmed: bool) -> bool {
    let (change, by) = (release(cents, RefundVia::ByHand, is_confirmed), Actor::user(by, "a request".to_owned()));
    match shop.pay(&order.id, &change, &by, at).await {
        Ok(_) => true,
        Err(OrderError::Payment(PaymentRefusal::ConfirmNeeded)) => false,
        Err(other) => panic!("{other:?}"),
    }
}

/// Spread over orders and over a day they need a confirmed session as one does, and are told; those of others do not count.
pub async fn refunds_of_one_member_of_staff_within_a_day_are_large_together(shop: &Shop) {
    let owner = shop.admin().await;
    let manager = shop.register(sample_users::staff(StaffRole::Manager)).await;
    let [one, two, three, four] = [paid(shop).await, paid(shop).await, paid(shop).await, paid(shop).await];
    assert!(passes(shop, &one, &manager, 600, hours(0), false).await);
    assert!(passes(shop, &two, &manager, 400, hours(1), false).await);
    assert!(!passes(shop, &three, &manager, 1, hours(23), false).await, "601 and more of three orders");
    assert!(passes(shop, &four, &owner, 1_000, hours(23), false).await, "each member of staff has a sum");
    assert!(passes(shop, &three, &manager, 600, hours(24), false).await, "the first is a day ago");
    assert!(!passes(shop, &two, &manager, 1, hours(24), false).await);
    assert_eq!(notices(shop, hours(25)).await, []);
    assert!(passes(shop, &one, &manager, 1, hours(24), true).await);
    let told = SecurityEvent::LargeRefund { order: one.id.clone(), amount: Money::from_cents(1).unwrap() };
    assert_eq!(notices(shop, hours(25)).await, [(Some(owner.email.clone()), told)]);
    let whole = OrderEdit { refunded: Some(true), guard: guard(false), ..OrderEdit::default() };
    let by = Actor::user(&manager, "a request".to_owned());
    let refused = shop.edit(&two.id, &whole, &by, hours(24)).await.unwrap_err();
    assert!(matches!(refused, OrderError::Payment(PaymentRefusal::ConfirmNeeded)), "{refused:?}");
}

/// Money that did not go counts no longer.
pub async fn a_failed_refund_is_not_counted(shop: &Shop) {
    shop.admin().await;
    let manager = shop.register(sample_users::staff(StaffRole::Manager)).await;
    let by = Actor::user(&manager, "a request".to_owned());
    let (order, other) = (ordered(shop).await, paid(shop).await);
    let by_card = charge(order.total, EntrySource::Gateway, &unique::tag());
    shop.pay(&order.id, &by_card, &by, moments::now()).await.unwrap();
    shop.pay(&order.id, &release(1_000, RefundVia::Gateway, false), &by, moments::now()).await.unwrap();
    assert!(!passes(shop, &other, &manager, 1, hours(1), false).await);
    let failed = PaymentChange::Resolve { refund: 1, outcome: RefundResolution::Failed };
    shop.pay(&order.id, &failed, &by, moments::now()).await.unwrap();
    assert!(passes(shop, &other, &manager, 1_000, hours(1), false).await);
}

/// Of refunds of several orders at once, as many pass as are not large together.
pub async fn refunds_of_several_orders_at_once_count_together(shop: &Shop) {
    shop.admin().await;
    let manager = shop.register(sample_users::staff(StaffRole::Manager)).await;
    let mut orders = Vec::new();
    for _ in 0..6 {
        orders.push(paid(shop).await);
    }
    let asking = orders.into_iter().map(|order| {
        let (shop, manager) = (shop.clone(), manager.clone());
        tokio::spawn(async move { passes(&shop, &order, &manager, 300, moments::now(), false).await })
    });
    let passed = try_join_all(asking).await.unwrap().into_iter().filter(|passed| *passed).count();
    assert_eq!(passed, 3);
}
