//! Promotions in JSON, as staff see and write them (contract-commerce, section 3).

use chrono::{DateTime, NaiveDate, Utc};
use domain::catalog::product_code::ProductCode;
use domain::promotions::promotion::{Promotion, PromotionState};
use domain::promotions::repository::{PromotionRecord, PromotionUse};
use domain::promotions::scope::Scope;
use domain::promotions::terms::{CouponCode, PromotionKind, PromotionPlan, PromotionTerms, Trigger, UseLimit};
use domain::shared::text::{Label, Text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::extract::query_params::parse_day;
use crate::promotions::benefit_json::{BenefitFields, BenefitJson, SpendStepRequest};
use crate::response::money_json::{Cents, MoneyJson, RawNumber};
use crate::response::word_json::word_json;

word_json! {
    /// Where a promotion stands: a draft is not active, and a promotion that is over is `ended` though it is used up.
    pub(crate) PromotionStateJson as PromotionState of PromotionState
}

word_json! {
    /// How a promotion comes into a quote.
    pub(crate) PromotionKindJson as PromotionKind of PromotionKind
}

/// A promotion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Promotion)]
pub(crate) struct PromotionJson {
    promotion_id: String,
    name: String,
    kind: PromotionKindJson,
    /// The code of a coupon, in upper case; null for an automatic promotion.
    #[schema(required = true)]
    code: Option<String>,
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
    first_order_only: bool,
    /// The first of the shop's days on which it applies.
    #[schema(required = true)]
    starts_at: Option<NaiveDate>,
    /// The last one, which it includes.
    #[schema(required = true)]
    ends_at: Option<NaiveDate>,
    #[schema(required = true)]
    usage_limit: Option<u32>,
    #[schema(required = true)]
    per_customer_limit: Option<u32>,
    /// Whether it is more than a draft.
    active: bool,
    /// Counts the edits, from 1.
    version: u32,
    state: PromotionStateJson,
    /// The number of orders that use it; cancelled orders do not.
    uses: u32,
    /// The sum that it took off these orders, in LKR.
    #[schema(value_type = f64)]
    cost: Cents,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// The goods that a promotion is for: those that one of the lists names, all goods where the lists are empty.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PromotionScope)]
pub(crate) struct ScopeJson {
    /// Ids of products.
    products: Vec<String>,
    categories: Vec<String>,
    brands: Vec<String>,
}

impl From<&Scope> for ScopeJson {
    fn from(scope: &Scope) -> Self {
        let texts = |labels: &[Label]| labels.iter().map(|label| label.as_str().to_owned()).collect();
        Self {
            products: scope.products.iter().map(|code| code.as_str().to_owned()).collect(),
            categories: texts(&scope.categories),
            brands: texts(&scope.brands),
        }
    }
}

impl PromotionJson {
    /// The promotion on this day of the shop.
    pub(crate) fn on(today: NaiveDate, record: &PromotionRecord) -> Self {
        let PromotionRecord { promotion, cost_cents } = record;
        let Promotion { id, terms, version, uses, created_at, updated_at } = promotion;
        let plan = terms.plan();
        Self {
            promotion_id: id.to_string(),
            name: plan.name.as_str().to_owned(),
            kind: plan.trigger.kind().into(),
            code: plan.trigger.code().map(ToString::to_string),
            benefit: (&plan.benefit).into(),
            max_discount: plan.max_discount.map(MoneyJson),
            min_spend: plan.min_spend.map(MoneyJson),
            scope: (&plan.scope).into(),
            first_order_only: plan.first_order_only,
            starts_at: plan.starts_on,
            ends_at: plan.ends_on,
            usage_limit: plan.usage_limit.map(UseLimit::get),
            per_customer_limit: plan.per_customer_limit.map(UseLimit::get),
            active: plan.is_active,
            version: version.get(),
            state: promotion.state(today).into(),
            uses: *uses,
            cost: Cents(*cost_cents),
            created_at: *created_at,
            updated_at: *updated_at,
        }
    }
}

/// An order that used a promotion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PromotionUse)]
pub(crate) struct PromotionUseJson {
    order_id: String,
    /// The recipient of the order.
    customer: String,
    /// The amount by which the order is cheaper.
    amount: MoneyJson,
    used_at: DateTime<Utc>,
    /// When the order was cancelled, which gave the use back; null while it counts.
    #[schema(required = true)]
    released_at: Option<DateTime<Utc>>,
}

impl From<PromotionUse> for PromotionUseJson {
    fn from(used: PromotionUse) -> Self {
        Self {
            order_id: used.order_id.as_str().to_owned(),
            customer: used.customer.into_string(),
            amount: MoneyJson(used.amount),
            used_at: used.used_at,
            released_at: used.released_at,
        }
    }
}

/// A promotion to write. Absent fields are empty: an edit replaces all of them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
#[schema(as = PromotionInput)]
pub(crate) struct PromotionRequest {
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    name: Option<String>,
    /// automatic or coupon.
    #[schema(required = true, nullable = false, pattern = "^(automatic|coupon)$")]
    kind: Option<String>,
    /// 3 to 32 letters, digits or `-` in any case; required for a coupon, absent for an automatic promotion.
    #[schema(min_length = 3, max_length = 32)]
    code: Option<String>,
    /// percent, fixed, freeDelivery, buyGet or steps.
    #[schema(required = true, nullable = false, pattern = "^(percent|fixed|freeDelivery|buyGet|steps)$")]
    benefit: Option<String>,
    /// percent: a whole number from 1 to 100; fixed: an amount of LKR. Ignored for other benefits.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1_000_000_000)]
    value: Option<RawNumber>,
    /// buyGet: the units of a group that are paid.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 100)]
    buy: Option<i64>,
    /// buyGet: the units of a group that are free.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 100)]
    get: Option<i64>,
    /// steps: by growing value and percentage.
    #[schema(max_items = 10)]
    steps: Option<Vec<SpendStepRequest>>,
    max_discount: Option<RawNumber>,
    min_spend: Option<RawNumber>,
    #[schema(max_items = 200)]
    products: Option<Vec<String>>,
    #[schema(max_items = 200)]
    categories: Option<Vec<String>>,
    #[schema(max_items = 200)]
    brands: Option<Vec<String>>,
    first_order_only: Option<bool>,
    /// The first of the shop's days, such as 2027-01-14.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    starts_at: Option<String>,
    /// The last one, which it includes.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    ends_at: Option<String>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 1_000_000)]
    usage_limit: Option<i64>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 1_000_000)]
    per_customer_limit: Option<i64>,
    /// Absent: false, a draft.
    active: Option<bool>,
    /// Of an edit, which needs it: the version that its editor saw; another present one is 409 `promotion.changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    pub(super) version: Option<i64>,
}

object_only!(PromotionRequest);

impl PromotionRequest {
    /// The terms; mistakes are noted per field.
    pub(crate) fn parse(self, errors: &mut FieldErrors) -> Option<PromotionTerms> {
        let name = errors.required("name", self.name.as_deref(), Text::parse);
        let trigger = trigger_of(self.kind.as_deref(), self.code.as_deref(), errors);
        let Self { benefit, value, buy, get, steps, .. } = self;
        let benefit = BenefitFields { benefit, value, buy, get, steps }.parse(errors);
        let max_discount = errors.optional("maxDiscount", self.max_discount, RawNumber::money);
        let min_spend = errors.optional("minSpend", self.min_spend, RawNumber::money);
        let scope = Scope {
            products: each("products", self.products, errors, ProductCode::parse, |a, b| a == b),
            categories: each("categories", self.categories, errors, Label::parse, is_same),
            brands: each("brands", self.brands, errors, Label::parse, is_same),
        };
        let starts_on = errors.optional("startsAt", self.starts_at.as_deref(), parse_day);
        let ends_on = errors.optional("endsAt", self.ends_at.as_deref(), parse_day);
        let usage_limit = errors.optional("usageLimit", self.usage_limit, UseLimit::parse);
        let per_customer_limit = errors.optional("perCustomerLimit", self.per_customer_limit, UseLimit::parse);
        let plan = PromotionPlan {
            name: name?,
            trigger: trigger?,
            benefit: benefit?,
            max_discount,
            min_spend,
            scope,
            first_order_only: self.first_order_only.unwrap_or(false),
            starts_on,
            ends_on,
            usage_limit,
            per_customer_limit,
            is_active: self.active.unwrap_or(false),
        };
        PromotionTerms::new(plan).map_err(|faults| faults.iter().for_each(|fault| errors.add(&*fault.field, &fault.sentence))).ok()
    }
}

fn trigger_of(kind: Option<&str>, code: Option<&str>, errors: &mut FieldErrors) -> Option<Trigger> {
    match errors.required("kind", kind, PromotionKind::parse)? {
        PromotionKind::Coupon => errors.required("code", code, CouponCode::parse).map(Trigger::Coupon),
        PromotionKind::Automatic if code.is_none() => Some(Trigger::Automatic),
        PromotionKind::Automatic => {
            errors.add("code", "must be absent for an automatic promotion");
            None
        }
    }
}

/// The entries of a list without repetitions; wrong ones are noted at their place, such as `products[1]`.
fn each<V, E: std::fmt::Display>(
    list: &str,
    texts: Option<Vec<String>>,
    errors: &mut FieldErrors,
    parse: impl Fn(&str) -> Result<V, E>,
    is_same: impl Fn(&V, &V) -> bool,
) -> Vec<V> {
    let mut values: Vec<V> = Vec::new();
    for (index, text) in texts.unwrap_or_default().iter().enumerate() {
        let value = errors.optional(&format!("{list}[{index}]"), Some(text.as_str()), &parse);
        values.extend(value.filter(|value| values.iter().all(|known| !is_same(known, value))));
    }
    values
}

fn is_same(a: &Label, b: &Label) -> bool {
    a.as_str().to_lowercase() == b.as_str().to_lowercase()
}
