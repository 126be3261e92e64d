//! Promotions and goods for tests.

use chrono::{DateTime, NaiveDate, TimeDelta};
use uuid::Uuid;

use crate::catalog::product::{Offer, Prices};
use crate::catalog::product_code::ProductCode;
use crate::catalog::weight::Weight;
use crate::promotions::benefit::{Benefit, Percent, Step, Units};
use crate::promotions::promotion::{ActivePromotions, Promotion};
use crate::promotions::scope::MatchedLine;
use crate::promotions::terms::{CouponCode, PromotionName, PromotionPlan, PromotionTerms, Trigger};
use crate::shared::ids::{ProductId, PromotionId};
use crate::shared::money::Money;
use crate::shared::quantity::{Quantity, Stock};
use crate::shared::text::{Label, ProductName};

pub(crate) fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn percent(number: i64) -> Benefit {
    Benefit::Percent { percent: Percent::parse(number).unwrap() }
}

pub(crate) fn fixed(cents: i64) -> Benefit {
    Benefit::Fixed { amount: money(cents) }
}

pub(crate) fn buy_get(buy: i64, get: i64) -> Benefit {
    Benefit::BuyGet { buy: Units::parse(buy).unwrap(), get: Units::parse(get).unwrap() }
}

pub(crate) fn steps(steps: &[(i64, i64)]) -> Benefit {
    let step = |&(from, percent)| Step { from: money(from), percent: Percent::parse(percent).unwrap() };
    Benefit::Steps { steps: steps.iter().map(step).collect() }
}

/// An automatic promotion of all goods, without limits.
pub(crate) fn plan(benefit: Benefit) -> PromotionPlan {
    PromotionPlan::unlimited(PromotionName::parse("Sale").unwrap(), Trigger::Automatic, benefit)
}

pub(crate) fn coupon(code: &str, plan: PromotionPlan) -> PromotionPlan {
    PromotionPlan { trigger: Trigger::Coupon(CouponCode::parse(code).unwrap()), ..plan }
}

/// These promotions, oldest first and without uses; their ids count from 1.
pub(crate) fn known(plans: impl IntoIterator<Item = PromotionPlan>) -> ActivePromotions {
    let promotion = |(number, plan): (u32, PromotionPlan)| {
        let made = DateTime::UNIX_EPOCH + TimeDelta::days(number.into());
        Promotion::new(PromotionId::new(Uuid::from_u128(number.into())), PromotionTerms::new(plan).unwrap(), made)
    };
    ActivePromotions { promotions: (1..).zip(plans).map(promotion).collect(), saves: 7 }
}

/// The offer of a product with a price in cents, of the brand and the category of these names.
pub(crate) fn offer(code: &str, cents: i64, (brand, category): (&str, &str)) -> Offer {
    Offer {
        product_id: ProductId::new(Uuid::nil()),
        code: ProductCode::parse(code).unwrap(),
        name: ProductName::parse(&format!("Product {code}")).unwrap(),
        image: None,
        brand: Label::parse(brand).ok(),
        category: Label::parse(category).ok(),
        prices: Prices::new(money(cents), None).unwrap(),
        stock: Stock::MAX,
        weight: Weight::default(),
    }
}

/// A cart with these units of the offers.
pub(crate) fn lines<'a>(offers: &'a [Offer], units: &[i64]) -> Vec<MatchedLine<'a>> {
    let line = |(index, (offer, units)): (usize, (&'a Offer, &i64))| {
        let quantity = Quantity::parse(*units).unwrap();
        MatchedLine { index, offer, quantity, total: offer.prices.last_price().times(quantity).unwrap() }
    };
    offers.iter().zip(units).enumerate().map(line).collect()
}

/// A cart of one product per price and number of units.
pub(crate) fn offers_at(prices: &[i64]) -> Vec<Offer> {
    prices.iter().enumerate().map(|(index, cents)| offer(&format!("p{index}"), *cents, ("", ""))).collect()
}
