//! Promotions in JSON, as the storefront announces them.

use chrono::NaiveDate;
use domain::promotions::promotion::Promotion;
use serde::Serialize;
use utoipa::ToSchema;

use crate::promotions::benefit_json::BenefitJson;
use crate::promotions::promotion_json::ScopeJson;
use crate::response::money_json::MoneyJson;

/// A promotion that comes into every fitting cart by itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnnouncedPromotion)]
pub(crate) struct AnnouncedPromotionJson {
    name: String,
    #[serde(flatten)]
    benefit: BenefitJson,
    /// The most that it takes off one order.
    #[schema(required = true)]
    max_discount: Option<MoneyJson>,
    /// The least value of the goods that it is for, at their present prices.
    #[schema(required = true)]
    min_spend: Option<MoneyJson>,
    #[serde(flatten)]
    scope: ScopeJson,
    /// Whether it is only for a customer's first order.
    first_order_only: bool,
    /// The last of the shop's days on which it applies.
    #[schema(required = true)]
    ends_at: Option<NaiveDate>,
}

impl From<&Promotion> for AnnouncedPromotionJson {
    fn from(promotion: &Promotion) -> Self {
        let plan = promotion.terms.plan();
        Self {
            name: plan.name.as_str().to_owned(),
            benefit: (&plan.benefit).into(),
            max_discount: plan.max_discount.map(MoneyJson),
            min_spend: plan.min_spend.map(MoneyJson),
            scope: (&plan.scope).into(),
            first_order_only: plan.first_order_only,
            ends_at: plan.ends_on,
        }
    }
}
