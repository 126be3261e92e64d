//! Repeated requests under one idempotency key place one order.

use futures_util::future::join_all;
use reqwest::header::HeaderValue;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;

use crate::checkout::{PRICE, count, fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::{admin, customer};

#[tokio::test(flavor = "multi_thread")]
async fn twenty_requests_with_one_key_make_one_order() {
    let shop = Shop::new().await;
    let (wanted, customer) = (product(&shop, "Rose water", 30).await, customer(&shop).await);
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let (key, order) = (fresh_key(), order_of(&[(&wanted, 2)]));

    let requests = (0..20).map(|n| place(if n % 2 == 0 { &one } else { &other }, &customer, &key, &order).ask());
    let answers = join_all(requests).await;
    let (first, repeated): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == 201);
    assert_eq!((first.len(), repeated.len()), (1, 19));
    assert!(!first[0].headers.contains_key("idempotent-replayed"));
    let placed = first[0].expect_status(201);
    for answer in repeated {
        assert_eq!(answer.header("idempotent-replayed"), "true");
        assert_eq!(answer.expect_status(200)["order"], placed["order"]);
    }
    assert_eq!(count(&shop, "SELECT count(*) FROM orders").await, 1);
    assert_eq!(stock(&other, &wanted).await, 28);

    let another = order_of(&[(&wanted, 3)]);
    place(&other, &customer, &key, &another).ask().await.expect_problem(422, "order.key_reused");
    let somebody_else = crate::users::customer(&shop).await;
    let theirs = place(&other, &somebody_else, &key, &order).ask().await.expect_status(201);
    assert_ne!(theirs["order"]["orderId"], placed["order"]["orderId"], "a key is its customer's own");
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_key_is_a_bad_request() {
    let shop = Shop::new().await;
    let (wanted, customer) = (product(&shop, "Rose water", 30).await, customer(&shop).await);
    let server = shop.start("a").await;
    let order = order_of(&[(&wanted, 1)]);
    let request = || server.post("/api/orders").signed_in_as(&customer).json(&order);
    let keys = [&b""[..], &[b'k'; 256], "අරලිය".as_bytes(), b"a\tb", b"caf\xe9"];
    for key in keys {
        let header = HeaderValue::from_bytes(key).unwrap();
        request().header("Idempotency-Key", header).ask().await.expect_problem(400, "request.invalid_idempotency_key");
    }
    request().header("Idempotency-Key", "one").header("Idempotency-Key", "two").ask().await.expect_status(400);
    assert_eq!(count(&shop, "SELECT count(*) FROM orders").await, 0);
    request().header("Idempotency-Key", "k".repeat(255)).ask().await.expect_status(201);
    request().ask().await.expect_status(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_order_leaves_its_key_free() {
    let shop = Shop::new().await;
    let (wanted, customer, admin) = (product(&shop, "Rose water", 5).await, customer(&shop).await, admin(&shop).await);
    let server = shop.start("a").await;
    let all = place(&server, &customer, &fresh_key(), &order_of(&[(&wanted, 5)])).ask().await.expect_status(201);

    let (key, mut order) = (fresh_key(), order_of(&[(&wanted, 3)]));
    let short = place(&server, &customer, &key, &order).ask().await.expect_problem(409, "order.out_of_stock");
    assert_eq!(short["lines"][0]["available"], 0);
    let cancel = format!("/api/orders/{}", all["order"]["orderId"].as_str().unwrap());
    server.put(&cancel).signed_in_as(&admin).json(&json!({"status": "cancelled"})).ask().await.expect_status(200);
    order["expectedTotal"] = json!(1);
    place(&server, &customer, &key, &order).ask().await.expect_problem(409, "order.price_changed");
    order["expectedTotal"] = json!(3 * PRICE);
    place(&server, &customer, &key, &order).ask().await.expect_status(201);
    // The stock is sold out and the price has changed: the repetition still returns the order.
    order["expectedTotal"] = json!(2);
    let again = place(&server, &customer, &key, &order).ask().await;
    assert_eq!((again.header("idempotent-replayed"), &again.expect_status(200)["order"]["total"]), ("true", &json!(3 * PRICE)));
    assert_eq!(stock(&server, &wanted).await, 2);
    shop.is_in_order("a").await;
}
