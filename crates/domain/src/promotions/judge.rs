//! Whether a promotion holds for a cart, and why not.

use chrono::NaiveDate;

use crate::promotions::applied::CouponState;
use crate::promotions::customer::CustomerHistory;
use crate::promotions::promotion::{ActivePromotions, Promotion, PromotionState};
use crate::promotions::scope::MatchedLine;
use crate::promotions::terms::{EnteredCode, PromotionPlan};
use crate::shared::money::Money;

/// What decides over promotions besides the goods.
#[derive(Clone, Copy, Debug)]
pub struct PromotionContext<'a> {
    pub known: &'a ActivePromotions,
    pub coupon: Option<&'a EnteredCode>,
    /// `None` where the customer is not known.
    pub customer: Option<&'a CustomerHistory>,
    /// The shop's day.
    pub today: NaiveDate,
}

/// A promotion that holds for a cart, and the goods that it is about.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    pub promotion: &'a Promotion,
    pub lines: Vec<MatchedLine<'a>>,
}

/// Why a promotion does not hold for a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    pub state: CouponState,
    /// The value of matching goods that is missing, where nothing else is.
    pub missing: Option<Money>,
}

impl Refused {
    const fn with(state: CouponState) -> Self {
        Self { state, missing: None }
    }
}

impl<'a> Candidate<'a> {
    #[must_use]
    pub fn plan(&self) -> &'a PromotionPlan {
        self.promotion.terms.plan()
    }

    /// The value of the goods that it is about.
    #[must_use]
    pub fn subtotal(&self) -> Money {
        subtotal(&self.lines)
    }
}

/// The goods of a cart are worth at most [`Money::MAX`], which their quote checked.
fn subtotal(lines: &[MatchedLine<'_>]) -> Money {
    lines.iter().try_fold(Money::ZERO, |sum, line| sum.plus(line.total)).unwrap_or(Money::MAX)
}

impl<'a> PromotionContext<'a> {
    /// Whether a promotion holds for these goods. The value of the goods is judged last: the hint of what is missing is then
    /// true.
    ///
    /// # Errors
    /// [`Refused`] with the first reason why not.
    pub fn judge(&self, promotion: &'a Promotion, goods: &[MatchedLine<'a>]) -> Result<Candidate<'a>, Refused> {
        match promotion.state(self.today) {
            PromotionState::Live => {}
            PromotionState::Draft => return Err(Refused::with(CouponState::Unknown)),
            PromotionState::Scheduled => return Err(Refused::with(CouponState::NotYet)),
            PromotionState::Ended => return Err(Refused::with(CouponState::Expired)),
            PromotionState::UsedUp => return Err(Refused::with(CouponState::UsedUp)),
        }
        let plan = promotion.terms.plan();
        let lines: Vec<_> = goods.iter().copied().filter(|line| plan.scope.has_offer(line.offer)).collect();
        let units = lines.iter().fold(0_u32, |sum, line| sum.saturating_add(line.quantity.get()));
        if units < plan.benefit.least_units() {
            return Err(Refused::with(CouponState::NoMatch));
        }
        self.judge_customer(promotion)?;
        let least = plan.min_spend.unwrap_or(Money::ZERO).max(plan.benefit.least_value());
        let missing = least.minus(subtotal(&lines)).unwrap_or(Money::ZERO);
        if missing > Money::ZERO {
            return Err(Refused { state: CouponState::MinSpend, missing: Some(missing) });
        }
        Ok(Candidate { promotion, lines })
    }

    fn judge_customer(&self, promotion: &Promotion) -> Result<(), Refused> {
        if !promotion.terms.is_bound_to_customers() {
            return Ok(());
        }
        let Some(customer) = self.customer else { return Err(Refused::with(CouponState::LoginNeeded)) };
        let plan = promotion.terms.plan();
        let uses = customer.uses.get(&promotion.id).copied().unwrap_or(0);
        let is_used_up = plan.per_customer_limit.is_some_and(|limit| limit.get() <= uses);
        if is_used_up || plan.first_order_only && customer.has_ordered {
            return Err(Refused::with(CouponState::NotForYou));
        }
        Ok(())
    }

    /// Whether the history of the customer decides over a promotion for these goods.
    #[must_use]
    pub fn asks_for_customer(&self, goods: &[MatchedLine<'a>]) -> bool {
        let mut tried =
            self.known.promotions.iter().filter(|promotion| self.is_tried(promotion) && promotion.terms.is_bound_to_customers());
        tried.any(|promotion| matches!(self.judge(promotion, goods), Err(Refused { state: CouponState::LoginNeeded, .. })))
    }

    /// Whether the quote tries the promotion: it is automatic, or the coupon asks for it.
    pub(super) fn is_tried(&self, promotion: &Promotion) -> bool {
        promotion.terms.plan().trigger.code().is_none_or(|code| self.coupon.is_some_and(|entered| code.is_entered(entered)))
    }
}
