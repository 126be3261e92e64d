//! The promotions of the demo shop: a coupon for first orders, a sale that is over, and a draft. None of them changes a cart by itself.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::accounts::actor::Actor;
use domain::promotions::benefit::{Benefit, Percent};
use domain::promotions::promotion::Promotion;
use domain::promotions::repository::PromotionRepository as _;
use domain::promotions::scope::Scope;
use domain::promotions::terms::{CouponCode, PromotionPlan, PromotionTerms, Trigger};
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::PromotionId;
use domain::shared::money::Money;
use domain::shared::text::{Label, Text};

use crate::CommandError;
use crate::wiring::adapters::Adapters;

/// The least value of the goods that are to be delivered free, in cents: LKR 7,500.
const FREE_DELIVERY_FROM: i64 = 750_000;
/// The most that the coupon takes off, in cents: LKR 2,000.
const MOST_WELCOME: i64 = 200_000;

/// Stores the promotions; those that are stored already stay. The sale was over before the shop began.
pub(crate) async fn fill(adapters: &Adapters, started_at: DateTime<Utc>) -> Result<(), CommandError> {
    let plans = [sale(started_at.date_naive())?, free_delivery()?, welcome()?];
    for (number, plan) in plans.into_iter().enumerate() {
        let id = PromotionId::new(adapters.ids.uuid());
        let promotion = Promotion::new(id, PromotionTerms::new(plan)?, adapters.clock.now());
        let key = IdempotencyKey::parse(&format!("demo promotion {number}"))?;
        adapters.postgres.add(&promotion, Some(key), &Actor::operator("demo")).await?;
    }
    Ok(())
}

/// An active promotion for all goods, without a limit.
fn plan(name: &str, trigger: Trigger, benefit: Benefit) -> Result<PromotionPlan, CommandError> {
    Ok(PromotionPlan::unlimited(Text::parse(name)?, trigger, benefit))
}

fn percent(percent: i64) -> Result<Benefit, CommandError> {
    Ok(Benefit::Percent { percent: Percent::parse(percent)? })
}

/// 10 % off one brand for a week that is over.
fn sale(began: NaiveDate) -> Result<PromotionPlan, CommandError> {
    let scope = Scope { brands: vec![Label::parse("Pinibindu")?], ..Scope::default() };
    let (starts_on, ends_on) = (began.checked_sub_days(Days::new(20)), began.checked_sub_days(Days::new(14)));
    Ok(PromotionPlan { scope, starts_on, ends_on, ..plan("Pinibindu week", Trigger::Automatic, percent(10)?)? })
}

/// Free delivery from a value on, as a draft.
fn free_delivery() -> Result<PromotionPlan, CommandError> {
    let min_spend = Some(Money::from_cents(FREE_DELIVERY_FROM)?);
    Ok(PromotionPlan { min_spend, is_active: false, ..plan("Free delivery", Trigger::Automatic, Benefit::FreeDelivery)? })
}

/// 10 % off a first order, by code.
fn welcome() -> Result<PromotionPlan, CommandError> {
    let code = Trigger::Coupon(CouponCode::parse("WELCOME10")?);
    let max_discount = Some(Money::from_cents(MOST_WELCOME)?);
    Ok(PromotionPlan { max_discount, first_order_only: true, ..plan("Welcome to the shop", code, percent(10)?)? })
}
