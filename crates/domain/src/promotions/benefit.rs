//! Benefits: what a promotion takes off. A new benefit is a variant here, with its rule and its check.

use serde::{Deserialize, Serialize};

use crate::promotions::scope::MatchedLine;
use crate::shared::json::{number, words};
use crate::shared::money::{Money, MoneyError};

/// The most steps of a benefit by spend.
pub const MAX_STEPS: usize = 10;

number! {
    /// A whole percentage that is taken off.
    pub struct Percent: u32 = 1..=100, or "must be a whole number from 1 to 100"
}

number! {
    /// Units of an offer such as "buy 2, get 1".
    pub struct Units: u32 = 1..=100, or "must be a whole number from 1 to 100"
}

words! {
    /// The name of a benefit.
    pub enum BenefitKind or "must be percent, fixed, freeDelivery, buyGet or steps" {
        Percent = "percent",
        Fixed = "fixed",
        FreeDelivery = "freeDelivery",
        BuyGet = "buyGet",
        Steps = "steps",
    }
}

impl BenefitKind {
    /// Whether it takes off the goods; else it takes off the delivery.
    #[must_use]
    pub const fn is_of_goods(self) -> bool {
        !matches!(self, Self::FreeDelivery)
    }
}

/// The percentage from a value of the matching goods on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    #[serde(rename = "fromCents")]
    pub from: Money,
    pub percent: Percent,
}

/// What a promotion takes off; its JSON is the stored form. A promotion may cap it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Benefit {
    /// A percentage of the matching goods, taken once of their sum, half a cent up.
    Percent { percent: Percent },
    /// An amount, at most the value of the matching goods.
    Fixed {
        #[serde(rename = "amountCents")]
        amount: Money,
    },
    /// The charge for delivery.
    FreeDelivery,
    /// Of each `buy + get` matching units, dearest first, the `get` cheapest are free. Units that make up no such number are paid.
    BuyGet { buy: Units, get: Units },
    /// The percentage of the last step that the matching goods reach, of all of them.
    Steps { steps: Vec<Step> },
}

/// Why a benefit has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BenefitError {
    #[error("must be more than 0")]
    NoAmount,
    #[error("must have 1 to {} steps", MAX_STEPS)]
    Steps,
    /// Who buys more would save a smaller share.
    #[error("must have steps whose amounts and percentages both grow")]
    Order,
}

/// What a benefit takes off the goods before it is capped, and what each matching line may bear of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    pub amount: Money,
    /// One for each line, none above the line's total; their sum is at least `amount`.
    pub shares: Vec<Money>,
}

impl Benefit {
    #[must_use]
    pub const fn kind(&self) -> BenefitKind {
        match self {
            Self::Percent { .. } => BenefitKind::Percent,
            Self::Fixed { .. } => BenefitKind::Fixed,
            Self::FreeDelivery => BenefitKind::FreeDelivery,
            Self::BuyGet { .. } => BenefitKind::BuyGet,
            Self::Steps { .. } => BenefitKind::Steps,
        }
    }

    /// Whether it takes off the goods; else it takes off the delivery.
    #[must_use]
    pub const fn is_of_goods(&self) -> bool {
        self.kind().is_of_goods()
    }

    /// Checks the parts.
    ///
    /// # Errors
    /// The field as the contract spells it, and [`BenefitError`], where the benefit would take nothing off, or less from a larger cart.
    pub fn check(&self) -> Result<(), (&'static str, BenefitError)> {
        match self {
            Self::Percent { .. } | Self::FreeDelivery | Self::BuyGet { .. } => Ok(()),
            Self::Fixed { amount } if *amount == Money::ZERO => Err(("value", BenefitError::NoAmount)),
            Self::Fixed { .. } => Ok(()),
            Self::Steps { steps } if !(1..=MAX_STEPS).contains(&steps.len()) => Err(("steps", BenefitError::Steps)),
            Self::Steps { steps } => {
                let grow = steps
                    .iter()
                    .zip(steps.iter().skip(1))
                    .all(|(low, high)| low.from < high.from && low.percent.get() < high.percent.get());
                if grow { Ok(()) } else { Err(("steps", BenefitError::Order)) }
            }
        }
    }

    /// What it takes off these goods, which all match.
    ///
    /// # Errors
    /// [`MoneyError`] where the goods are worth more than [`Money::MAX`].
    pub fn of_goods(&self, lines: &[MatchedLine<'_>]) -> Result<Saving, MoneyError> {
        let totals: Vec<Money> = lines.iter().map(|line| line.total).collect();
        let subtotal = sum(&totals)?;
        match self {
            Self::FreeDelivery => Ok(Saving { amount: Money::ZERO, shares: totals }),
            Self::Percent { percent } => Ok(Saving { amount: percent.of(subtotal)?, shares: totals }),
            Self::Fixed { amount } => Ok(Saving { amount: subtotal.min(*amount), shares: totals }),
            Self::BuyGet { buy, get } => {
                let shares = free_units(lines, *buy, *get)?;
                Ok(Saving { amount: sum(&shares)?, shares })
            }
            Self::Steps { steps } => {
                let reached = steps.iter().rev().find(|step| step.from <= subtotal);
                let amount = reached.map_or(Ok(Money::ZERO), |step| step.percent.of(subtotal))?;
                Ok(Saving { amount, shares: totals })
            }
        }
    }

    /// The next step above this value of the matching goods.
    #[must_use]
    pub fn next_step(&self, subtotal: Money) -> Option<Step> {
        let Self::Steps { steps } = self else { return None };
        steps.iter().find(|step| step.from > subtotal).copied()
    }
}

impl Percent {
    /// The percentage of an amount, half a cent up.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] only beyond [`Money::MAX`].
    pub fn of(self, amount: Money) -> Result<Money, MoneyError> {
        let hundredths = amount.cents().checked_mul(i64::from(self.get())).ok_or(MoneyError::TooLarge)?;
        Money::from_cents(hundredths.saturating_add(50) / 100)
    }
}

/// The sum of amounts.
pub(super) fn sum(amounts: &[Money]) -> Result<Money, MoneyError> {
    amounts.iter().try_fold(Money::ZERO, |sum, amount| sum.plus(*amount))
}

/// The value of the free units of each line. Lines of one price are taken in their order.
fn free_units(lines: &[MatchedLine<'_>], buy: Units, get: Units) -> Result<Vec<Money>, MoneyError> {
    let (buy, group) = (u64::from(buy.get()), u64::from(buy.get()) + u64::from(get.get()));
    let units = lines.iter().map(|line| u64::from(line.quantity.get())).sum::<u64>();
    // Only full groups have free units.
    let end = units - units % group;
    let free_before = |place: u64| {
        let place = place.min(end);
        (place / group) * (group - buy) + (place % group).saturating_sub(buy)
    };
    let mut by_price: Vec<_> = lines.iter().enumerate().collect();
    by_price.sort_by_key(|(_, line)| std::cmp::Reverse(line.unit_price()));
    let (mut shares, mut place) = (vec![Money::ZERO; lines.len()], 0);
    for (index, line) in by_price {
        let next = place + u64::from(line.quantity.get());
        let free = i64::try_from(free_before(next) - free_before(place)).map_err(|_| MoneyError::TooLarge)?;
        let cents = line.unit_price().cents().checked_mul(free).ok_or(MoneyError::TooLarge)?;
        if let Some(share) = shares.get_mut(index) {
            *share = Money::from_cents(cents)?;
        }
        place = next;
    }
    Ok(shares)
}

#[cfg(test)]
mod tests;
