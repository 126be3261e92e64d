//! Promotions for tests.

use domain::promotions::benefit::{Benefit, Percent};
use domain::promotions::promotion::Promotion;
use domain::promotions::terms::{CouponCode, PromotionName, PromotionPlan, PromotionTerms, Trigger};
use domain::shared::ids::PromotionId;

use crate::{moments, unique};

/// 10 % off all goods, by itself and without a limit.
#[must_use]
pub fn automatic() -> PromotionPlan {
    let benefit = Benefit::Percent { percent: Percent::parse(10).unwrap() };
    PromotionPlan::unlimited(PromotionName::parse("Ten percent off").unwrap(), Trigger::Automatic, benefit)
}

/// The same with a code.
#[must_use]
pub fn coupon(code: &str) -> PromotionPlan {
    PromotionPlan { trigger: Trigger::Coupon(CouponCode::parse(code).unwrap()), ..automatic() }
}

/// A new promotion.
#[must_use]
pub fn promotion(plan: PromotionPlan) -> Promotion {
    Promotion::new(PromotionId::new(unique::uuid()), PromotionTerms::new(plan).unwrap(), moments::now())
}
