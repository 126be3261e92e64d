//! Placing orders on mocked ports: prices, keys and refusals.

mod delivery;
mod guests;
mod idempotency;
mod promotions;

use std::sync::Mutex;

use domain::accounts::session::Principal;
use domain::catalog::ports::MockProductRepository;
use domain::catalog::product::{Offer, Prices};
use domain::catalog::weight::Weight;
use domain::delivery::address_book::MockAddressBook;
use domain::orders::guest_orders::MockAccessKeys;
use domain::orders::ports::MockOrderRepository;
use domain::orders::quote::{Cart, CartLine};
use domain::promotions::promotion::ActivePromotions;
use domain::promotions::repository::MockPromotionRepository;
use domain::promotions::terms::EnteredCode;
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::calendar::ShopCalendar;
use domain::shared::error::{ErrorKind, FeatureError as _};
use domain::shared::idempotency::{IdempotencyKey, RequestFingerprint};
use domain::shared::text::CustomerNote;
use testkit::{sample_orders, sample_products};

use super::*;
use crate::content::samples::named;
use crate::orders::checkout::{DeliveryRequest, PricingSource};
use crate::promotions::current_promotions::CurrentPromotions;
use crate::samples::{admin, away, clock, customer, follower, ids, no_guests};
use crate::settings::current_settings::CurrentSettings;

const ROSE: &str = "ROSE";

fn code(text: &str) -> ProductCode {
    ProductCode::parse(text).unwrap()
}

fn offer(last_price: i64) -> Offer {
    let product = sample_products::product("Rose water");
    let prices = Prices::new(sample_products::rupees(1_500), Some(sample_products::rupees(last_price))).unwrap();
    Offer {
        product_id: product.id,
        code: code(ROSE),
        name: product.details.name,
        image: None,
        brand: None,
        category: None,
        prices,
        stock: product.stock,
        weight: Weight::default(),
    }
}

/// A shop that offers rose water at these prices one after the other, then always at the last one.
fn selling_at(prices: &[i64]) -> MockProductRepository {
    let mut prices: Vec<i64> = prices.iter().rev().copied().collect();
    let mut catalogue = MockProductRepository::new();
    catalogue.expect_offers().returning(move |_| {
        let price = if prices.len() > 1 { prices.pop().unwrap() } else { prices[0] };
        Ok(vec![offer(price)])
    });
    catalogue
}

fn checkout() -> Checkout {
    let line = CartLine { code: code(ROSE), quantity: sample_orders::quantity(2) };
    Checkout {
        cart: Cart::from_lines([line]).unwrap(),
        shipping: sample_orders::shipping(),
        delivery: DeliveryRequest::default(),
        expected_total: None,
        key: None,
        customer_note: None,
        coupon: None,
    }
}

fn with_key(checkout: Checkout) -> Checkout {
    Checkout { key: Some(IdempotencyKey::parse("a key").unwrap()), ..checkout }
}

fn use_case(catalogue: MockProductRepository, orders: MockOrderRepository) -> PlaceOrder {
    shop_with(ShopSettings::default(), catalogue, orders)
}

/// The use case in a shop with these settings, without promotions.
fn shop_with(settings: ShopSettings, catalogue: MockProductRepository, orders: MockOrderRepository) -> PlaceOrder {
    shop_of((settings, none()), catalogue, orders)
}

/// No promotions.
fn none() -> CurrentPromotions {
    let mut promotions = MockPromotionRepository::new();
    promotions.expect_active().returning(|| Ok(ActivePromotions::default()));
    CurrentPromotions::new(Arc::new(promotions))
}

fn shop_of(
    (settings, promotions): (ShopSettings, CurrentPromotions),
    catalogue: MockProductRepository,
    orders: MockOrderRepository,
) -> PlaceOrder {
    let mut store = MockSettingsStore::new();
    store.expect_load().returning(move || Ok(settings.clone()));
    let settings = CurrentSettings::new(Arc::new(store));
    selling(QuoteCart::new(Arc::new(catalogue), follower(0), pricing(settings, promotions)), orders)
}

/// The sources of prices of a shop without guests.
fn pricing(settings: CurrentSettings, promotions: CurrentPromotions) -> PricingSource {
    let calendar = ShopCalendar::default();
    PricingSource { settings, promotions, calendar, clock: clock(), has_gateway: true, guests: no_guests() }
}

fn selling(quotes: QuoteCart, orders: MockOrderRepository) -> PlaceOrder {
    let (orders, addresses) = (Arc::new(orders), Arc::new(MockAddressBook::new()));
    let (guests, access_keys, shop) = (no_guests(), Arc::new(MockAccessKeys::new()), named("Sumudu Beauty"));
    PlaceOrder { quotes, orders, addresses, guests, access_keys, shop, ids: ids(), clock: clock() }
}

/// A store that answers so to drafts, one after the other.
fn answering(answers: Vec<fn(OrderDraft) -> Placement>) -> MockOrderRepository {
    let mut orders = MockOrderRepository::new();
    let answers = Mutex::new(answers.into_iter());
    orders.expect_place().returning(move |draft| Ok(answers.lock().unwrap().next().unwrap()(draft.clone())));
    orders
}

fn placed(draft: OrderDraft) -> Placement {
    Placement::Placed(draft.into_order())
}

#[tokio::test]
async fn an_order_takes_the_shops_prices_and_the_customers_details() {
    let who = customer();
    let placed = use_case(selling_at(&[1_200]), answering(vec![placed])).place(&who.clone().into(), &checkout()).await.unwrap();
    assert!(!placed.replayed);
    let order = placed.order;
    assert_eq!((order.user_id, &order.email, order.shipping), (Some(who.user.id), &who.user.email, sample_orders::shipping()));
    assert_eq!((order.total, order.items[0].price), (sample_products::rupees(2_400), sample_products::rupees(1_200)));
}

#[tokio::test]
async fn a_number_begins_with_the_chosen_prefix_or_letters_of_the_shops_name() {
    let numbered = async |settings| {
        let shop = shop_with(settings, selling_at(&[1_200]), answering(vec![placed]));
        shop.place(&customer().into(), &checkout()).await.unwrap().order.id.to_string()
    };
    let number = numbered(ShopSettings::default()).await;
    assert!(number.starts_with("SUM-"), "{number}");
    let mut settings = ShopSettings::default();
    settings.orders.value.prefix = OrderPrefix::parse("NELUM").ok();
    let number = numbered(settings).await;
    assert!(number.starts_with("NELUM-"), "{number}");
}

#[tokio::test]
async fn an_order_brings_the_mails_to_customer_and_shop() {
    let (mut orders, who) = (MockOrderRepository::new(), customer());
    let addresses = [Some(who.user.email.clone()), None];
    orders
        .expect_place()
        .withf(move |draft| draft.mails.iter().map(|mail| mail.to.clone()).collect::<Vec<_>>() == addresses)
        .once()
        .returning(|draft| Ok(placed(draft.clone())));
    use_case(selling_at(&[1_200]), orders).place(&who.clone().into(), &checkout()).await.unwrap();
}

#[tokio::test]
async fn another_total_than_was_seen_is_refused_with_the_new_one() {
    let seen = Checkout { expected_total: Some(sample_products::rupees(2_000)), ..checkout() };
    let refused = use_case(selling_at(&[1_200]), MockOrderRepository::new()).place(&customer().into(), &seen).await.unwrap_err();
    let PlaceOrderError::PriceChanged(quote) = refused else { panic!("{refused:?}") };
    assert_eq!(quote.total, sample_products::rupees(2_400));
}

#[tokio::test]
async fn an_offer_that_changes_meanwhile_is_priced_again() {
    let changed = |_| Placement::OfferChanged;
    let placed =
        use_case(selling_at(&[1_200, 1_100]), answering(vec![changed, placed])).place(&customer().into(), &checkout()).await.unwrap();
    assert_eq!(placed.order.total, sample_products::rupees(2_200));
    // The expected total also holds for the second attempt.
    let seen = Checkout { expected_total: Some(sample_products::rupees(2_400)), ..checkout() };
    let refused = use_case(selling_at(&[1_200, 1_100]), answering(vec![changed])).place(&customer().into(), &seen).await;
    assert!(matches!(refused, Err(PlaceOrderError::PriceChanged(_))));
}

#[tokio::test]
async fn a_taken_number_is_drawn_again() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(move |draft| {
        sender.send(draft.id.clone()).unwrap();
        Ok(Placement::OrderIdTaken)
    });
    let refused = use_case(selling_at(&[1_200]), orders).place(&customer().into(), &checkout()).await.unwrap_err();
    assert!(matches!(refused, PlaceOrderError::Contended));
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Unavailable, "order.contended"));
    let drawn: std::collections::BTreeSet<_> = receiver.iter().collect();
    assert_eq!(drawn.len(), usize::from(ATTEMPTS));
}

/// The limits cost other accounts nothing: their draft has none, and the store does not ask.
#[tokio::test]
async fn only_customers_without_a_verified_address_have_limits() {
    let limits_of = async |who: Principal| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut orders = MockOrderRepository::new();
        orders.expect_place().returning(move |draft| {
            sender.send(draft.new_customer).unwrap();
            Ok(placed(draft.clone()))
        });
        use_case(selling_at(&[1_200]), orders).place(&who.into(), &checkout()).await.unwrap();
        receiver.recv().unwrap().map(|limits| (limits.orders.get(), limits.units.get()))
    };
    assert_eq!(limits_of(customer()).await, Some((3, 30)));
    let mut verified = customer();
    verified.user.email_verified = true;
    assert_eq!(limits_of(verified).await, None);
    assert_eq!(limits_of(admin()).await, None);
}

#[tokio::test]
async fn a_refusal_without_a_key_is_final() {
    for (answer, code) in [
        (Placement::OutOfStock(Vec::new()), "order.out_of_stock"),
        (Placement::CustomerRefused, "auth.blocked"),
        (Placement::OfferChanged, "order.contended"),
    ] {
        let mut orders = MockOrderRepository::new();
        orders.expect_place().returning(move |_| Ok(answer.clone()));
        let refused = use_case(selling_at(&[1_200]), orders).place(&customer().into(), &checkout()).await.unwrap_err();
        assert_eq!(refused.code(), code);
    }
}

#[tokio::test]
async fn a_failing_store_is_an_error() {
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(|_| Err(away()));
    let failed = use_case(selling_at(&[1_200]), orders).place(&customer().into(), &with_key(checkout())).await.unwrap_err();
    assert_eq!((failed.kind(), failed.to_string().as_str()), (ErrorKind::Unavailable, "Failed to place order. Please try again."));
}
