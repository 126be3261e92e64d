//! Delivery and payment in quotes and orders.

use std::sync::{Arc, Mutex};

use domain::delivery::address_book::SavedAddress;
use domain::orders::order::Order;
use domain::orders::ports::PlaceOrderOutcome;
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::idempotency::RequestFingerprint;
use domain::shared::ids::AddressId;
use domain::shared::versioned::{SettingsVersion, Versioned};
use serde_json::{Value, json};
use testkit::{sample_addresses, sample_settings};

use crate::order_placing::{checkout, lines, with_rose_water};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, post};

/// The shop that sells rose water, with the settings of [`sample_settings`].
fn with_settings() -> Shop {
    let version = SettingsVersion::parse(1).unwrap();
    let settings = ShopSettings {
        delivery: Versioned { version, value: sample_settings::delivery() },
        payments: Versioned { version, value: sample_settings::payments() },
        ..ShopSettings::default()
    };
    let mut store = MockSettingsStore::new();
    store.expect_load().returning(move || Ok(settings.clone()));
    Shop { shop_settings: Some(store), ..with_rose_water() }
}

/// That shop, which takes every order.
fn charging() -> Shop {
    let mut shop = with_settings();
    shop.orders.expect_placed_with().returning(|_, _| Ok(None));
    shop.orders.expect_place().returning(|draft| Ok(PlaceOrderOutcome::Placed(draft.clone().into_order())));
    shop
}

async fn quote(with: &Value) -> Answer {
    let mut body = json!({"orderedItems": lines(&[("rose", 2)])});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    charging().answer(post("/api/orders/quote", &body)).await
}

async fn place(with: &Value) -> Answer {
    charging().answer(post("/api/orders", &checkout(with)).by("customer")).await
}

/// Parts of an address in Kandy.
fn parts(with: &Value) -> Value {
    let mut parts = json!({"line1": "12 Temple Road", "city": "Peradeniya", "district": "Kandy", "postalCode": "20400"});
    parts.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    json!({"deliveryAddress": parts})
}

#[actix_web::test]
async fn a_quote_offers_methods_with_prices_and_reasons() {
    let answer = quote(&json!({"district": "Colombo", "deliveryMethod": "express", "paymentMethod": "payhere"})).await.json();
    // Two units weigh 400 g.
    assert_eq!((&answer["total"], &answer["itemsTotal"], &answer["delivery"]["charge"]), (&json!(2850), &json!(2400), &json!(450)));
    let methods =
        |list: &str| answer[list].as_array().unwrap().iter().map(|o| o["method"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(methods("deliveryOptions"), ["standard", "express", "pickup"]);
    assert_eq!(methods("paymentOptions"), ["cod", "bankTransfer", "payhere"]);
    assert_eq!(answer["paymentOptions"][0], json!({"method": "cod", "label": "Cash on delivery", "fee": 150, "available": true}));
    let elsewhere = quote(&json!({"district": "Galle"})).await.json();
    let transfer = json!({"method": "bankTransfer", "label": "Bank transfer", "fee": 0, "available": false, "reason": "Bank transfer is not offered in this district."});
    assert_eq!(elsewhere["paymentOptions"][1], transfer);
}

#[actix_web::test]
async fn wrong_wishes_are_named() {
    let wrong = quote(&json!({"district": "Mumbai", "deliveryMethod": "drone", "paymentMethod": "gold"})).await;
    assert_eq!(wrong.wrong_fields(), ["deliveryMethod", "district", "paymentMethod"]);
    let elsewhere = quote(&json!({"district": "Galle", "deliveryMethod": "express"})).await;
    assert_eq!(elsewhere.problem(422), "order.delivery_not_offered");
    assert_eq!(elsewhere.json()["errors"], json!({"deliveryMethod": ["is not offered for this district"]}));
}

/// Acceptance 3.
#[actix_web::test]
async fn an_address_in_parts_is_composed() {
    let answer = place(&parts(&json!({"line2": " "}))).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let order = &answer.json()["order"];
    assert_eq!(order["address"], "12 Temple Road, Peradeniya, Kandy, 20400", "the sent text is ignored");
    let shown = json!({"line1": "12 Temple Road", "line2": null, "city": "Peradeniya", "district": "Kandy", "postalCode": "20400"});
    assert_eq!(order["deliveryAddress"], shown);
    let delivery = json!({"method": "standard", "charge": 300, "discount": 0, "estimatedFrom": "2026-03-05", "estimatedTo": "2026-03-06"});
    assert_eq!((&order["delivery"], &order["total"]), (&delivery, &json!(2850)));
    let unknown = place(&parts(&json!({"district": "Mumbai", "postalCode": "1"}))).await;
    assert_eq!(unknown.wrong_fields(), ["deliveryAddress.district", "deliveryAddress.postalCode"]);
    assert_eq!(
        place(&json!({"deliveryAddress": {}})).await.wrong_fields(),
        ["deliveryAddress.city", "deliveryAddress.district", "deliveryAddress.line1"]
    );
}

/// A plain text, which old clients send, says nothing of the charge here.
#[actix_web::test]
async fn a_district_is_needed_where_charges_differ() {
    for plain in [json!({}), json!({"deliveryAddress": null}), json!({"deliveryMethod": "standard", "expectedTotal": 2850})] {
        let answer = place(&plain).await;
        assert_eq!(answer.problem(422), "order.district_needed", "{plain}");
        assert_eq!(answer.json()["errors"], json!({"district": ["is required, because the delivery charge depends on it"]}));
    }
    let quoted = quote(&json!({})).await;
    assert_eq!((quoted.status, &quoted.json()["delivery"]["method"]), (200, &json!("standard")), "a quote still shows the options");
}

#[actix_web::test]
async fn a_quote_names_a_method_of_payment_that_the_shop_does_not_offer() {
    let body = json!({"orderedItems": lines(&[("rose", 2)]), "paymentMethod": "bankTransfer"});
    let answer = with_rose_water().answer(post("/api/orders/quote", &body)).await;
    assert_eq!(answer.problem(422), "order.payment_unavailable");
    assert_eq!(answer.json()["errors"], json!({"paymentMethod": ["is not offered by this shop"]}));
    let limited = quote(&json!({"district": "Galle", "paymentMethod": "bankTransfer"})).await;
    assert_eq!(limited.status, 200, "a limit is told with the option: {}", limited.text());
}

#[actix_web::test]
async fn an_order_that_is_fetched_needs_no_address() {
    let mut body = parts(&json!({"district": "Colombo"}));
    body["deliveryMethod"] = json!("pickup");
    body["address"] = Value::Null;
    let order = place(&body).await.json()["order"].clone();
    assert_eq!((&order["address"], &order["deliveryAddress"]), (&json!("Pick-up: 27 Flower Road, Colombo"), &Value::Null));
    assert_eq!(order["delivery"]["method"], "pickup");
}

/// Acceptance 6.
#[actix_web::test]
async fn cash_over_its_limit_is_refused() {
    let mut body = parts(&json!({}));
    body["orderedItems"] = lines(&[("rose", 17)]);
    let answer = place(&body).await;
    assert_eq!(answer.problem(422), "order.payment_unavailable");
    assert_eq!(answer.json()["errors"], json!({"paymentMethod": ["is for orders of up to LKR. 20,000.00"]}));
}

/// Acceptance 5.
#[actix_web::test]
async fn another_total_than_was_seen_is_answered_with_the_quote() {
    let mut body = parts(&json!({}));
    body["expectedTotal"] = json!(2400);
    let answer = place(&body).await;
    assert_eq!(answer.problem(409), "order.price_changed");
    assert_eq!(answer.json()["quote"]["total"], 2850);
}

#[actix_web::test]
async fn an_order_goes_to_an_address_of_the_book() {
    let id = AddressId::parse("01890a5d-ac96-774b-bcce-b302099a8057").unwrap();
    let place = async |id: &str| {
        let mut shop = charging();
        let saved =
            SavedAddress { id: AddressId::parse("01890a5d-ac96-774b-bcce-b302099a8057").unwrap(), entry: sample_addresses::entry() };
        shop.addresses.expect_list().returning(move |_| Ok(vec![saved.clone()]));
        let body = checkout(&json!({"addressId": id, "address": null, "deliveryAddress": {"line1": "ignored"}}));
        shop.answer(post("/api/orders", &body).by("customer")).await
    };
    let order = place(&id.to_string()).await.json()["order"].clone();
    assert_eq!(order["address"], "12 Temple Road, 2nd floor, Peradeniya, Kandy, 20400");
    assert_eq!(order["deliveryAddress"]["district"], "Kandy");
    for unknown in ["01890a5d-ac96-774b-bcce-b302099a8058", "home"] {
        assert_eq!(place(unknown).await.wrong_fields(), ["addressId"]);
    }
}

/// The customer deleted the address before the answer came, and asks again.
#[actix_web::test]
async fn a_request_that_is_repeated_gets_its_answer_after_the_address_was_deleted() {
    let id = AddressId::parse("01890a5d-ac96-774b-bcce-b302099a8057").unwrap();
    let ask = async |is_kept: bool, placed: Option<(RequestFingerprint, Order)>| {
        let mut shop = with_settings();
        let saved = SavedAddress { id, entry: sample_addresses::entry() };
        shop.addresses.expect_list().returning(move |_| Ok(if is_kept { vec![saved.clone()] } else { Vec::new() }));
        let fingerprint = Arc::new(Mutex::new(None));
        let asked = fingerprint.clone();
        shop.orders.expect_place().returning(move |draft| {
            *asked.lock().unwrap() = draft.claim.clone().map(|claim| (claim.fingerprint, draft.clone().into_order()));
            Ok(PlaceOrderOutcome::Placed(draft.clone().into_order()))
        });
        shop.orders.expect_placed_with().returning(move |_, _| Ok(placed.clone()));
        let body = checkout(&json!({"addressId": id.to_string(), "address": null}));
        let answer = shop.answer(post("/api/orders", &body).by("customer").insert_header(("Idempotency-Key", "k"))).await;
        let kept = fingerprint.lock().unwrap().clone();
        (answer, kept)
    };
    let (first, placed) = ask(true, None).await;
    let order = placed.clone().unwrap().1.id.as_str().to_owned();
    assert_eq!(first.status, 201);
    let (again, _) = ask(false, placed.clone()).await;
    assert_eq!((again.status, again.json()["order"]["orderId"].as_str().unwrap()), (200, order.as_str()));
    let (other, _) = ask(false, placed.map(|(_, order)| (RequestFingerprint("another".into()), order))).await;
    assert_eq!(other.problem(422), "order.key_reused");
    assert_eq!(ask(false, None).await.0.wrong_fields(), ["addressId"]);
}
