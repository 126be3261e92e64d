//! Delivery, payment and settings of orders.

use domain::delivery::address::DeliveryAddress;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::ids::AddressId;
use domain::shared::text::{ShippingAddress, Text};
use domain::shared::versioned::{SettingsVersion, Versioned};
use testkit::sample_settings;

use super::*;

/// The settings of [`sample_settings`], each edited once.
fn edited_settings() -> ShopSettings {
    let version = SettingsVersion::parse(1).unwrap();
    ShopSettings {
        delivery: Versioned { version, value: sample_settings::delivery() },
        payments: Versioned { version, value: sample_settings::payments() },
        ..ShopSettings::default()
    }
}

fn in_kandy() -> DeliveryAddress {
    DeliveryAddress {
        line1: Text::parse("12 Temple Road").unwrap(),
        line2: None,
        city: Text::parse("Peradeniya").unwrap(),
        district: District::Kandy,
        postal_code: None,
    }
}

#[tokio::test]
async fn delivery_and_fee_are_part_of_the_total_and_kept() {
    let delivery = DeliveryRequest { address: Some(in_kandy()), ..DeliveryRequest::default() };
    let wanted = Checkout { delivery, ..checkout() };
    let order =
        shop_with(edited_settings(), selling_at(&[1_200]), answering(vec![placed])).place(&customer().into(), &wanted).await.unwrap().order;
    // Goods 2,400 (3,000 at full price), delivery 300 from 2,000 on, cash on delivery 150.
    assert_eq!(
        (order.total, order.labeled_total(), order.discount()),
        (sample_products::rupees(2_850), sample_products::rupees(3_450), sample_products::rupees(600))
    );
    assert_eq!(
        (order.delivery.method, order.delivery.address.clone(), order.delivery.district),
        (DeliveryMethod::Standard, Some(in_kandy()), Some(District::Kandy))
    );
    assert!(order.delivery.estimate.is_some());
    let explained: Vec<_> = order.explanation().iter().map(|line| (line.code.as_str(), line.cents)).collect();
    assert_eq!(explained, [("goods", 300_000), ("markdown", -60_000), ("delivery", 30_000), ("codFee", 15_000)]);
}

#[tokio::test]
async fn a_pickup_order_goes_to_the_shop() {
    let pickup_address = ShippingAddress::parse("Pick-up: 27 Flower Road").ok();
    let address = DeliveryAddress { district: District::Colombo, ..in_kandy() };
    let delivery =
        DeliveryRequest { address: Some(address), method: Some(DeliveryMethod::Pickup), pickup_address, ..DeliveryRequest::default() };
    let wanted = Checkout { delivery, ..checkout() };
    let order =
        shop_with(edited_settings(), selling_at(&[1_200]), answering(vec![placed])).place(&customer().into(), &wanted).await.unwrap().order;
    assert_eq!((order.shipping.address.as_str(), order.delivery.address), ("Pick-up: 27 Flower Road", None));
    assert_eq!(order.delivery.method, DeliveryMethod::Pickup);
}

#[tokio::test]
async fn a_method_that_is_not_offered_is_refused() {
    let refused = async |delivery: DeliveryRequest| {
        let wanted = Checkout { delivery, ..checkout() };
        shop_with(edited_settings(), selling_at(&[1_200]), MockOrderRepository::new()).place(&customer().into(), &wanted).await.unwrap_err()
    };
    let express = refused(DeliveryRequest { method: Some(DeliveryMethod::Express), ..DeliveryRequest::default() }).await;
    assert_eq!((express.kind(), express.code()), (ErrorKind::Invalid, "order.delivery_not_offered"));
    let in_galle = || Some(DeliveryAddress { district: District::Galle, ..in_kandy() });
    let transfer = DeliveryRequest { address: in_galle(), payment: Some(PaymentMethod::BankTransfer), ..DeliveryRequest::default() };
    let transfer = refused(transfer).await;
    assert_eq!((transfer.kind(), transfer.code()), (ErrorKind::Invalid, "order.payment_unavailable"));
}

/// Acceptance 6.
#[tokio::test]
async fn cash_on_delivery_over_its_limit_is_refused() {
    let line = CartLine { code: code(ROSE), quantity: sample_orders::quantity(17) };
    let delivery = DeliveryRequest { address: Some(in_kandy()), ..DeliveryRequest::default() };
    let wanted = Checkout { cart: Cart::from_lines([line]).unwrap(), delivery, ..checkout() };
    let shop = shop_with(edited_settings(), selling_at(&[1_200]), MockOrderRepository::new());
    let refused = shop.place(&customer().into(), &wanted).await.unwrap_err();
    assert!(matches!(refused, PlaceOrderError::PaymentUnavailable(PaymentRefusal::AboveMax(_))), "{refused:?}");
}

/// Acceptance 5.
#[tokio::test]
async fn a_rate_that_is_edited_after_the_quote_is_refused_with_the_new_total() {
    let delivery = DeliveryRequest { address: Some(in_kandy()), ..DeliveryRequest::default() };
    let seen = Checkout { expected_total: Some(sample_products::rupees(2_400)), delivery, ..checkout() };
    let refused =
        shop_with(edited_settings(), selling_at(&[1_200]), MockOrderRepository::new()).place(&customer().into(), &seen).await.unwrap_err();
    let PlaceOrderError::PriceChanged(quote) = refused else { panic!("{refused:?}") };
    assert_eq!(quote.total, sample_products::rupees(2_850));
}

#[tokio::test]
async fn settings_that_change_meanwhile_are_read_again() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(move |draft| {
        sender.send(draft.settings.unwrap().delivery.get()).unwrap();
        let is_stale = draft.settings.unwrap().delivery.get() == 0;
        Ok(if is_stale { Placement::OfferChanged } else { placed(draft.clone()) })
    });
    let mut store = MockSettingsStore::new();
    let mut answers = vec![edited_settings(), ShopSettings::default()];
    store.expect_load().times(2).returning(move || Ok(answers.pop().unwrap()));
    let settings = CurrentSettings::new(Arc::new(store));
    let shop = selling(QuoteCart::new(Arc::new(selling_at(&[1_200])), follower(0), pricing(settings, none())), orders);
    let delivery = DeliveryRequest { address: Some(in_kandy()), ..DeliveryRequest::default() };
    let order = shop.place(&customer().into(), &Checkout { delivery, ..checkout() }).await.unwrap().order;
    assert_eq!(order.total, sample_products::rupees(2_850));
    drop(shop);
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 1]);
}

#[tokio::test]
async fn an_order_without_a_district_is_refused_where_charges_differ() {
    let refused =
        shop_with(edited_settings(), selling_at(&[1_200]), MockOrderRepository::new()).place(&customer().into(), &checkout()).await;
    let refused = refused.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Invalid, "order.district_needed"));
    let expected = Checkout { expected_total: Some(sample_products::rupees(1)), ..checkout() };
    let refused = shop_with(edited_settings(), selling_at(&[1_200]), MockOrderRepository::new()).place(&customer().into(), &expected).await;
    assert_eq!(refused.unwrap_err().code(), "order.district_needed", "a total without it means nothing");
}

#[test]
fn absent_choices_add_nothing_to_a_fingerprint() {
    let plain = checkout().fingerprint().0;
    assert!(plain.ends_with("15:+94 71 234 5678;"), "{plain}");
    let coupon = Checkout { coupon: EnteredCode::parse("save-10").ok(), ..checkout() };
    assert_eq!(coupon.fingerprint().0, format!("{plain}coupon 7:SAVE-10;"));
    let with = |delivery| (Checkout { delivery, ..checkout() }).fingerprint().0;
    let pickup_address = ShippingAddress::parse("Pick-up: 27 Flower Road").ok();
    assert_eq!(with(DeliveryRequest { pickup_address, ..DeliveryRequest::default() }), plain);
    // The same address of a book, edited before the request comes again.
    let saved = Some(AddressId::new(testkit::unique::uuid()));
    let with_saved = |line1: &str| {
        let address = DeliveryAddress { line1: Text::parse(line1).unwrap(), ..in_kandy() };
        let shipping = Shipping { address: address.composed().unwrap(), ..sample_orders::shipping() };
        let delivery = DeliveryRequest { address: Some(address), saved, ..DeliveryRequest::default() };
        (Checkout { delivery, shipping, ..checkout() }).fingerprint()
    };
    assert_eq!(with_saved("12 Temple Road"), with_saved("14 Temple Road"));
    let method = DeliveryRequest { method: Some(DeliveryMethod::Standard), ..DeliveryRequest::default() };
    assert_eq!(with(method), format!("{plain}delivery:standard;"));
}
