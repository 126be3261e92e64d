//! The contract of [`domain::orders::payment::repository::PaymentRepository`] for a choice of another method: by which settings it is decided.

use chrono::TimeDelta;
use domain::orders::order::Order;
use domain::payments::payment_method::PaymentMethod;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::Section;
use domain::shared::order_status::OrderStatus;
use domain::shared::versioned::SettingsVersion;
use futures_util::future::try_join_all;

use super::expiry::by;
use super::payment_attempts::ordered;
use crate::contracts::Shop;
use crate::{moments, sample_settings, sample_users};

/// Whether bank transfer is chosen by the settings of this version.
async fn choose(shop: &Shop, order: &Order, version: i64) -> bool {
    let (change, actor, now) = (by(PaymentMethod::BankTransfer, TimeDelta::hours(1)), sample_users::actor(), moments::now());
    let (by, settings) = (actor.clone(), SettingsVersion::parse(version).unwrap());
    let decide = Box::new(move |order: &Order| order.change_payment(&change, &actor, now));
    shop.payments.change_by_settings(&order.id, &by, now, settings, decide).await.unwrap().is_some()
}

/// Whether the settings were written.
async fn edit(shop: &Shop) -> bool {
    let section = Section::Payments(sample_settings::payments());
    shop.settings.change(&sample_users::actor(), moments::now(), replacing(section, SettingsVersion::default())).await.unwrap().is_changed
}

/// Cancels an order whose time to pay is over by the clock of the doctor.
async fn cancel(shop: &Shop, order: &Order) {
    shop.set_status(order, OrderStatus::Cancelled).await.unwrap();
}

/// Nothing is written then.
pub async fn settings_that_changed_refuse_another_method(shop: &Shop) {
    let order = ordered(shop).await;
    edit(shop).await;
    for stale in [0, 2] {
        assert!(!choose(shop, &order, stale).await, "{stale}");
        assert_eq!(shop.order(&order).await, order);
    }
    assert!(choose(shop, &order, 1).await);
    cancel(shop, &order).await;
}

/// No method that is chosen after an edit is of the former version.
pub async fn editing_settings_and_choosing_a_method_at_once_agree(shop: &Shop) {
    let mut orders = Vec::new();
    for _ in 0..12 {
        orders.push(ordered(shop).await);
    }
    let late = ordered(shop).await;
    let choosing = orders.iter().map(|order| {
        let (shop, order) = (shop.clone(), order.clone());
        tokio::spawn(async move { choose(&shop, &order, 0).await })
    });
    let choosing: Vec<_> = choosing.collect();
    let editor = shop.clone();
    let editing = tokio::spawn(async move { (edit(&editor).await, choose(&editor, &late, 0).await) });
    let outcomes = try_join_all(choosing).await.unwrap();
    let (saved, late) = editing.await.unwrap();
    assert!(saved && !late);
    for (order, outcome) in orders.iter().zip(outcomes) {
        let is_chosen = shop.order(order).await.payment.method == PaymentMethod::BankTransfer;
        assert_eq!(outcome, is_chosen);
        cancel(shop, order).await;
    }
}
