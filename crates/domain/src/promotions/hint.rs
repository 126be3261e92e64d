//! Hints: the benefit that more goods would bring.

use crate::promotions::applied::Hint;
use crate::promotions::benefit::{Benefit, BenefitKind, Percent};
use crate::promotions::judge::{Candidate, Refused};
use crate::promotions::promotion::Promotion;
use crate::promotions::scope::MatchedLine;
use crate::shared::money::Money;

/// The hint of an automatic promotion: to what it needs to hold, or to its next step. `None` where the goods do not decide, and where it would
/// take off no more than the `saved` amount.
pub(super) fn hint_of(
    promotion: &Promotion,
    judged: &Result<Candidate<'_>, Refused>,
    goods: &[MatchedLine<'_>],
    saved: Money,
) -> Option<Hint> {
    let plan = promotion.terms.plan();
    let lines: Vec<_> = goods.iter().copied().filter(|line| plan.scope.has_offer(line.offer)).collect();
    let subtotal = lines.iter().try_fold(Money::ZERO, |sum, line| sum.plus(line.total)).ok()?;
    let from_spend = match judged {
        Ok(_) => subtotal,
        Err(refused) => subtotal.plus(refused.missing?).ok()?,
    };
    let reached = match &plan.benefit {
        Benefit::Steps { .. } => match judged {
            Ok(_) => plan.benefit.next_step(subtotal)?.from,
            // The step that the least spend reaches, else the first one.
            Err(_) if reached_step(&plan.benefit, from_spend).is_some() => from_spend,
            Err(_) => plan.benefit.next_step(from_spend)?.from,
        },
        _ if judged.is_ok() => return None,
        _ => from_spend,
    };
    let (percent, amount) = promised(&plan.benefit, &lines, reached)?;
    let amount = plan.max_discount.map_or(amount, |most| most.min(amount));
    if plan.benefit.is_of_goods() && amount <= saved {
        return None;
    }
    Some(Hint {
        benefit: plan.benefit.kind(),
        remaining: reached.minus(subtotal).ok()?,
        name: plan.name.as_str().to_owned(),
        percent,
        amount: matches!(plan.benefit, Benefit::Fixed { .. }).then_some(amount),
    })
}

/// The hint of a free delivery of the rate from this value on.
#[must_use]
pub fn of_free_delivery(free_from: Money, value: Money) -> Option<Hint> {
    let remaining = free_from.minus(value).ok().filter(|remaining| *remaining > Money::ZERO)?;
    Some(Hint { benefit: BenefitKind::FreeDelivery, remaining, name: "Free delivery".to_owned(), percent: None, amount: None })
}

fn reached_step(benefit: &Benefit, subtotal: Money) -> Option<Percent> {
    let Benefit::Steps { steps } = benefit else { return None };
    steps.iter().rev().find(|step| step.from <= subtotal).map(|step| step.percent)
}

/// The percentage, and the amount that is taken off goods of this value at least.
fn promised(benefit: &Benefit, lines: &[MatchedLine<'_>], value: Money) -> Option<(Option<Percent>, Money)> {
    match benefit {
        Benefit::Percent { percent } => Some((Some(*percent), percent.of(value).ok()?)),
        Benefit::Steps { .. } => reached_step(benefit, value).and_then(|percent| Some((Some(percent), percent.of(value).ok()?))),
        Benefit::Fixed { amount } => Some((None, value.min(*amount))),
        Benefit::BuyGet { .. } => Some((None, benefit.of_goods(lines).ok()?.amount)),
        Benefit::FreeDelivery => Some((None, Money::ZERO)),
    }
}
