//! Adjusting stocks and showing how they came about.

use domain::catalog::product::Product;
use serde_json::{Value, json};
use testkit::sample_products;

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

const PATH: &str = "/api/products/SUN-50/stock";

/// A shop with an owner and a product of 10 units.
async fn open() -> (PgShop, SignedIn, Product) {
    let shop = PgShop::open().await;
    let (owner, product) = (shop.admin().await, shop.stores.add(sample_products::product("Sun cream")).await);
    (shop, owner, product)
}

fn body() -> Value {
    json!({"delta": -3, "reason": " Two broke, one was stolen ", "expectedStock": 10})
}

fn history(product: &Product) -> String {
    format!("/api/products/{}/stock-movements", product.code.as_str())
}

async fn adjust(shop: &PgShop, by: &SignedIn, product: &Product, body: &Value) -> Answer {
    shop.answer(post(&format!("/api/products/{}/stock", product.code.as_str()), body).by(&by.token)).await
}

#[actix_web::test]
async fn a_stock_is_adjusted_with_a_reason() {
    let (shop, owner, product) = open().await;
    let answer = adjust(&shop, &owner, &product, &body()).await;
    assert_eq!((answer.status, answer.is_personal()), (200, true), "{}", answer.text());
    assert_eq!(answer.json()["message"], "The stock was adjusted successfully");
    let adjusted = &answer.json()["product"];
    assert_eq!((adjusted["productId"].as_str(), &adjusted["stock"]), (Some(product.code.as_str()), &json!(7)));
    assert_eq!(adjusted["version"], 1, "an adjustment is no edit");
}

#[actix_web::test]
async fn refusals_tell_the_present_stock() {
    let (shop, owner, product) = open().await;
    let with = |delta: i64, expected: Option<i64>| json!({"delta": delta, "reason": "Counted", "expectedStock": expected});
    for (body, code, sentence) in [
        (with(1, Some(9)), "product.stock_changed", "The stock of this product has changed meanwhile."),
        (with(-11, None), "product.stock_out_of_range", "There are not so many units in stock."),
        (with(999_991, None), "product.stock_out_of_range", "The stock cannot be above 1,000,000."),
    ] {
        let answer = adjust(&shop, &owner, &product, &body).await;
        assert_eq!(answer.problem(409), code);
        assert_eq!((answer.json()["message"].as_str(), &answer.json()["stock"]), (Some(sentence), &json!(10)));
    }
    assert_eq!(shop.walk(&history(&product), 100, Some(&owner)).await.len(), 1, "a refused adjustment writes nothing");
    for path in [PATH, "/api/products/no.such.id/stock"] {
        assert_eq!(shop.answer(post(path, &body()).by(&owner.token)).await.problem(404), "product.not_found");
    }
}

#[actix_web::test]
async fn every_wrong_field_is_named() {
    for (body, fields) in [
        (json!({}), vec!["delta", "reason"]),
        (json!({"delta": 0, "reason": " "}), vec!["delta", "reason"]),
        (json!({"delta": 1_000_001, "reason": "x".repeat(1_001), "expectedStock": -1}), vec!["delta", "expectedStock", "reason"]),
        (json!({"delta": 1.5, "reason": "x"}), vec!["delta"]),
        (json!({"delta": "1", "reason": "x"}), vec!["delta"]),
    ] {
        let answer = Shop::new().answer(post(PATH, &body).by("admin")).await;
        assert_eq!(answer.wrong_fields(), fields, "{body}");
    }
}

#[actix_web::test]
async fn the_history_is_paged() {
    let (shop, owner, product) = open().await;
    adjust(&shop, &owner, &product, &body()).await;
    let path = format!("{}?limit=1", history(&product));
    let answer = shop.answer(get(&path).by(&owner.token)).await;
    assert_eq!((answer.status, answer.is_personal()), (200, true));
    assert_eq!(answer.header("x-total-count"), "2");
    let (at, by) = ("2026-03-04T01:00:00Z", owner.user.email.as_str());
    let adjusted = json!({
        "at": at, "delta": -3, "stockAfter": 7, "reason": "adjustment", "note": "Two broke, one was stolen", "orderId": null, "actorEmail": by,
    });
    assert_eq!(answer.json(), json!([adjusted]));
    let link = answer.header("link");
    let next = link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")).unwrap();
    assert!(next.starts_with(&path), "{next}");
    let first = shop.answer(get(next).by(&owner.token)).await;
    assert_eq!((&first.json()[0]["reason"], &first.json()[0]["stockAfter"]), (&json!("initial"), &json!(10)));
}

#[actix_web::test]
async fn a_history_that_is_not_there_is_refused() {
    let (shop, owner, product) = open().await;
    let ask = |code: &str, query: &str| get(&format!("/api/products/{code}/stock-movements{query}")).by(&owner.token);
    assert_eq!(shop.answer(ask("SUN-50", "")).await.problem(404), "product.not_found");
    let empty = shop.stores.add(sample_products::with_stock(0, sample_products::product("Rose"))).await;
    assert!(shop.walk(&history(&empty), 100, Some(&owner)).await.is_empty());
    adjust(&shop, &owner, &product, &body()).await;
    let of_another = format!("?after={}", shop.cursor(&history(&product), &owner).await);
    for (code, query) in [(&product.code, "?after=x"), (&product.code, "?after=WyJzdG9jayIsMSwxXQ"), (&empty.code, &of_another)] {
        let foreign = shop.answer(ask(code.as_str(), query)).await;
        assert_eq!((foreign.problem(422).as_str(), foreign.json()["errors"]["after"].is_array()), ("list.invalid_cursor", true));
    }
    assert_eq!(shop.answer(ask(product.code.as_str(), "?limit=501")).await.wrong_fields(), ["limit"]);
}
