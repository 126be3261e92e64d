//! Rows of promotions and their uses.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use domain::catalog::product_code::ProductCode;
use domain::promotions::promotion::Promotion;
use domain::promotions::repository::PromotionUse;
use domain::promotions::scope::Scope;
use domain::promotions::terms::{CouponCode, PromotionName, PromotionPlan, PromotionTerms, Trigger, UseLimit};
use domain::shared::ids::PromotionId;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::text::{Label, RecipientName};
use domain::shared::versioned::PromotionVersion;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::error::{DbError, stored};
use crate::schema::{orders, promotion_uses, promotions};

/// The columns of [`promotions`] that make a promotion.
#[derive(Debug, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = promotions, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub(super) struct PromotionRow {
    pub(super) id: Uuid,
    name: String,
    code: Option<String>,
    benefit: Value,
    max_discount_cents: Option<i64>,
    min_spend_cents: Option<i64>,
    products: Vec<String>,
    categories: Vec<String>,
    brands: Vec<String>,
    first_order_only: bool,
    starts_on: Option<NaiveDate>,
    ends_on: Option<NaiveDate>,
    usage_limit: Option<i32>,
    per_customer_limit: Option<i32>,
    pub(super) is_active: bool,
    pub(super) version: i32,
    uses: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl PromotionRow {
    /// The row of a promotion. Its uses are stored only where their number is limited.
    pub(super) fn of(promotion: &Promotion) -> Result<Self, DbError> {
        let plan = promotion.terms.plan();
        let uses = plan.usage_limit.map_or(0, |_| promotion.uses);
        Ok(Self {
            id: promotion.id.uuid(),
            name: plan.name.as_str().to_owned(),
            code: plan.trigger.code().map(|code| code.as_str().to_owned()),
            benefit: serde_json::to_value(&plan.benefit)?,
            max_discount_cents: plan.max_discount.map(Money::cents),
            min_spend_cents: plan.min_spend.map(Money::cents),
            products: plan.scope.products.iter().map(|code| code.as_str().to_owned()).collect(),
            categories: texts(&plan.scope.categories),
            brands: texts(&plan.scope.brands),
            first_order_only: plan.first_order_only,
            starts_on: plan.starts_on,
            ends_on: plan.ends_on,
            usage_limit: plan.usage_limit.map(|limit| integer(limit.get())),
            per_customer_limit: plan.per_customer_limit.map(|limit| integer(limit.get())),
            is_active: plan.is_active,
            version: integer(promotion.version.get()),
            uses: integer(uses),
            created_at: promotion.created_at,
            updated_at: promotion.updated_at,
        })
    }
}

fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn texts(labels: &[Label]) -> Vec<String> {
    labels.iter().map(|label| label.as_str().to_owned()).collect()
}

/// A stored promotion.
pub(super) fn promotion_of(row: PromotionRow) -> Result<Promotion, DbError> {
    let money = |cents: Option<i64>| stored("amount of a promotion", cents.map(Money::from_cents).transpose());
    let limit = |limit: Option<i32>| stored("limit of a promotion", limit.map(|limit| UseLimit::parse(limit.into())).transpose());
    let code = stored("coupon code", row.code.as_deref().map(CouponCode::parse).transpose())?;
    let plan = PromotionPlan {
        name: stored("name of a promotion", PromotionName::parse_known(&row.name))?,
        trigger: code.map_or(Trigger::Automatic, Trigger::Coupon),
        benefit: serde_json::from_value(row.benefit)?,
        max_discount: money(row.max_discount_cents)?,
        min_spend: money(row.min_spend_cents)?,
        scope: Scope {
            products: stored("product of a promotion", row.products.iter().map(|code| ProductCode::parse(code)).collect())?,
            categories: labels(&row.categories)?,
            brands: labels(&row.brands)?,
        },
        first_order_only: row.first_order_only,
        starts_on: row.starts_on,
        ends_on: row.ends_on,
        usage_limit: limit(row.usage_limit)?,
        per_customer_limit: limit(row.per_customer_limit)?,
        is_active: row.is_active,
    };
    Ok(Promotion {
        id: PromotionId::new(row.id),
        terms: stored("promotion", PromotionTerms::new(plan))?,
        version: stored("version of a promotion", PromotionVersion::parse(row.version.into()))?,
        uses: stored("number of uses", u32::try_from(row.uses))?,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

fn labels(texts: &[String]) -> Result<Vec<Label>, DbError> {
    stored("label of a promotion", texts.iter().map(|text| Label::parse_known(text)).collect())
}

/// A promotion in the audit log.
pub(super) fn audited(promotion: &Promotion) -> Result<Value, DbError> {
    let PromotionRow { name, code, benefit, max_discount_cents, min_spend_cents, products, categories, brands, .. } =
        PromotionRow::of(promotion)?;
    let plan = promotion.terms.plan();
    Ok(json!({
        "name": name,
        "code": code,
        "benefit": benefit,
        "maxDiscountCents": max_discount_cents,
        "minSpendCents": min_spend_cents,
        "products": products,
        "categories": categories,
        "brands": brands,
        "firstOrderOnly": plan.first_order_only,
        "startsAt": plan.starts_on,
        "endsAt": plan.ends_on,
        "usageLimit": plan.usage_limit,
        "perCustomerLimit": plan.per_customer_limit,
        "active": plan.is_active,
    }))
}

/// The use of a promotion, and the recipient of its order.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = promotion_uses, check_for_backend(diesel::pg::Pg))]
pub(super) struct UseRow {
    pub(super) order_id: String,
    amount_cents: i64,
    pub(super) used_at: DateTime<Utc>,
    released_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = orders::shipping_name)]
    shipping_name: String,
}

/// A stored use.
pub(super) fn use_of(row: UseRow) -> Result<PromotionUse, DbError> {
    Ok(PromotionUse {
        order_id: stored("order number", OrderId::parse(&row.order_id))?,
        customer: stored("recipient", RecipientName::parse_known(&row.shipping_name))?,
        amount: stored("amount of a use", Money::from_cents(row.amount_cents))?,
        used_at: row.used_at,
        released_at: row.released_at,
    })
}
