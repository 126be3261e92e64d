//! Adding, editing and deleting products.

use domain::accounts::staff_role::StaffRole;
use domain::catalog::product_change::ProductError;
use serde_json::{Value, json};
use testkit::sample_users;

use crate::pg_shop::PgShop;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, delete, get, post, put};

fn product(with: &Value) -> Value {
    let mut body = json!({"productId": "SUN-50", "productName": " Sun cream ", "price": 1200.5, "stock": 10});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

/// A product with every field.
fn full() -> Value {
    product(&json!({
        "altNames": ["SPF 50"], "images": ["/images/1-a.webp", "https://cdn.example/b.jpg"], "description": "For the beach", "lastPrice": 999.99,
        "brand": "Araliya", "category": "Skin", "family": "Sun", "shade": {"name": "Rosewood", "hex": "#a6202f"}, "weightGrams": 85,
    }))
}

/// A shop on a database, and the token of its owner.
async fn open() -> (PgShop, String) {
    let shop = PgShop::open().await;
    let owner = shop.admin().await.token;
    (shop, owner)
}

async fn add(shop: &PgShop, by: &str, body: &Value) -> Value {
    let answer = shop.answer(post("/api/products", body).by(by)).await;
    assert_eq!((answer.status, answer.is_personal()), (201, true), "{}", answer.text());
    assert_eq!(answer.json()["message"], "The Product Was Added Successfully");
    answer.json()["product"].clone()
}

async fn edit(shop: &PgShop, by: &str, body: &Value) -> Answer {
    shop.answer(put("/api/products/update/sun-50", body).by(by)).await
}

async fn edited(shop: &PgShop, by: &str, body: &Value) -> Value {
    let answer = edit(shop, by, body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["message"], "The Product Was Updated Successfully");
    answer.json()["product"].clone()
}

/// Checks the fields of a product that `expected` names.
#[track_caller]
fn has(product: &Value, expected: &Value) {
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&product[field], value, "{field}");
    }
}

#[actix_web::test]
async fn what_is_left_out_of_a_new_product_has_a_default() {
    let (shop, owner) = open().await;
    let new =
        add(&shop, &owner, &product(&json!({"brand": " ", "category": null, "isBlocked": true, "totalSales": 9, "version": "x"}))).await;
    let nothing = json!({
        "productId": "SUN-50", "productName": "Sun cream", "price": 1200.5, "lastPrice": 1200.5, "stock": 10, "totalSales": 0, "version": 1,
        "altNames": [], "images": [], "description": "", "brand": null, "category": null, "family": null, "shade": null, "weightGrams": null,
    });
    has(&new, &nothing);
    assert_eq!(
        shop.answer(post("/api/products", &product(&json!({"productId": "sun-50"}))).by(&owner)).await.problem(409),
        "product.code_taken"
    );
}

#[actix_web::test]
async fn a_new_product_can_have_everything() {
    let (shop, owner) = open().await;
    let mut expected = full();
    (expected["productName"], expected["shade"]["hex"]) = (json!("Sun cream"), json!("#A6202F"));
    has(&add(&shop, &owner, &full()).await, &expected);
    let shown = shop.answer(get("/api/products/sun-50")).await;
    has(&shown.json(), &expected);
}

#[actix_web::test]
async fn every_rule_of_a_new_product_is_told() {
    let shop = Shop::new().open().await;
    let wrong = async |with: Value| shop.answer(post("/api/products", &product(&with)).by("admin")).await.wrong_fields();
    for (with, fields) in [
        (json!({"productId": "search"}), vec!["productId"]),
        (json!({"productId": "a b", "productName": "", "price": 0, "stock": -1}), vec!["price", "productId", "productName", "stock"]),
        (json!({"price": 10, "lastPrice": 11}), vec!["lastPrice"]),
        (json!({"price": 10, "lastPrice": 0}), vec!["lastPrice"]),
        (json!({"price": 1.005}), vec!["price"]),
        (json!({"price": 1_000_000_000.01}), vec!["price"]),
        (json!({"price": "12"}), vec!["price"]),
        (json!({"stock": 1_000_001}), vec!["stock"]),
        (json!({"stock": 1.5}), vec!["stock"]),
        (json!({"altNames": ["ok", ""]}), vec!["altNames[1]"]),
        (json!({"altNames": vec!["x"; 21], "images": vec!["/images/a.png"; 11]}), vec!["altNames", "images"]),
        (json!({"images": ["/images/a.png", "http://cdn.example/a.png", "https://evil.example/a.png"]}), vec!["images[1]", "images[2]"]),
        (json!({"description": "x".repeat(5_001)}), vec!["description"]),
        (json!({"productName": "Sun\ncream", "altNames": ["a\tb"], "description": "For\nthe beach"}), vec!["altNames[0]", "productName"]),
        (
            json!({"brand": "A\u{7f}", "category": "a\nb", "family": "a\rb", "shade": {"name": "a\nb", "hex": "#a6202f"}}),
            vec!["brand", "category", "family", "shade.name"],
        ),
        (json!({"brand": "x".repeat(101), "shade": {}}), vec!["brand", "shade.hex", "shade.name"]),
        (json!({"shade": {"name": "Red", "hex": "red"}}), vec!["shade.hex"]),
        (json!({"altNames": "a, b"}), vec!["altNames"]),
        (json!({"weightGrams": 0}), vec!["weightGrams"]),
        (json!({"weightGrams": 100_001}), vec!["weightGrams"]),
        (json!({"weightGrams": 1.5}), vec!["weightGrams"]),
    ] {
        assert_eq!(wrong(with.clone()).await, fields, "{with}");
    }
    let missing = shop.answer(post("/api/products", &json!({})).by("admin")).await;
    assert_eq!(missing.wrong_fields(), ["price", "productId", "productName", "stock"]);
}

#[actix_web::test]
async fn absent_fields_stay_null_clears_and_values_replace() {
    let (shop, owner) = open().await;
    let before = add(&shop, &owner, &full()).await;
    let named = json!({"productId": "SUN-50", "productName": "Sun", "price": 1200.5});
    let mut expected = before.clone();
    (expected["productName"], expected["version"]) = (json!("Sun"), json!(2));
    assert_eq!(edited(&shop, &owner, &named).await, expected, "absent fields stay");
    assert_eq!(edited(&shop, &owner, &named).await, expected, "nothing changes, not even the version");

    let mut cleared = named.clone();
    for field in
        ["lastPrice", "altNames", "images", "description", "brand", "category", "family", "shade", "weightGrams", "stock", "version"]
    {
        cleared[field] = Value::Null;
    }
    let expected = json!({
        "lastPrice": 1200.5, "altNames": [], "images": before["images"], "description": "", "brand": null, "category": null, "family": null,
        "shade": null, "weightGrams": null, "stock": 10, "version": 3,
    });
    has(&edited(&shop, &owner, &cleared).await, &expected);

    let set = json!({"productName": "Sun", "price": 10, "lastPrice": 9, "brand": "B", "category": "", "stock": 5, "expectedStock": 10,
        "version": 3, "weightGrams": 1_200.0});
    let expected = json!({"price": 10, "lastPrice": 9, "brand": "B", "category": null, "stock": 5, "version": 4, "weightGrams": 1_200});
    has(&edited(&shop, &owner, &set).await, &expected);
}

#[actix_web::test]
async fn an_edit_without_a_last_price_keeps_it() {
    let (shop, owner) = open().await;
    add(&shop, &owner, &product(&json!({"price": 100, "lastPrice": 80}))).await;
    let at = |price: u32| json!({"productName": "Sun", "price": price});
    has(&edited(&shop, &owner, &at(90)).await, &json!({"price": 90, "lastPrice": 80}));
    assert_eq!(edit(&shop, &owner, &at(79)).await.wrong_fields(), ["lastPrice"]);
    assert_eq!(edit(&shop, &owner, &at(0)).await.wrong_fields(), ["price"]);
}

#[actix_web::test]
async fn content_staff_describe_a_product_and_keep_its_price_stock_and_weight() {
    let (shop, owner) = open().await;
    add(&shop, &owner, &full()).await;
    let writer = shop.sign_in(sample_users::staff(StaffRole::Content)).await.token;
    let with = |field: &str, value: Value| {
        let mut body = json!({"productName": "Sun", "price": 1200.5, "lastPrice": 999.99, "stock": 10, "weightGrams": 85});
        body[field] = value;
        body
    };
    has(&edited(&shop, &writer, &with("brand", json!("B"))).await, &json!({"productName": "Sun", "brand": "B", "version": 2}));
    for (field, value) in [("price", json!(1300)), ("lastPrice", json!(999)), ("stock", json!(11)), ("weightGrams", json!(86))] {
        assert_eq!(edit(&shop, &writer, &with(field, value)).await.problem(403), "auth.role_forbidden", "{field}");
    }
}

#[actix_web::test]
async fn conflicts_tell_what_is_there_now() {
    let (shop, owner) = open().await;
    add(&shop, &owner, &full()).await;
    let answer = edit(&shop, &owner, &json!({"productName": "Sun", "price": 100, "lastPrice": 90, "version": 2})).await;
    assert_eq!(answer.problem(409), "product.version_conflict");
    has(&answer.json()["product"], &json!({"version": 1, "lastPrice": 999.99}));
    let answer = edit(&shop, &owner, &json!({"productName": "Sun", "price": 100, "lastPrice": 90, "stock": 5, "expectedStock": 6})).await;
    assert_eq!((answer.problem(409).as_str(), &answer.json()["stock"]), ("product.stock_changed", &json!(10)));
}

#[actix_web::test]
async fn a_picture_that_is_gone_is_named() {
    let mut shop = Shop::new();
    shop.products.expect_create().returning(|_, _| Err(ProductError::PictureGone));
    let answer = shop.answer(post("/api/products", &product(&json!({}))).by("admin")).await;
    assert_eq!(answer.problem(422), "image.gone");
    has(&answer.json(), &json!({"errors": {"images": [answer.json()["message"]]}}));
}

#[actix_web::test]
async fn an_id_cannot_change() {
    let shop = Shop::new().open().await;
    let wrong = async |body: &Value| shop.answer(put("/api/products/update/SUN-50", body).by("admin")).await.wrong_fields();
    assert_eq!(wrong(&product(&json!({"productId": "SUN-51", "stock": -1}))).await, ["productId", "stock"]);
    assert_eq!(wrong(&json!({"version": "1"})).await, ["version"]);
    assert_eq!(wrong(&json!({})).await, ["price", "productName"]);
}

#[actix_web::test]
async fn a_product_is_deleted_once() {
    let (shop, owner) = open().await;
    add(&shop, &owner, &full()).await;
    let answer = shop.answer(delete("/api/products/SUN-50").by(&owner)).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "The product was deleted successfully"})));
    assert_eq!(shop.answer(delete("/api/products/SUN-50").by(&owner)).await.problem(404), "product.not_found");
    assert_eq!(shop.answer(delete("/api/products/-").by(&owner)).await.problem(404), "product.not_found");
    let body = product(&json!({}));
    assert_eq!(edit(&shop, &owner, &body).await.problem(404), "product.not_found");
    assert_eq!(add(&shop, &owner, &body).await["version"], 1, "its code is free");
    assert_eq!(shop.answer(put("/api/products/update/a%20b", &body).by(&owner)).await.problem(404), "product.not_found");
}
