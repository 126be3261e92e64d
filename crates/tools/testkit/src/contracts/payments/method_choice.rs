//! The contract of [`domain::payments::ports::PaymentRepository`] for a choice of another method: by which settings it is decided.

use chrono::TimeDelta;
use domain::orders::order::Order;
use domain::orders::order_status::OrderStatus;
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::ChangePaymentOutcome;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::Section;
use domain::shared::versioned::SettingsVersion;
use futures_util::future::try_join_all;

use super::expiry::by;
use super::payment_attempts::ordered;
use crate::contracts::Shop;
use crate::{moments, sample_settings, sample_users};

/// Bank transfer by the settings of this version.
fn by_version(version: i64) -> PaymentChange {
    match by(PaymentMethod::BankTransfer, TimeDelta::hours(1)) {
        PaymentChange::Method { method, fee, times, .. } => {
            PaymentChange::Method { method, fee, times, settings: SettingsVersion::parse(version).ok() }
        }
        other => other,
    }
}

async fn choose(shop: &Shop, order: &Order, change: &PaymentChange) -> ChangePaymentOutcome {
    shop.payments.change(&order.id, change, &sample_users::actor(), moments::now()).await.unwrap()
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

/// Nothing is written then; a choice that names no version is accepted.
pub async fn settings_that_changed_refuse_another_method(shop: &Shop) {
    let order = ordered(shop).await;
    edit(shop).await;
    for stale in [0, 2] {
        assert_eq!(choose(shop, &order, &by_version(stale)).await, ChangePaymentOutcome::OfferChanged, "{stale}");
        assert_eq!(shop.order(&order).await, order);
    }
    for present in [by_version(1), by(PaymentMethod::Cod, TimeDelta::hours(1))] {
        assert!(matches!(choose(shop, &order, &present).await, ChangePaymentOutcome::Changed(_)));
    }
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
        tokio::spawn(async move { choose(&shop, &order, &by_version(0)).await })
    });
    let choosing: Vec<_> = choosing.collect();
    let editor = shop.clone();
    let editing = tokio::spawn(async move { (edit(&editor).await, choose(&editor, &late, &by_version(0)).await) });
    let outcomes = try_join_all(choosing).await.unwrap();
    let (saved, late) = editing.await.unwrap();
    assert!(saved);
    assert_eq!(late, ChangePaymentOutcome::OfferChanged);
    for (order, outcome) in orders.iter().zip(outcomes) {
        let is_chosen = shop.order(order).await.payment.method == PaymentMethod::BankTransfer;
        assert_eq!(outcome == ChangePaymentOutcome::OfferChanged, !is_chosen, "{outcome:?}");
        cancel(shop, order).await;
    }
}
