//! The limits of new customers in the real program.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;

use crate::checkout::{fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::{admin, customer, new_customer};

/// Registering costs nothing: one request, or many at once, must not take the whole stock.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_customer_cannot_take_the_whole_stock() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let (newcomer, known, boss) = (new_customer(&shop).await, customer(&shop).await, admin(&shop).await);
    let code = product(&shop, "Rose water", 1_000).await;
    let whole = place(&one, &newcomer, &fresh_key(), &order_of(&[(&code, 1_000)])).ask().await;
    let refused = whole.expect_problem(409, "order.new_customer_limit");
    assert!(refused["message"].as_str().unwrap().contains("verify your e-mail address"), "{refused}");
    let placing = (0..8).map(|n| {
        let server = if n % 2 == 0 { &one } else { &other };
        let newcomer = &newcomer;
        let order = order_of(&[(&code, 30)]);
        async move { place(server, newcomer, &fresh_key(), &order).ask().await }
    });
    let answers = join_all(placing).await;
    let placed: Vec<Value> =
        answers.iter().filter(|answer| answer.status == 201).map(|answer| answer.json()["order"]["orderId"].clone()).collect();
    assert_eq!(placed.len(), 3, "{answers:?}");
    assert!(answers.iter().filter(|answer| answer.status != 201).all(|answer| answer.code() == "order.new_customer_limit"), "{answers:?}");
    assert_eq!(stock(&one, &code).await, 910);
    place(&one, &known, &fresh_key(), &order_of(&[(&code, 31)])).ask().await.expect_status(201);

    // The settings are the owner's, and hold from the next order on.
    let edit = json!({"version": 0, "newCustomerOrders": 4});
    one.put("/api/admin/settings/orders").signed_in_as(&boss).json(&edit).ask().await.expect_status(200);
    place(&one, &newcomer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.expect_status(201);

    // Blocking gives the units back.
    let blocking = json!({"email": newcomer.email, "isBlocked": true, "cancelOrders": true});
    let blocked = one.request(Method::PUT, "/api/users").signed_in_as(&boss).json(&blocking).ask().await.expect_status(200);
    assert_eq!(blocked["cancelledOrders"].as_array().unwrap().len(), 4, "{blocked}");
    assert_eq!(stock(&one, &code).await, 969);
    drop((one, other));
    shop.is_in_order("doctor").await;
}
