//! The settings of the walk: every method of payment, without limits and fees.

use std::time::Duration;

use domain::payments::payment_settings::{MethodLimits, PaymentPlan, PaymentSettings};
use domain::settings::ports::{SettingsStore, replacing};
use domain::settings::shop_settings::Section;
use domain::shared::money::Money;
use domain::shared::versioned::SettingsVersion;
use testkit::{moments, sample_settings, sample_users};
use tokio::time::sleep;

use crate::payments::Paying;

/// Switches bank transfers and cards on.
pub(super) async fn take_transfers(paying: &Paying) {
    let enabled = MethodLimits { enabled: true, ..MethodLimits::default() };
    let plan = PaymentPlan {
        cod: enabled.clone(),
        bank_transfer: enabled.clone(),
        payhere: enabled,
        cod_fee: Money::ZERO,
        cod_confirm_above: None,
        ..sample_settings::payments().plan().clone()
    };
    let section = Section::Payments(PaymentSettings::new(plan).unwrap());
    let postgres = paying.shop.database().postgres().await;
    let version = SettingsVersion::default().next();
    SettingsStore::change(&postgres, &sample_users::actor(), moments::now(), replacing(section, version)).await.unwrap();
    // The process knows settings of others after a second.
    sleep(Duration::from_millis(1_200)).await;
}
