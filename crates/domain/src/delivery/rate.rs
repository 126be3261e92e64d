//! Rates: what a parcel costs, and the days on which it arrives.

use serde::{Deserialize, Serialize};

use crate::delivery::delivery_method::DeliveryMethod;
use crate::delivery::zone::ZoneOf;
use crate::shared::money::{Money, MoneyError};

/// The most steps of a tariff.
pub const MAX_STEPS: usize = 50;
/// The most working days that a rate may name.
pub const MAX_DAYS: u16 = 60;
/// The heaviest upper end of a step, in grams: a tonne.
pub const MAX_STEP_GRAMS: u32 = 1_000_000;

/// The price of parcels up to a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WeightStep {
    /// The heaviest parcel, in grams.
    pub up_to_grams: u32,
    #[serde(rename = "amountCents")]
    pub amount: Money,
}

/// The price of parcels from a value of goods on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueStep {
    /// The least value.
    #[serde(rename = "fromCents")]
    pub from: Money,
    #[serde(rename = "amountCents")]
    pub amount: Money,
}

/// How the price of a parcel is found (contract-commerce, section 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Tariff {
    /// The same for every parcel.
    Flat {
        #[serde(rename = "amountCents")]
        amount: Money,
    },
    /// By weight: the price of the first step that holds it; above the last one, that price and `per_extra_kg` for each started
    /// kilogram.
    ByWeight {
        /// At least one, by growing weight.
        steps: Vec<WeightStep>,
        /// The price of a started kilogram above the last step.
        #[serde(rename = "perExtraKgCents")]
        per_extra_kg: Money,
    },
    /// By the value of the goods after promotions: the price of the last step that begins at or below it.
    ByValue {
        /// At least one, by growing value; the first begins at 0.
        steps: Vec<ValueStep>,
    },
}

/// Why a tariff has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TariffError {
    /// No step, or more than [`MAX_STEPS`].
    #[error("must have 1 to {} steps", MAX_STEPS)]
    Steps,
    /// A step does not begin above the one before.
    #[error("must have steps in growing order, each once")]
    Order,
    /// The first step by value does not begin at 0.
    #[error("must begin with a step from 0")]
    Beginning,
    /// A step ends at 0 g or above [`MAX_STEP_GRAMS`].
    #[error("must have steps of 1 to {} g", MAX_STEP_GRAMS)]
    Grams,
}

impl Tariff {
    /// Checks the steps.
    ///
    /// # Errors
    /// [`TariffError`] where some weight or value would have no price, or two.
    pub fn check(&self) -> Result<(), TariffError> {
        match self {
            Self::Flat { .. } => Ok(()),
            Self::ByWeight { steps, .. } => {
                count(steps.len())?;
                if steps.iter().any(|step| !(1..=MAX_STEP_GRAMS).contains(&step.up_to_grams)) {
                    return Err(TariffError::Grams);
                }
                growing(steps.iter().map(|step| step.up_to_grams))
            }
            Self::ByValue { steps } => {
                count(steps.len())?;
                if steps.first().is_some_and(|step| step.from != Money::ZERO) {
                    return Err(TariffError::Beginning);
                }
                growing(steps.iter().map(|step| step.from))
            }
        }
    }

    /// The price of a parcel of `grams` with goods of this `value`.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] past [`Money::MAX`].
    pub fn price(&self, grams: u64, value: Money) -> Result<Money, MoneyError> {
        match self {
            Self::Flat { amount } => Ok(*amount),
            Self::ByWeight { steps, per_extra_kg } => by_weight(steps, *per_extra_kg, grams),
            Self::ByValue { steps } => {
                Ok(steps.iter().rev().find(|step| step.from <= value).or(steps.first()).map_or(Money::ZERO, |step| step.amount))
            }
        }
    }
}

fn by_weight(steps: &[WeightStep], per_extra_kg: Money, grams: u64) -> Result<Money, MoneyError> {
    let Some(last) = steps.last() else { return Ok(Money::ZERO) };
    if let Some(step) = steps.iter().find(|step| grams <= u64::from(step.up_to_grams)) {
        return Ok(step.amount);
    }
    let started = grams.saturating_sub(u64::from(last.up_to_grams)).div_ceil(1_000);
    let started = i64::try_from(started).map_err(|_| MoneyError::TooLarge)?;
    let extra = per_extra_kg.cents().checked_mul(started).ok_or(MoneyError::TooLarge)?;
    last.amount.plus(Money::from_cents(extra)?)
}

fn count(steps: usize) -> Result<(), TariffError> {
    if (1..=MAX_STEPS).contains(&steps) { Ok(()) } else { Err(TariffError::Steps) }
}

fn growing<T: PartialOrd>(mut places: impl Iterator<Item = T>) -> Result<(), TariffError> {
    let Some(mut before) = places.next() else { return Ok(()) };
    for place in places {
        if place <= before {
            return Err(TariffError::Order);
        }
        before = place;
    }
    Ok(())
}

/// The first and the last working day after the order's day on which a parcel arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedDays")]
pub struct DeliveryDays {
    #[serde(rename = "minDays")]
    min: u16,
    #[serde(rename = "maxDays")]
    max: u16,
}

/// Days as they are stored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UncheckedDays {
    min_days: u16,
    max_days: u16,
}

impl TryFrom<UncheckedDays> for DeliveryDays {
    type Error = DeliveryDaysError;

    fn try_from(days: UncheckedDays) -> Result<Self, DeliveryDaysError> {
        Self::new(days.min_days, days.max_days)
    }
}

/// The numbers are no such days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 0 to {} working days, the last not before the first", MAX_DAYS)]
pub struct DeliveryDaysError;

impl DeliveryDays {
    /// The order's own day.
    pub const SAME_DAY: Self = Self { min: 0, max: 0 };

    /// From `min` to `max` working days.
    ///
    /// # Errors
    /// [`DeliveryDaysError`] unless `min ≤ max ≤` [`MAX_DAYS`].
    pub const fn new(min: u16, max: u16) -> Result<Self, DeliveryDaysError> {
        if min <= max && max <= MAX_DAYS { Ok(Self { min, max }) } else { Err(DeliveryDaysError) }
    }

    #[must_use]
    pub const fn min(self) -> u16 {
        self.min
    }

    #[must_use]
    pub const fn max(self) -> u16 {
        self.max
    }
}

/// The rate of one method in one zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    pub zone: ZoneOf,
    pub method: DeliveryMethod,
    pub tariff: Tariff,
    /// Goods of this value or more are delivered free.
    #[serde(rename = "freeFromCents", default)]
    pub free_from: Option<Money>,
    /// When a parcel arrives.
    #[serde(flatten)]
    pub days: DeliveryDays,
}

/// The price of a parcel: the tariff's, and what of it is waived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryFee {
    pub full: Money,
    /// The waived part: all of it from [`Rate::free_from`] on, else nothing.
    pub waived: Money,
}

impl DeliveryFee {
    pub const NONE: Self = Self { full: Money::ZERO, waived: Money::ZERO };

    #[must_use]
    pub fn paid(self) -> Money {
        self.full.minus(self.waived).unwrap_or(Money::ZERO)
    }
}

impl Rate {
    /// The charge for a parcel of `grams` with goods of this `value` after promotions.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] past [`Money::MAX`].
    pub fn charge(&self, grams: u64, value: Money) -> Result<DeliveryFee, MoneyError> {
        let full = self.tariff.price(grams, value)?;
        let is_free = self.free_from.is_some_and(|from| value >= from);
        Ok(DeliveryFee { full, waived: if is_free { full } else { Money::ZERO } })
    }
}

#[cfg(test)]
mod tests;
