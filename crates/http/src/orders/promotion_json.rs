//! The promotions of quotes and orders in JSON (contract-commerce, section 3).

use domain::promotions::applied::{AppliedPromotion, CouponAnswer, CouponState, Hint};
use serde::Serialize;
use utoipa::ToSchema;

use crate::promotions::benefit_json::BenefitKindJson;
use crate::response::money_json::MoneyJson;
use crate::response::word_json::word_json;

word_json! {
    /// What became of a coupon in a quote.
    pub CouponStateJson as CouponState of CouponState
}

/// A promotion that makes an order cheaper.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AppliedPromotion)]
pub struct AppliedPromotionJson {
    promotion_id: String,
    name: String,
    /// The code of its coupon; null for an automatic promotion.
    #[schema(required = true)]
    code: Option<String>,
    benefit: BenefitKindJson,
    /// What it takes off.
    amount: MoneyJson,
}

impl From<AppliedPromotion> for AppliedPromotionJson {
    fn from(applied: AppliedPromotion) -> Self {
        Self {
            promotion_id: applied.id.to_string(),
            name: applied.name.into_string(),
            code: applied.code.map(|code| code.to_string()),
            benefit: applied.benefit.into(),
            amount: MoneyJson(applied.amount),
        }
    }
}

/// The coupon of a quote.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QuoteCoupon)]
pub struct CouponJson {
    /// In upper case.
    code: String,
    state: CouponStateJson,
    /// The sentence to show.
    message: String,
}

impl From<CouponAnswer> for CouponJson {
    fn from(coupon: CouponAnswer) -> Self {
        Self { code: coupon.code, state: coupon.state.into(), message: coupon.message }
    }
}

/// A benefit that more goods would bring.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PromotionHint)]
pub struct HintJson {
    /// The benefit: `freeDelivery` where the rate of delivery is free from a value on, too.
    kind: BenefitKindJson,
    /// The value of the goods that are missing.
    remaining: MoneyJson,
    /// The name of the promotion, or `Free delivery`.
    name: String,
    /// percent and steps: the percentage that is reached.
    #[schema(required = true)]
    percent: Option<u32>,
    /// fixed: the amount that is taken off then.
    #[schema(required = true)]
    amount: Option<MoneyJson>,
}

impl From<Hint> for HintJson {
    fn from(hint: Hint) -> Self {
        Self {
            kind: hint.benefit.into(),
            remaining: MoneyJson(hint.remaining),
            name: hint.name,
            percent: hint.percent.map(|percent| percent.get()),
            amount: hint.amount.map(MoneyJson),
        }
    }
}
