//! Products and orders of the tests.

use domain::catalog::ports::ProductRepository;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInUser, fresh_uuid};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use test_harness::orders::{order_body, place_order};
use testkit::{sample_products, sample_users as actors};

use crate::shop::Shop;

/// Creates a product of 1,200 rupees and returns its code.
pub(crate) async fn product(shop: &Shop, name: &str, stock: i64) -> String {
    let new = sample_products::with_stock(stock, sample_products::product(name));
    let postgres = shop.database().postgres().await;
    let product = ProductRepository::create(&postgres, &new, &actors::actor()).await.expect("a product");
    product.code.as_str().to_owned()
}

/// The price of [`product`], in rupees.
pub(crate) const PRICE: u64 = 1_200;

/// The body of an order of these products.
pub(crate) fn order_of(lines: &[(&str, i64)]) -> Value {
    order_body(lines.iter().copied())
}

/// The request that places an order under a key.
pub(crate) fn place(server: &Instance, user: &SignedInUser, key: &str, order: &Value) -> RequestBuilder {
    place_order(server.client(), &server.origin(), user, key, order)
}

/// A new idempotency key.
pub(crate) fn fresh_key() -> String {
    fresh_uuid().to_string()
}

/// The stock of a product.
pub(crate) async fn stock(server: &Instance, code: &str) -> i64 {
    let quote = json!({"orderedItems": [{"productId": code, "quantity": 1}]});
    let answer = server.post("/api/orders/quote").json(&quote).ask().await.expect_status(200);
    answer["items"][0]["stock"].as_i64().expect("a stock")
}

/// The number that a query returns.
pub(crate) async fn count(shop: &Shop, query: &str) -> i64 {
    shop.database().client().await.query_one(query, &[]).await.expect("a query that runs").get(0)
}
