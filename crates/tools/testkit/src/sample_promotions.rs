//! Promotions for tests.

use domain::promotions::benefit::{Benefit, Percent};
use domain::promotions::promotion::Promotion;
use domain::promotions::scope::Scope;
use domain::promotions::terms::{CouponCode, PromotionName, PromotionPlan, PromotionTerms, Trigger};
use domain::shared::ids::PromotionId;

use crate::{moments, unique};

/// 10 % off all goods, by itself and without a limit.
#[must_use]
pub fn automatic() -> PromotionPlan {
    PromotionPlan {
        name: PromotionName::parse("Ten percent off").unwrap(),
        trigger: Trigger::Automatic,
        benefit: Benefit::Percent { percent: Percent::parse(10).unwrap() },
        max_discount: None,
        min_spend: None,
        scope: Scope::default(),
        first_order_only: false,
        starts_on: None,
        ends_on: None,
        usage_limit: None,
        per_customer_limit: None,
        is_active: true,
    }
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
