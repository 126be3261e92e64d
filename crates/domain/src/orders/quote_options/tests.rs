//! Delivery and payment in quotes: the default shop, and random carts in random shops.

use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::catalog::product::{Offer, Prices};
use crate::catalog::product_code::ProductCode;
use crate::catalog::weight::Weight;
use crate::delivery::delivery_settings::DeliveryPlan;
use crate::delivery::rate::{DeliveryDays, Rate, Tariff, ValueStep, WeightStep};
use crate::delivery::zone::{Zone, ZoneName, ZoneOf};
use crate::orders::order_delivery::OrderPricing;
use crate::orders::quote::Quote;
use crate::orders::quote::{Cart, CartLine};
use crate::payments::payment_settings::PaymentPlan;
use crate::promotions::promotion::ActivePromotions;
use crate::settings::shop_settings::ShopSettings;
use crate::shared::ids::ProductId;
use crate::shared::quantity::{Quantity, Stock};

fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// Products with price, share of it that is paid in percent, weight and wanted units.
fn any_goods() -> impl Strategy<Value = Vec<(i64, i64, i64, i64)>> {
    prop::collection::vec((1_i64..=1_000_000, 1_i64..=100, 1_i64..=100_000, 1_i64..50), 1..=10)
}

fn goods(rows: &[(i64, i64, i64, i64)]) -> Quote {
    let code = |index: usize| ProductCode::parse(&format!("p{index}")).unwrap();
    let offer = |(index, (price, percent, grams, _)): (usize, &(i64, i64, i64, i64))| Offer {
        product_id: ProductId::new(Uuid::nil()),
        code: code(index),
        name: crate::shared::text::ProductName::parse(&format!("Product {index}")).unwrap(),
        image: None,
        brand: None,
        category: None,
        prices: Prices::new(money(*price), Some(money((price * percent / 100).max(1)))).unwrap(),
        stock: Stock::MAX,
        weight: Weight::parse(*grams).unwrap(),
    };
    let offers: Vec<Offer> = rows.iter().enumerate().map(offer).collect();
    let line = |(index, row): (usize, &(i64, i64, i64, i64))| CartLine { code: code(index), quantity: Quantity::parse(row.3).unwrap() };
    Quote::of(&Cart::from_lines(rows.iter().enumerate().map(line)).unwrap(), &offers).unwrap()
}

fn any_tariff() -> impl Strategy<Value = Tariff> {
    let amount = || (0_i64..200_000).prop_map(money);
    prop_oneof![
        amount().prop_map(|amount| Tariff::Flat { amount }),
        (prop::collection::btree_map(1_u32..=1_000_000, amount(), 1..5), amount()).prop_map(|(steps, per_extra_kg)| {
            let steps = steps.into_iter().map(|(up_to_grams, amount)| WeightStep { up_to_grams, amount }).collect();
            Tariff::ByWeight { steps, per_extra_kg }
        }),
        (amount(), prop::collection::btree_map(1_i64..100_000_000, amount(), 0..5)).prop_map(|(first, steps)| {
            let first = ValueStep { from: Money::ZERO, amount: first };
            let steps = steps.into_iter().map(|(from, amount)| ValueStep { from: money(from), amount });
            Tariff::ByValue { steps: std::iter::once(first).chain(steps).collect() }
        }),
    ]
}

fn any_settings() -> impl Strategy<Value = ShopSettings> {
    let method = || prop::sample::select(&DeliveryMethod::ALL[..]);
    let rates = prop::collection::vec((any_tariff(), prop::option::of(0_i64..100_000_000)), 6);
    let districts = prop::collection::btree_set(prop::sample::select(&District::ALL[..]), 1..20);
    (rates, districts, method(), prop::collection::btree_set(method(), 1..3), 0_i64..50_000).prop_map(
        |(rates, districts, default_method, mut methods, fee)| {
            methods.insert(default_method);
            let name = ZoneName::parse("Near").unwrap();
            let places =
                [ZoneOf::Rest, ZoneOf::Named(name.clone())].into_iter().flat_map(|zone| DeliveryMethod::ALL.map(|m| (zone.clone(), m)));
            let days = DeliveryDays::new(1, 3).unwrap();
            let rates = places.zip(rates).map(|((zone, method), (tariff, free_from))| Rate {
                zone,
                method,
                tariff,
                free_from: free_from.map(money),
                days,
            });
            let plan = DeliverySettings::default().plan().clone();
            let plan = DeliveryPlan { zones: vec![Zone { name, districts }], methods, default_method, rates: rates.collect(), ..plan };
            let payments = PaymentPlan { cod_fee: money(fee), ..PaymentSettings::default().plan().clone() };
            ShopSettings {
                delivery: Versioned { value: DeliverySettings::new(plan).unwrap(), ..Versioned::default() },
                payments: Versioned { value: PaymentSettings::new(payments).unwrap(), ..Versioned::default() },
                ..ShopSettings::default()
            }
        },
    )
}

/// A shop without promotions.
static NONE: ActivePromotions = ActivePromotions { promotions: Vec::new(), saves: 0 };

fn context(settings: &ShopSettings) -> PricingContext<'_> {
    let ShopSettings { delivery, payments, orders, tax, .. } = settings;
    PricingContext {
        delivery,
        payments,
        orders: &orders.value,
        tax: &tax.value,
        calendar: ShopCalendar::default(),
        now: DateTime::UNIX_EPOCH,
        has_gateway: true,
        promotions: &NONE,
        customer: None,
    }
}

/// Acceptance 1, in the domain: in the default shop the total is that of the goods, and nothing is to be stored beside the order.
#[test]
fn the_default_shop_adds_nothing() {
    let plain = goods(&[(1_500, 100, 200, 3)]);
    let quote = plain.clone().with_options(&QuoteChoices::default(), &context(&ShopSettings::default())).unwrap();
    assert_eq!((quote.total, quote.labeled_total, quote.discount), (money(4_500), money(4_500), Money::ZERO));
    assert_eq!(quote.explanation, plain.explanation);
    assert_eq!(quote.options.delivery.map(|option| option.method), Some(DeliveryMethod::Standard));
    assert_eq!(OrderPricing::of(&quote), None);
    let reduced = goods(&[(1_500, 80, 200, 3)]).with_options(&QuoteChoices::default(), &context(&ShopSettings::default())).unwrap();
    assert_eq!((reduced.total, reduced.labeled_total, reduced.discount), (money(3_600), money(4_500), money(900)));
    assert_eq!(OrderPricing::of(&reduced).map(|pricing| pricing.labeled_total), Some(money(4_500)));
}

#[test]
fn a_method_that_is_not_offered_is_refused() {
    let choices = QuoteChoices { delivery_method: Some(DeliveryMethod::Express), ..QuoteChoices::default() };
    let refused = goods(&[(1_500, 100, 200, 3)]).with_options(&choices, &context(&ShopSettings::default()));
    assert!(matches!(refused, Err(QuoteError::Delivery(_))), "{refused:?}");
}

/// Limits are told with the option; a method that the shop does not have is refused, as one of delivery is.
#[test]
fn a_method_of_payment_that_the_shop_does_not_offer_is_refused() {
    let quoted = |settings: &ShopSettings, method| {
        let choices = QuoteChoices { payment_method: method, ..QuoteChoices::default() };
        goods(&[(1_500, 100, 200, 3)]).with_options(&choices, &context(settings)).map(|quote| quote.options.payment.refusal)
    };
    let shop = ShopSettings::default();
    assert_eq!(quoted(&shop, Some(PaymentMethod::BankTransfer)), Err(QuoteError::Payment));
    assert_eq!(quoted(&shop, Some(PaymentMethod::Cod)), Ok(None));
    let mut plan = PaymentSettings::default().plan().clone();
    plan.cod.max = Some(money(1));
    let limited = ShopSettings {
        payments: Versioned { value: PaymentSettings::new(plan).unwrap(), ..Versioned::default() },
        ..ShopSettings::default()
    };
    assert_eq!(quoted(&limited, Some(PaymentMethod::Cod)), Ok(Some(PaymentRefusal::AboveMax(money(1)))));
    assert_eq!(quoted(&limited, None), Ok(Some(PaymentRefusal::AboveMax(money(1)))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Acceptance 2: 10,000 random carts.
    #[test]
    fn the_explanation_sums_to_the_total(
        rows in any_goods(), settings in any_settings(), district in prop::option::of(prop::sample::select(&District::ALL[..])),
    ) {
        let plain = goods(&rows);
        let quote = plain.clone().with_options(&QuoteChoices { district, ..QuoteChoices::default() }, &context(&settings)).unwrap();
        prop_assert_eq!(quote.explanation.iter().map(|line| line.cents).sum::<i64>(), quote.total.cents());
        prop_assert_eq!(quote.labeled_total.minus(quote.discount), Ok(quote.total));
        let parts = plain.total.cents() + quote.charge().paid().cents() + quote.options.payment.fee.cents();
        prop_assert_eq!(quote.total.cents(), parts);
        prop_assert!(quote.explanation.iter().skip(1).all(|line| line.cents != 0));
    }
}

#[test]
fn a_customer_who_may_not_pay_on_delivery_is_not_offered_it() {
    let settings = ShopSettings::default();
    let quoted = |choices: &QuoteChoices| goods(&[(1_500, 100, 200, 3)]).with_options(choices, &context(&settings)).unwrap();
    let chosen = QuoteChoices { payment_method: Some(PaymentMethod::Cod), ..QuoteChoices::default() };
    assert_eq!(quoted(&chosen).without_cash_on_delivery(&chosen), Err(QuoteError::Payment));
    let options = quoted(&QuoteChoices::default()).without_cash_on_delivery(&QuoteChoices::default()).unwrap().options;
    assert_eq!((options.payment.refusal, options.payment_options), (Some(PaymentRefusal::NotOffered), Vec::new()));
}
