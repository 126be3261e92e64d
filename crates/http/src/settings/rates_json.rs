//! Rates of delivery in JSON.

use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::rate::{DeliveryDays, DeliveryDaysError, Rate, Tariff, ValueStep, WeightStep};
use domain::delivery::zone::ZoneOf;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::response::money_json::{MoneyJson, RawNumber};

/// The rate of one method in one zone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryRate)]
pub struct RateJson {
    /// The name of a zone, or `rest`.
    zone: String,
    /// standard, express or pickup.
    method: &'static str,
    tariff: TariffJson,
    /// Goods of this value or more are delivered free.
    #[schema(required = true)]
    free_from: Option<MoneyJson>,
    /// The first working day after the order's day on which a parcel arrives.
    min_days: u16,
    /// The last one.
    max_days: u16,
}

/// How the price of a parcel is found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schema(as = DeliveryTariff)]
pub enum TariffJson {
    /// The same for every parcel.
    Flat {
        /// The price.
        amount: MoneyJson,
    },
    /// By weight.
    #[serde(rename_all = "camelCase")]
    ByWeight {
        /// The prices of parcels up to each weight, by growing weight.
        steps: Vec<WeightStepJson>,
        /// The price of each started kilogram above the last step.
        per_extra_kg: MoneyJson,
    },
    /// By the value of the goods after promotions.
    ByValue {
        /// The prices of parcels from each value on, by growing value.
        steps: Vec<ValueStepJson>,
    },
}

/// The price of parcels up to a weight.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WeightStep)]
pub struct WeightStepJson {
    up_to_grams: u32,
    amount: MoneyJson,
}

/// The price of parcels from a value on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ValueStep)]
pub struct ValueStepJson {
    from: MoneyJson,
    amount: MoneyJson,
}

impl From<&Tariff> for TariffJson {
    fn from(tariff: &Tariff) -> Self {
        match tariff {
            Tariff::Flat { amount } => Self::Flat { amount: MoneyJson(*amount) },
            Tariff::ByWeight { steps, per_extra_kg } => {
                let step = |step: &WeightStep| WeightStepJson { up_to_grams: step.up_to_grams, amount: MoneyJson(step.amount) };
                Self::ByWeight { steps: steps.iter().map(step).collect(), per_extra_kg: MoneyJson(*per_extra_kg) }
            }
            Tariff::ByValue { steps } => {
                let step = |step: &ValueStep| ValueStepJson { from: MoneyJson(step.from), amount: MoneyJson(step.amount) };
                Self::ByValue { steps: steps.iter().map(step).collect() }
            }
        }
    }
}

impl From<&Rate> for RateJson {
    fn from(rate: &Rate) -> Self {
        Self {
            zone: rate.zone.as_str().to_owned(),
            method: rate.method.as_str(),
            tariff: (&rate.tariff).into(),
            free_from: rate.free_from.map(MoneyJson),
            min_days: rate.days.min(),
            max_days: rate.days.max(),
        }
    }
}

/// A new rate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct RateUpdate {
    /// The name of a zone, or `rest`.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    zone: Option<String>,
    #[schema(required = true, nullable = false, pattern = "^(standard|express|pickup)$")]
    method: Option<String>,
    #[schema(required = true, nullable = false)]
    tariff: Option<TariffUpdate>,
    /// Goods of this value or more are delivered free; absent or null: never.
    free_from: Option<RawNumber>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 60)]
    min_days: Option<i64>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 60)]
    max_days: Option<i64>,
}

object_only!(RateUpdate);

/// A new tariff: `flat` with `amount`, `byWeight` with `steps` and `perExtraKg`, or `byValue` with `steps`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct TariffUpdate {
    #[schema(required = true, nullable = false, pattern = "^(flat|byWeight|byValue)$")]
    kind: Option<String>,
    amount: Option<RawNumber>,
    /// By weight with `upToGrams`, by value with `from`.
    #[schema(max_items = 50)]
    steps: Option<Vec<StepUpdate>>,
    per_extra_kg: Option<RawNumber>,
}

object_only!(TariffUpdate);

/// A new step of a tariff.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct StepUpdate {
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 1_000_000)]
    up_to_grams: Option<i64>,
    from: Option<RawNumber>,
    #[schema(required = true, nullable = false)]
    amount: Option<RawNumber>,
}

object_only!(StepUpdate);

impl RateUpdate {
    /// The rate; mistakes are noted at this place.
    pub(super) fn parse(self, place: &str, errors: &mut FieldErrors) -> Option<Rate> {
        let field = |name: &str| format!("{place}.{name}");
        let zone = errors.required(&field("zone"), self.zone.as_deref(), ZoneOf::parse);
        let method = errors.required(&field("method"), self.method.as_deref(), DeliveryMethod::parse);
        if self.tariff.is_none() {
            errors.add(field("tariff"), "is required");
        }
        let tariff = self.tariff.and_then(|tariff| tariff.parse(&field("tariff"), errors));
        let free_from = errors.optional(&field("freeFrom"), self.free_from, RawNumber::money);
        let days = |number: i64| u16::try_from(number).map_err(|_| DeliveryDaysError);
        let min = errors.required(&field("minDays"), self.min_days, days);
        let max = errors.required(&field("maxDays"), self.max_days, days);
        let days = errors.optional(&field("maxDays"), min.zip(max), |(min, max)| DeliveryDays::new(min, max));
        Some(Rate { zone: zone?, method: method?, tariff: tariff?, free_from, days: days? })
    }
}

impl TariffUpdate {
    fn parse(self, place: &str, errors: &mut FieldErrors) -> Option<Tariff> {
        let field = |name: &str| format!("{place}.{name}");
        match self.kind.as_deref() {
            Some("flat") => errors.required(&field("amount"), self.amount, RawNumber::money).map(|amount| Tariff::Flat { amount }),
            Some("byWeight") => {
                let per_extra_kg = errors.required(&field("perExtraKg"), self.per_extra_kg, RawNumber::money);
                let steps = parse_steps(self.steps, place, errors, |step, place, errors| {
                    let grams = |number: i64| u32::try_from(number).map_err(|_| "must be a number of grams");
                    let up_to_grams = errors.required(&format!("{place}.upToGrams"), step.up_to_grams, grams);
                    let amount = errors.required(&format!("{place}.amount"), step.amount, RawNumber::money);
                    Some(WeightStep { up_to_grams: up_to_grams?, amount: amount? })
                });
                Some(Tariff::ByWeight { steps: steps?, per_extra_kg: per_extra_kg? })
            }
            Some("byValue") => {
                let steps = parse_steps(self.steps, place, errors, |step, place, errors| {
                    let from = errors.required(&format!("{place}.from"), step.from, RawNumber::money);
                    let amount = errors.required(&format!("{place}.amount"), step.amount, RawNumber::money);
                    Some(ValueStep { from: from?, amount: amount? })
                });
                Some(Tariff::ByValue { steps: steps? })
            }
            _ => {
                errors.add(field("kind"), "must be flat, byWeight or byValue");
                None
            }
        }
    }
}

/// The steps, each read by `parse`; `None` where one is wrong.
fn parse_steps<T>(
    steps: Option<Vec<StepUpdate>>,
    place: &str,
    errors: &mut FieldErrors,
    parse: impl Fn(StepUpdate, &str, &mut FieldErrors) -> Option<T>,
) -> Option<Vec<T>> {
    let steps = errors.required(&format!("{place}.steps"), steps, Ok::<_, &str>)?;
    let parsed: Vec<Option<T>> =
        steps.into_iter().enumerate().map(|(index, step)| parse(step, &format!("{place}.steps[{index}]"), errors)).collect();
    parsed.into_iter().collect()
}
