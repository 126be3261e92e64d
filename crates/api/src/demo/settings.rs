//! The settings of the demo shop: two ways of delivery, and every way of payment that can be tried.

use std::collections::BTreeSet;

use domain::accounts::actor::Actor;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::delivery_settings::{DeliveryEdit, DeliverySettings};
use domain::delivery::district::District;
use domain::delivery::rate::{DeliveryDays, Rate, Tariff};
use domain::delivery::zone::{Zone, ZoneName, ZoneOf};
use domain::payments::payment_settings::{BankAccount, MethodLimits, PaymentEdit, PaymentSettings};
use domain::settings::ports::{SettingsError, SettingsStore as _, replacing};
use domain::settings::shop_settings::Section;
use domain::shared::edit::Edit;
use domain::shared::money::Money;
use domain::shared::text::Text;
use domain::shared::versioned::SettingsVersion;

use crate::CommandError;
use crate::demo::NamedShop;
use crate::wiring::adapters::Adapters;

/// The price of express delivery in cents: LKR 450.
const EXPRESS: i64 = 45_000;

/// Stores the settings; those that are stored already stay.
pub(crate) async fn fill(adapters: &Adapters, shop: &NamedShop<'_>) -> Result<(), CommandError> {
    let sections = [Section::Delivery(delivery()?), Section::Payments(payments(shop)?)];
    for section in sections {
        let by = Actor::operator("demo");
        match adapters.postgres.change(&by, adapters.clock.now(), replacing(section, SettingsVersion::default())).await {
            Ok(_) | Err(SettingsError::Stale(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Standard delivery is free everywhere. Around Colombo there is express delivery too.
fn delivery() -> Result<DeliverySettings, CommandError> {
    let name = ZoneName::parse("Colombo and suburbs")?;
    let suburbs = ZoneOf::Named(name.clone());
    let rate = |zone: &ZoneOf, method, cents, (min, max)| -> Result<Rate, CommandError> {
        let (tariff, days) = (Tariff::Flat { amount: Money::from_cents(cents)? }, DeliveryDays::new(min, max)?);
        Ok(Rate { zone: zone.clone(), method, tariff, free_from: None, days })
    };
    let rates = vec![
        rate(&ZoneOf::Rest, DeliveryMethod::Standard, 0, (2, 4))?,
        rate(&suburbs, DeliveryMethod::Standard, 0, (2, 4))?,
        rate(&suburbs, DeliveryMethod::Express, EXPRESS, (1, 1))?,
    ];
    let edit = DeliveryEdit {
        zones: Some(vec![Zone { name, districts: BTreeSet::from([District::Colombo, District::Gampaha, District::Kalutara]) }]),
        methods: Some(BTreeSet::from([DeliveryMethod::Standard, DeliveryMethod::Express])),
        rates: Some(rates),
        ..DeliveryEdit::default()
    };
    Ok(DeliverySettings::default().edited(edit)?)
}

/// Cash on delivery, transfers to an account that does not exist, and cards where a gateway is configured.
fn payments(shop: &NamedShop<'_>) -> Result<PaymentSettings, CommandError> {
    let enabled = |enabled| Some(MethodLimits { enabled, ..MethodLimits::default() });
    let account = BankAccount {
        bank: Text::parse("Commercial Bank of Ceylon")?,
        branch: Some(Text::parse("Cinnamon Gardens")?),
        holder: Text::parse(&format!("{} (Pvt) Ltd", shop.name))?,
        number: Text::parse("8001234567")?,
    };
    let edit = PaymentEdit {
        bank_transfer: enabled(true),
        payhere: enabled(shop.has_gateway),
        bank_account: Edit::Set(account),
        ..PaymentEdit::default()
    };
    Ok(PaymentSettings::default().edited(edit)?)
}
