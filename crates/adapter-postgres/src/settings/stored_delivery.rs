//! The settings of delivery as they are stored.

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveTime};
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::delivery_settings::{DeliveryPlan, DeliverySettings};
use domain::delivery::district::District;
use domain::delivery::rate::{DeliveryDays, Rate, Tariff, ValueStep, WeightStep};
use domain::delivery::tracking::{Courier, CourierName, TrackingTemplate};
use domain::delivery::zone::{Zone, ZoneName, ZoneOf};
use domain::shared::money::Money;
use serde::{Deserialize, Serialize};

use crate::error::{DbError, stored};

/// The stored form; absent fields have their defaults.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StoredDelivery {
    zones: Vec<StoredZone>,
    methods: Vec<String>,
    default_method: String,
    rates: Vec<StoredRate>,
    holidays: BTreeSet<NaiveDate>,
    cut_off: NaiveTime,
    couriers: Vec<StoredCourier>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredZone {
    name: String,
    districts: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredRate {
    zone: String,
    method: String,
    tariff: StoredTariff,
    #[serde(default)]
    free_from_cents: Option<i64>,
    min_days: u16,
    max_days: u16,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum StoredTariff {
    Flat { amount_cents: i64 },
    ByWeight { steps: Vec<StoredWeightStep>, per_extra_kg_cents: i64 },
    ByValue { steps: Vec<StoredValueStep> },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredWeightStep {
    up_to_grams: u32,
    amount_cents: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredValueStep {
    from_cents: i64,
    amount_cents: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredCourier {
    name: String,
    tracking_url: String,
}

impl Default for StoredDelivery {
    fn default() -> Self {
        Self::of(&DeliverySettings::default())
    }
}

impl StoredDelivery {
    pub(super) fn of(settings: &DeliverySettings) -> Self {
        let plan = settings.plan();
        let zone = |zone: &Zone| StoredZone {
            name: zone.name.as_str().to_owned(),
            districts: zone.districts.iter().map(ToString::to_string).collect(),
        };
        let courier = |courier: &Courier| StoredCourier {
            name: courier.name.as_str().to_owned(),
            tracking_url: courier.tracking.as_str().to_owned(),
        };
        Self {
            zones: plan.zones.iter().map(zone).collect(),
            methods: plan.methods.iter().map(ToString::to_string).collect(),
            default_method: plan.default_method.to_string(),
            rates: plan.rates.iter().map(rate_of).collect(),
            holidays: plan.holidays.clone(),
            cut_off: plan.cut_off,
            couriers: plan.couriers.iter().map(courier).collect(),
        }
    }

    pub(super) fn settings(self) -> Result<DeliverySettings, DbError> {
        let plan = DeliveryPlan {
            zones: self.zones.into_iter().map(read_zone).collect::<Result<_, _>>()?,
            methods: self.methods.iter().map(|name| method(name)).collect::<Result<_, _>>()?,
            default_method: method(&self.default_method)?,
            rates: self.rates.into_iter().map(read_rate).collect::<Result<_, _>>()?,
            holidays: self.holidays,
            cut_off: self.cut_off,
            couriers: self.couriers.iter().map(read_courier).collect::<Result<_, _>>()?,
        };
        stored("settings of delivery", DeliverySettings::new(plan))
    }
}

fn rate_of(rate: &Rate) -> StoredRate {
    StoredRate {
        zone: rate.zone.as_str().to_owned(),
        method: rate.method.to_string(),
        tariff: tariff_of(&rate.tariff),
        free_from_cents: rate.free_from.map(Money::cents),
        min_days: rate.days.min(),
        max_days: rate.days.max(),
    }
}

fn tariff_of(tariff: &Tariff) -> StoredTariff {
    match tariff {
        Tariff::Flat(amount) => StoredTariff::Flat { amount_cents: amount.cents() },
        Tariff::ByWeight { steps, per_extra_kg } => {
            let step = |step: &WeightStep| StoredWeightStep { up_to_grams: step.up_to_grams, amount_cents: step.amount.cents() };
            StoredTariff::ByWeight { steps: steps.iter().map(step).collect(), per_extra_kg_cents: per_extra_kg.cents() }
        }
        Tariff::ByValue { steps } => {
            let step = |step: &ValueStep| StoredValueStep { from_cents: step.from.cents(), amount_cents: step.amount.cents() };
            StoredTariff::ByValue { steps: steps.iter().map(step).collect() }
        }
    }
}

fn read_zone(zone: StoredZone) -> Result<Zone, DbError> {
    let districts = zone.districts.iter().map(|name| stored("district", District::parse(name))).collect::<Result<_, _>>()?;
    Ok(Zone { name: stored("zone", ZoneName::parse(&zone.name))?, districts })
}

fn read_rate(rate: StoredRate) -> Result<Rate, DbError> {
    Ok(Rate {
        zone: stored("zone", ZoneOf::parse(&rate.zone))?,
        method: method(&rate.method)?,
        tariff: read_tariff(rate.tariff)?,
        free_from: rate.free_from_cents.map(money).transpose()?,
        days: stored("days of delivery", DeliveryDays::new(rate.min_days, rate.max_days))?,
    })
}

fn read_tariff(tariff: StoredTariff) -> Result<Tariff, DbError> {
    Ok(match tariff {
        StoredTariff::Flat { amount_cents } => Tariff::Flat(money(amount_cents)?),
        StoredTariff::ByWeight { steps, per_extra_kg_cents } => {
            let step =
                |step: StoredWeightStep| Ok::<_, DbError>(WeightStep { up_to_grams: step.up_to_grams, amount: money(step.amount_cents)? });
            Tariff::ByWeight { steps: steps.into_iter().map(step).collect::<Result<_, _>>()?, per_extra_kg: money(per_extra_kg_cents)? }
        }
        StoredTariff::ByValue { steps } => {
            let step =
                |step: StoredValueStep| Ok::<_, DbError>(ValueStep { from: money(step.from_cents)?, amount: money(step.amount_cents)? });
            Tariff::ByValue { steps: steps.into_iter().map(step).collect::<Result<_, _>>()? }
        }
    })
}

fn read_courier(courier: &StoredCourier) -> Result<Courier, DbError> {
    Ok(Courier {
        name: stored("courier", CourierName::parse_known(&courier.name))?,
        tracking: stored("address of a courier", TrackingTemplate::parse(&courier.tracking_url))?,
    })
}

fn method(name: &str) -> Result<DeliveryMethod, DbError> {
    stored("method of delivery", DeliveryMethod::parse(name))
}

fn money(cents: i64) -> Result<Money, DbError> {
    stored("amount", Money::from_cents(cents))
}
