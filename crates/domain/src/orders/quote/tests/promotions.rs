//! Random carts in shops with random promotions and rates.

use chrono::DateTime;
use proptest::prelude::*;

use super::*;
use crate::delivery::delivery_settings::{DeliveryPlan, DeliverySettings};
use crate::delivery::rate::{Rate, Tariff};
use crate::orders::quote_options::{PricingContext, QuoteChoices};
use crate::promotions::benefit::Benefit;
use crate::promotions::promotion::ActivePromotions;
use crate::promotions::samples::{buy_get, coupon, fixed, known, percent, plan, steps};
use crate::promotions::scope::Scope;
use crate::promotions::terms::{EnteredCode, PromotionPlan};
use crate::settings::shop_settings::ShopSettings;
use crate::shared::calendar::ShopCalendar;
use crate::shared::versioned::Versioned;

/// A shop with a rate for delivery in cents that is free from a value on.
fn shop(cents: i64, free_from: i64) -> ShopSettings {
    let money = |cents| Money::from_cents(cents).unwrap();
    let plan = DeliveryPlan::default();
    let rate = |rate: Rate| Rate { tariff: Tariff::Flat { amount: money(cents) }, free_from: Some(money(free_from)), ..rate };
    let plan = DeliveryPlan { rates: plan.rates.clone().into_iter().map(rate).collect(), ..plan };
    let delivery = Versioned { value: DeliverySettings::new(plan).unwrap(), ..Versioned::default() };
    ShopSettings { delivery, ..ShopSettings::default() }
}

fn context<'a>(settings: &'a ShopSettings, promotions: &'a ActivePromotions) -> PricingContext<'a> {
    let ShopSettings { delivery, payments, orders, tax, .. } = settings;
    let (orders, tax, calendar, now) = (&orders.value, &tax.value, ShopCalendar::default(), DateTime::UNIX_EPOCH);
    PricingContext { delivery, payments, orders, tax, calendar, now, has_gateway: false, promotions, customer: None }
}

/// A promotion of all goods or the first products, perhaps capped, with a least spend, and by a coupon.
fn any_promotion() -> impl Strategy<Value = PromotionPlan> {
    let benefit = prop_oneof![
        (1_i64..=100).prop_map(percent),
        (1_i64..=10_000_000).prop_map(fixed),
        Just(Benefit::FreeDelivery),
        (1_i64..=4, 1_i64..=4).prop_map(|(buy, get)| buy_get(buy, get)),
        (0_i64..1_000_000, 1_i64..=50).prop_map(|(from, percent)| steps(&[(from, percent), (from * 2 + 1, percent * 2)])),
    ];
    let amount = |most| prop::option::of((1_i64..most).prop_map(|cents| Money::from_cents(cents).unwrap()));
    (benefit, amount(1_000_000), amount(10_000_000), 0_usize..4, any::<bool>()).prop_map(|(benefit, cap, spend, named, is_coupon)| {
        let products = (0..named).map(|index| ProductCode::parse(&format!("p{index}")).unwrap()).collect();
        let scope = Scope { products, ..Scope::default() };
        let promotion = PromotionPlan { max_discount: cap, min_spend: spend, scope, ..plan(benefit) };
        if is_coupon { coupon("SAVE", promotion) } else { promotion }
    })
}

/// At most one promotion has the coupon.
fn any_promotions() -> impl Strategy<Value = Vec<PromotionPlan>> {
    prop::collection::vec(any_promotion(), 0..6).prop_map(|mut plans| {
        let mut has_coupon = false;
        plans.retain(|plan| plan.trigger.code().is_none() || !std::mem::replace(&mut has_coupon, true));
        plans
    })
}

fn goods_discount(quote: &Quote) -> i64 {
    quote.promotions.applied.iter().filter(|applied| applied.benefit.is_of_goods()).map(|applied| applied.amount.cents()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn totals_are_the_sum_of_their_parts(
        (offers, cart) in shop_and_cart(), plans in any_promotions(), rate in 0_i64..100_000, free_from in 1_i64..10_000_000,
    ) {
        let (settings, promotions) = (shop(rate, free_from), known(plans));
        let choices = QuoteChoices { coupon: EnteredCode::parse("save").ok(), ..QuoteChoices::default() };
        let priced = |promotions: &ActivePromotions| Quote::of(&cart, &offers).unwrap().with_options(&choices, &context(&settings, promotions)).unwrap();
        let quote = priced(&promotions);

        prop_assert_eq!(quote.explanation.iter().map(|line| line.cents).sum::<i64>(), quote.total.cents());
        prop_assert_eq!(quote.labeled_total.minus(quote.discount), Ok(quote.total));
        let of_lines: i64 = quote.lines.iter().map(|line| line.discount.cents()).sum();
        prop_assert_eq!(of_lines, goods_discount(&quote));
        prop_assert!(quote.lines.iter().all(|line| line.discount <= line.line_total && line.net_total() <= line.line_total));
        let net: i64 = quote.lines.iter().map(|line| line.net_total().cents()).sum();
        prop_assert_eq!(net + quote.charge().paid().cents(), quote.total.cents());
        let of_delivery = quote.promotions.applied.iter().filter(|applied| !applied.benefit.is_of_goods());
        prop_assert!(of_delivery.map(|applied| applied.amount.cents()).sum::<i64>() <= quote.charge().waived.cents());
        prop_assert!(quote.promotions.hints.iter().all(|hint| hint.remaining > Money::ZERO));

        // No promotion alone takes more off the goods.
        for alone in &promotions.promotions {
            let alone = ActivePromotions { promotions: vec![alone.clone()], saves: 0 };
            prop_assert!(goods_discount(&priced(&alone)) <= goods_discount(&quote));
        }
    }
}
