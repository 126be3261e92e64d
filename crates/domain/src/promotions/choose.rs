//! Choosing promotions: at most one of goods and one of delivery, each the one that takes off most. Of equal ones the coupon is chosen, then
//! the older (contract-commerce, section 3).

use crate::promotions::applied::{AppliedPromotion, CouponAnswer, CouponState, Hint};
use crate::promotions::benefit::Saving;
use crate::promotions::hint::hint_of;
use crate::promotions::judge::{Candidate, PromotionContext, Refused};
use crate::promotions::promotion::Promotion;
use crate::promotions::scope::MatchedLine;
use crate::promotions::spread::spread;
use crate::promotions::terms::EnteredCode;
use crate::shared::money::{Money, MoneyError};

/// The promotions that hold for a cart.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    coupon: Option<(&'a EnteredCode, Result<&'a Promotion, Refused>)>,
    /// Of delivery, the coupon first, then the older.
    of_delivery: Vec<&'a Promotion>,
    goods: Option<GoodsDiscount<'a>>,
    hints: Vec<Hint>,
}

/// The promotion that takes off the goods.
#[derive(Clone, Debug)]
pub struct GoodsDiscount<'a> {
    promotion: &'a Promotion,
    amount: Money,
    /// What each line of the cart bears: the place of the line, and its part.
    pub parts: Vec<(usize, Money)>,
}

impl<'a> Choice<'a> {
    /// Judges the promotions for these goods.
    ///
    /// # Errors
    /// [`MoneyError`] where the goods are worth more than [`Money::MAX`].
    pub fn of(context: &PromotionContext<'a>, goods: &[MatchedLine<'a>]) -> Result<Self, MoneyError> {
        let known = &context.known.promotions;
        let mut choice = Self { coupon: None, of_delivery: Vec::new(), goods: None, hints: Vec::new() };
        if let Some(entered) = context.coupon {
            let promotion =
                known.iter().find(|promotion| promotion.terms.plan().trigger.code().is_some_and(|code| code.is_entered(entered)));
            let unknown = Refused { state: CouponState::Unknown, missing: None };
            let judged = promotion.ok_or(unknown).and_then(|promotion| context.judge(promotion, goods));
            choice.coupon = Some((entered, judged.as_ref().map(|candidate| candidate.promotion).map_err(|refused| *refused)));
            choice.try_candidate(judged)?;
        }
        let automatic = known.iter().filter(|promotion| promotion.terms.plan().trigger.code().is_none());
        let judged: Vec<_> = automatic.map(|promotion| (promotion, context.judge(promotion, goods))).collect();
        for (_, candidate) in &judged {
            choice.try_candidate(candidate.clone())?;
        }
        let saved = choice.goods.as_ref().map_or(Money::ZERO, |goods| goods.amount);
        choice.hints = judged.iter().filter_map(|(promotion, judged)| hint_of(promotion, judged, goods, saved)).collect();
        Ok(choice)
    }

    /// Later candidates have to take off more.
    fn try_candidate(&mut self, candidate: Result<Candidate<'a>, Refused>) -> Result<(), MoneyError> {
        let Ok(candidate) = candidate else { return Ok(()) };
        if !candidate.plan().benefit.is_of_goods() {
            self.of_delivery.push(candidate.promotion);
            return Ok(());
        }
        let Saving { amount, shares } = candidate.plan().benefit.of_goods(&candidate.lines)?;
        let amount = candidate.plan().max_discount.map_or(amount, |most| most.min(amount));
        if amount > self.goods.as_ref().map_or(Money::ZERO, |goods| goods.amount) {
            let parts = candidate.lines.iter().map(|line| line.index).zip(spread(amount, &shares)?).collect();
            self.goods = Some(GoodsDiscount { promotion: candidate.promotion, amount, parts });
        }
        Ok(())
    }

    #[must_use]
    pub const fn goods(&self) -> Option<&GoodsDiscount<'a>> {
        self.goods.as_ref()
    }

    /// The promotion that takes off this charge for delivery.
    #[must_use]
    pub fn delivery(&self, charge: Money) -> Option<AppliedPromotion> {
        let mut best: Option<(&Promotion, Money)> = None;
        for promotion in &self.of_delivery {
            let amount = promotion.terms.plan().max_discount.map_or(charge, |most| most.min(charge));
            if amount > best.map_or(Money::ZERO, |(_, most)| most) {
                best = Some((promotion, amount));
            }
        }
        best.map(|(promotion, amount)| applied(promotion, amount))
    }

    /// What became of the coupon, where these promotions are applied.
    #[must_use]
    pub fn coupon(&self, applied: &[AppliedPromotion]) -> Option<CouponAnswer> {
        let (entered, judged) = self.coupon?;
        let refused = match judged {
            Ok(promotion) if applied.iter().any(|applied| applied.id == promotion.id) => {
                Refused { state: CouponState::Applied, missing: None }
            }
            Ok(_) => Refused { state: CouponState::NotBetter, missing: None },
            Err(refused) => refused,
        };
        Some(CouponAnswer { code: entered.as_str().to_ascii_uppercase(), state: refused.state, message: message(refused) })
    }

    /// The nearest hint of delivery, that of the rate included, and the nearest one of goods.
    #[must_use]
    pub fn hints(&self, of_rate: Option<Hint>, is_delivery_free: bool) -> Vec<Hint> {
        let nearest = |hints: Vec<Hint>| hints.into_iter().min_by_key(|hint| hint.remaining);
        let (of_goods, of_delivery): (Vec<_>, Vec<_>) = self.hints.iter().cloned().partition(|hint| hint.benefit.is_of_goods());
        let of_delivery = of_delivery.into_iter().chain(of_rate).filter(|_| !is_delivery_free).collect();
        nearest(of_delivery).into_iter().chain(nearest(of_goods)).collect()
    }
}

impl GoodsDiscount<'_> {
    #[must_use]
    pub fn applied(&self) -> AppliedPromotion {
        applied(self.promotion, self.amount)
    }
}

fn applied(promotion: &Promotion, amount: Money) -> AppliedPromotion {
    let plan = promotion.terms.plan();
    AppliedPromotion { id: promotion.id, name: plan.name.clone(), code: plan.trigger.code().cloned(), benefit: plan.benefit.kind(), amount }
}

/// The sentence about a coupon.
fn message(refused: Refused) -> String {
    let sentence = match refused.state {
        CouponState::Applied => "Coupon applied.",
        CouponState::NotBetter => "Your order is already cheaper without this coupon. You can keep it for another order.",
        CouponState::Unknown => "This coupon code is not valid.",
        CouponState::NotYet => "This coupon is not valid yet.",
        CouponState::Expired => "This coupon has expired.",
        CouponState::NoMatch => "This coupon is not for the products in your cart.",
        CouponState::UsedUp => "This coupon has been used up.",
        CouponState::NotForYou => "You cannot use this coupon again, or it is for first orders only.",
        CouponState::LoginNeeded => "Please log in to use this coupon.",
        CouponState::MinSpend => {
            let missing = refused.missing.unwrap_or(Money::ZERO);
            return format!("Add products for {} more to use this coupon.", missing.with_currency());
        }
    };
    sentence.to_owned()
}

#[cfg(test)]
mod tests;
