//! Adding, editing and deleting products.

use domain::catalog::ports::{CreateProductOutcome, UpdateProductOutcome};
use domain::catalog::product::{Edit, NewProduct, Product, ProductChange, ProductDetails};
use domain::catalog::weight::Weight;
use domain::orders::quantity::Stock;
use serde_json::{Value, json};
use testkit::sample_products;

use crate::people::admin;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, delete, post, put};

fn product(with: &Value) -> Value {
    let mut body = json!({"productId": "SUN-50", "productName": " Sun cream ", "price": 1200.5, "stock": 10});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

/// What reaches the catalogue of a product that is added.
async fn added(body: &Value) -> NewProduct {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut shop = Shop::new();
    shop.products.expect_create().returning(move |product, by| {
        assert_eq!(by.email, Some(admin().user.email));
        sender.send(product.clone()).unwrap();
        Ok(CreateProductOutcome::Created(kept(product.clone())))
    });
    let answer = shop.answer(post("/api/products", body).by("admin")).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert_eq!(answer.json()["message"], "The Product Was Added Successfully");
    assert!(answer.is_personal());
    receiver.recv().unwrap()
}

#[actix_web::test]
async fn what_is_left_out_of_a_new_product_has_a_default() {
    let new = added(&product(&json!({"brand": " ", "category": null, "isBlocked": true, "totalSales": 9}))).await;
    assert_eq!((new.code.as_str(), new.details.name.as_str(), new.stock.get()), ("SUN-50", "Sun cream", 10));
    assert_eq!((new.details.prices.price().cents(), new.details.prices.last_price().cents()), (120_050, 120_050));
    let ProductDetails { alt_names, images, description, brand, category, family, shade, weight, .. } = new.details;
    assert!(alt_names.is_empty() && images.is_empty() && description.is_empty());
    assert!(brand.is_none() && category.is_none() && family.is_none() && shade.is_none() && weight.is_none());
}

#[actix_web::test]
async fn a_new_product_can_have_everything() {
    let full = json!({
        "altNames": ["SPF 50"], "images": ["/images/1-a.webp", "https://cdn.example/b.jpg"], "description": "For the beach", "lastPrice": 999.99,
        "brand": "Araliya", "category": "Skin", "family": "Sun", "shade": {"name": "Rosewood", "hex": "#a6202f"},
        "weightGrams": 85,
    });
    let details = added(&product(&full)).await.details;
    assert_eq!(details.images.iter().map(|i| i.as_str()).collect::<Vec<_>>(), ["/images/1-a.webp", "https://cdn.example/b.jpg"]);
    assert_eq!((details.prices.last_price().cents(), details.shade.unwrap().hex.as_str()), (99_999, "#A6202F"));
    assert_eq!(details.weight.map(Weight::grams), Some(85));
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
async fn a_code_is_given_once() {
    let mut shop = Shop::new();
    shop.products.expect_create().returning(|_, _| Ok(CreateProductOutcome::CodeTaken));
    assert_eq!(shop.answer(post("/api/products", &product(&json!({}))).by("admin")).await.problem(409), "product.code_taken");
}

/// The edit that a body is parsed into.
async fn edited(body: &Value) -> ProductChange {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut shop = Shop::new();
    shop.products.expect_update().returning(move |code, change, _, _| {
        assert_eq!(code.as_str(), "sun-50");
        sender.send(change.clone()).unwrap();
        Ok(UpdateProductOutcome::Updated(kept(sample_products::full_product())))
    });
    let answer = shop.answer(put("/api/products/update/sun-50", body).by("admin")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["message"], "The Product Was Updated Successfully");
    receiver.recv().unwrap()
}

#[actix_web::test]
async fn absent_fields_stay_null_clears_and_values_replace() {
    let named = json!({"productId": "SUN-50", "productName": "Sun", "price": 10, "lastPrice": 9});
    let absent = edited(&named).await;
    assert_eq!((absent.alt_names, absent.description, absent.stock, absent.expected_version), (None, None, None, None));
    assert_eq!((absent.brand, absent.category, absent.family, absent.shade), (Edit::Keep, Edit::Keep, Edit::Keep, Edit::Keep));
    assert_eq!(absent.weight, Edit::Keep);
    assert!(absent.images.is_empty());

    let mut cleared = named.clone();
    for field in
        ["lastPrice", "altNames", "images", "description", "brand", "category", "family", "shade", "weightGrams", "stock", "version"]
    {
        cleared[field] = Value::Null;
    }
    let cleared = edited(&cleared).await;
    assert_eq!(cleared.prices.last_price(), cleared.prices.price(), "without a last price the price is it");
    assert_eq!((cleared.alt_names, cleared.description.unwrap().as_str()), (Some(Vec::new()), ""));
    assert_eq!((cleared.brand, cleared.category, cleared.family, cleared.shade), (Edit::Clear, Edit::Clear, Edit::Clear, Edit::Clear));
    assert!(cleared.images.is_empty() && cleared.stock.is_none());
    assert_eq!(cleared.weight, Edit::Clear);

    let set = json!({"productName": "Sun", "price": 10, "lastPrice": 9, "brand": "B", "category": "", "stock": 5, "expectedStock": 6, "version": 7,
        "weightGrams": 1_200.0});
    let set = edited(&set).await;
    assert_eq!((set.brand, set.category), (Edit::Set(sample_products::label("B")), Edit::Clear));
    assert_eq!(set.weight, Edit::Set(Weight::parse(1_200).unwrap()));
    let stock = set.stock.unwrap();
    assert_eq!((stock.to.get(), stock.expected.map(Stock::get), set.expected_version), (5, Some(6), Some(7)));
}

/// A shop with one product of 100 rupees that costs 80 now.
fn with_offer() -> Shop {
    let mut shop = Shop::new();
    let product =
        kept(sample_products::priced(sample_products::rupees(100), sample_products::rupees(80), sample_products::product("Sun cream")));
    shop.catalogue.expect_by_code().returning(move |_, _| Ok(Some(product.clone())));
    shop
}

#[actix_web::test]
async fn an_edit_without_a_last_price_keeps_it() {
    let mut shop = with_offer();
    shop.products
        .expect_update()
        .withf(|_, change, _, _| {
            change.prices.last_price() == sample_products::rupees(80)
                && change.prices.price() == sample_products::rupees(90)
                && change.expected_version == Some(3)
        })
        .once()
        .returning(|_, _, _, _| Ok(UpdateProductOutcome::Updated(kept(sample_products::product("Sun cream")))));
    let shop = shop.open().await;
    let edit = |price: u32| put("/api/products/update/SUN-50", &json!({"productName": "Sun", "price": price})).by("admin");
    assert_eq!(shop.answer(edit(90)).await.status, 200);
    assert_eq!(shop.answer(edit(79)).await.wrong_fields(), ["lastPrice"]);
    assert_eq!(shop.answer(edit(0)).await.wrong_fields(), ["price"]);
}

async fn refused(outcome: UpdateProductOutcome, code: &str, body: &Value) -> Answer {
    let mut shop = with_offer();
    shop.products.expect_update().returning(move |_, _, _, _| Ok(outcome.clone()));
    shop.answer(put(&format!("/api/products/update/{code}"), body).by("admin")).await
}

#[actix_web::test]
async fn conflicts_tell_what_is_there_now() {
    let body = json!({"productName": "Sun", "price": 100, "lastPrice": 90, "version": 2, "stock": 5, "expectedStock": 6});
    let present: Product = kept(sample_products::full_product());
    let answer = refused(UpdateProductOutcome::VersionConflict(present), "SUN-50", &body).await;
    assert_eq!(answer.problem(409), "product.version_conflict");
    assert_eq!((&answer.json()["product"]["version"], &answer.json()["product"]["lastPrice"]), (&json!(3), &json!(1999.5)));
    let answer = refused(UpdateProductOutcome::StockChanged(sample_products::stock(4)), "SUN-50", &body).await;
    assert_eq!((answer.problem(409).as_str(), &answer.json()["stock"]), ("product.stock_changed", &json!(4)));
    let answer = refused(UpdateProductOutcome::PictureGone, "SUN-50", &body).await;
    assert_eq!((answer.problem(422).as_str(), answer.json()["errors"]["images"].is_array()), ("image.gone", true));
    assert_eq!(refused(UpdateProductOutcome::NotFound, "SUN-50", &body).await.problem(404), "product.not_found");
    assert_eq!(refused(UpdateProductOutcome::NotFound, "a%20b", &body).await.problem(404), "product.not_found");
}

#[actix_web::test]
async fn an_id_cannot_change() {
    let body = product(&json!({"productId": "SUN-51", "stock": -1}));
    assert_eq!(refused(UpdateProductOutcome::NotFound, "SUN-50", &body).await.wrong_fields(), ["productId", "stock"]);
    let nothing = refused(UpdateProductOutcome::NotFound, "SUN-50", &json!({"version": "1"})).await;
    assert_eq!(nothing.wrong_fields(), ["version"]);
    assert_eq!(refused(UpdateProductOutcome::NotFound, "SUN-50", &json!({})).await.wrong_fields(), ["price", "productName"]);
}

#[actix_web::test]
async fn a_product_is_deleted_once() {
    let mut shop = Shop::new();
    let mut there = vec![false, true];
    shop.products.expect_delete().returning(move |_, _, _| Ok(there.pop().unwrap()));
    let shop = shop.open().await;
    let answer = shop.answer(delete("/api/products/SUN-50").by("admin")).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "The product was deleted successfully"})));
    assert_eq!(shop.answer(delete("/api/products/SUN-50").by("admin")).await.problem(404), "product.not_found");
    assert_eq!(shop.answer(delete("/api/products/-").by("admin")).await.problem(404), "product.not_found");
}
