//! The contract of [`domain::orders::ports::OrderRepository`] about delivery and the settings that an order is priced with.

use chrono::TimeDelta;
use domain::accounts::user::User;
use domain::catalog::product::Product;
use domain::delivery::address::{DeliveryAddress, PostalCode};
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::delivery::rate::DeliveryFee;
use domain::delivery::working_days::Estimate;
use domain::orders::explanation::{ExplanationCode, ExplanationLine};
use domain::orders::order::OrderDraft;
use domain::orders::order_delivery::{OrderDelivery, OrderPricing};
use domain::orders::order_filters::OrderQuery;
use domain::orders::ports::PlaceOrderOutcome;
use domain::orders::quote_options::SeenSettings;
use domain::payments::payment_method::PaymentMethod;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::Section;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::Text;
use domain::shared::versioned::SettingsVersion;

use crate::contracts::Shop;
use crate::contracts::shop::page;
use crate::sample_products::rupees;
use crate::{moments, sample_orders, sample_products, sample_settings, sample_users};

/// An order by express with every part of an address, a delivery of 450 of which 100 are free, and a fee of 150.
fn delivered(user: &User, product: &Product) -> OrderDraft {
    let draft = sample_orders::draft(user, &[(product, 2)]);
    let goods = draft.total;
    let total = goods.plus(rupees(500)).unwrap();
    let day = |day| chrono::NaiveDate::from_ymd_opt(2026, 3, day).unwrap();
    let explanation = vec![
        ExplanationLine::goods(goods.cents()),
        ExplanationLine::new(ExplanationCode::Delivery, "Express delivery", 45_000),
        ExplanationLine::new(ExplanationCode::FreeDelivery, "Free delivery", -10_000),
        ExplanationLine::new(ExplanationCode::CodFee, "Fee for cash on delivery", 15_000),
    ];
    let pricing = OrderPricing {
        labeled_total: goods.plus(rupees(600)).unwrap(),
        charge: DeliveryFee { full: rupees(450), waived: rupees(100) },
        payment_method: PaymentMethod::Cod,
        payment_fee: rupees(150),
        explanation,
        promotions: Vec::new(),
        vat: None,
    };
    let address = DeliveryAddress {
        line1: Text::parse("12 Temple Road").unwrap(),
        line2: Text::parse("2nd floor").ok(),
        city: Text::parse("Peradeniya").unwrap(),
        district: District::NuwaraEliya,
        postal_code: PostalCode::parse("20400").ok(),
    };
    let delivery = OrderDelivery {
        method: DeliveryMethod::Express,
        district: Some(District::NuwaraEliya),
        address: Some(address),
        estimate: Some(Estimate { from: day(5), to: day(6) }),
        pricing: Some(pricing),
    };
    OrderDraft { total, delivery, ..draft }
}

fn seen(delivery: i64, payments: i64) -> Option<SeenSettings> {
    let version = |number| SettingsVersion::parse(number).unwrap();
    Some(SeenSettings { delivery: version(delivery), payments: version(payments) })
}

/// Whether the settings were written.
async fn edit(shop: &Shop) -> bool {
    let section = Section::Delivery(sample_settings::delivery());
    shop.settings.change(&sample_users::actor(), moments::now(), replacing(section, SettingsVersion::default())).await.unwrap().is_changed
}

/// With and without each part, alone and in a list.
pub async fn an_order_keeps_its_delivery(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let full = delivered(&user, &product);
    let plain = sample_orders::draft(&user, &[(&product, 1)]);
    let short = OrderDelivery { method: DeliveryMethod::Pickup, ..OrderDelivery::default() };
    let fetched = OrderDraft { delivery: short, ..sample_orders::draft(&user, &[(&product, 1)]) };
    let priced = delivered(&user, &product);
    let delivery = OrderDelivery { pricing: priced.delivery.pricing.clone(), ..OrderDelivery::default() };
    let priced = OrderDraft { delivery, ..priced };
    let mut orders = Vec::new();
    for draft in [full, plain, fetched, priced] {
        let order = shop.place(&draft).await;
        assert_eq!(order, draft.into_order());
        assert_eq!(shop.order(&order).await, order);
        orders.push(order);
    }
    let mut listed = page(shop.order_reader.list(&OrderQuery::default()).await.unwrap()).items;
    listed.sort_by(|one, other| one.id.as_str().cmp(other.id.as_str()));
    orders.sort_by(|one, other| one.id.as_str().cmp(other.id.as_str()));
    assert_eq!(listed, orders);
}

/// The method, and when an unpaid order is cancelled.
pub async fn an_order_keeps_its_method_of_payment(shop: &Shop) {
    let draft = sample_orders::prepaid(&shop.customer().await, &shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&draft).await;
    assert_eq!(
        (order.payment.method, order.payment.expires_at),
        (PaymentMethod::BankTransfer, Some(moments::now() + TimeDelta::hours(48)))
    );
    assert_eq!(shop.order(&order).await, order);
    // Its time is over by the clock of the machine, and the doctor looks for orders that should have been cancelled.
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
}

/// A refused order leaves nothing, its delivery neither.
pub async fn a_refused_order_leaves_no_delivery(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::with_stock(2, sample_products::product("Rose"))).await);
    shop.place(&delivered(&user, &product)).await;
    let refused = delivered(&user, &product);
    assert!(matches!(shop.orders.place(&refused).await.unwrap(), PlaceOrderOutcome::OutOfStock(_)));
    assert_eq!(shop.order_reader.by_id(&refused.id).await.unwrap(), None);
}

/// Whichever section was edited; an order that names no versions is accepted.
pub async fn settings_that_changed_refuse_an_order(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let draft = |settings| OrderDraft { settings, ..sample_orders::draft(&user, &[(&product, 1)]) };
    shop.place(&draft(seen(0, 0))).await;
    edit(shop).await;
    for stale in [seen(0, 0), seen(1, 1), seen(2, 0)] {
        assert_eq!(shop.orders.place(&draft(stale)).await.unwrap(), PlaceOrderOutcome::OfferChanged, "{stale:?}");
    }
    shop.place(&draft(seen(1, 0))).await;
    shop.place(&draft(None)).await;
    assert_eq!(shop.stock(&product).await, 7);
}

/// No order that is placed after an edit has the former versions.
pub async fn editing_settings_and_ordering_at_once_agree(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await);
    let draft = || OrderDraft { settings: seen(0, 0), ..sample_orders::draft(&user, &[(&product, 1)]) };
    let placing = |draft: OrderDraft| {
        let shop = shop.clone();
        tokio::spawn(async move { shop.orders.place(&draft).await.unwrap() })
    };
    let (editor, late) = (shop.clone(), draft());
    let ordering: Vec<_> = (0..24).map(|_| placing(draft())).collect();
    let editing = tokio::spawn(async move { (edit(&editor).await, editor.orders.place(&late).await.unwrap()) });
    let outcomes = futures_util::future::try_join_all(ordering).await.unwrap();
    let (saved, late) = editing.await.unwrap();
    assert!(saved);
    assert_eq!(late, PlaceOrderOutcome::OfferChanged);
    let placed = outcomes.iter().filter(|outcome| matches!(outcome, PlaceOrderOutcome::Placed(_))).count();
    let refused = outcomes.iter().filter(|outcome| matches!(outcome, PlaceOrderOutcome::OfferChanged)).count();
    assert_eq!(placed + refused, 24, "{outcomes:?}");
    assert_eq!(usize::try_from(shop.stock(&product).await).unwrap(), 100 - placed);
}
