//! A session that one instance revokes is refused by the other at once.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;

use crate::checkout::{count, fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::{admin, customer, log_in, register};

const PASSWORD: &str = "frangipani by the sea";

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_everywhere_at_once() {
    let shop = Shop::new().await;
    let admin = admin(&shop).await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));

    let leaving = customer(&shop).await;
    other.get("/api/orders").signed_in_as(&leaving).ask().await.expect_status(200);
    one.post("/api/users/logout").signed_in_as(&leaving).ask().await.expect_status(200);
    other.get("/api/orders").signed_in_as(&leaving).ask().await.expect_status(401);

    let blocked = register(&one, "kasun@example.com", PASSWORD).await;
    let wanted = product(&shop, "Rose water", 5).await;
    other.get("/api/users/userdetail").signed_in_as(&blocked).ask().await.expect_status(200);
    one.put("/api/users").signed_in_as(&admin).json(&json!({"email": blocked.email, "isBlocked": true})).ask().await.expect_status(200);
    place(&other, &blocked, &fresh_key(), &order_of(&[(&wanted, 1)])).ask().await.expect_status(401);
    let login = json!({"email": blocked.email, "password": PASSWORD});
    let refused = other.post("/api/users/login").json(&login).ask().await.expect_status(403);
    assert_eq!((&refused["user"], &refused["blocked"]), (&json!(null), &json!(true)));
    assert_eq!(refused["message"], "Your account has been blocked. Contact support.");

    one.put("/api/users").signed_in_as(&admin).json(&json!({"email": blocked.email, "isBlocked": false})).ask().await.expect_status(200);
    other.get("/api/orders").signed_in_as(&blocked).ask().await.expect_status(401);
    let deleted = log_in(&other, &blocked.email, PASSWORD).await;
    let delete = one.request(Method::DELETE, "/api/users").signed_in_as(&admin).json(&json!({"email": deleted.email}));
    delete.ask().await.expect_status(200);
    other.get("/api/orders").signed_in_as(&deleted).ask().await.expect_status(401);
    assert_eq!(stock(&one, &wanted).await, 5);
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_the_other_sessions_everywhere() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let here = register(&one, "kasun@example.com", PASSWORD).await;
    let elsewhere = log_in(&other, "kasun@example.com", PASSWORD).await;
    let change = json!({"password": "another frangipani", "currentPassword": PASSWORD});
    one.put("/api/users/update/kasun@example.com").signed_in_as(&here).json(&change).ask().await.expect_status(200);
    other.get("/api/orders").signed_in_as(&elsewhere).ask().await.expect_status(401);
    other.get("/api/orders").signed_in_as(&here).ask().await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_cancelled_twice_at_once_comes_back_once() {
    let shop = Shop::new().await;
    let (wanted, customer, admin) = (product(&shop, "Rose water", 10).await, customer(&shop).await, admin(&shop).await);
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let placed = place(&one, &customer, &fresh_key(), &order_of(&[(&wanted, 4)])).ask().await.expect_status(201);
    let path = format!("/api/orders/{}", placed["order"]["orderId"].as_str().unwrap());
    for (status, left) in [("cancelled", 10), ("processing", 6), ("cancelled", 10)] {
        let change = json!({"status": status});
        let twice = [&one, &other, &one, &other].map(|server| server.put(&path).signed_in_as(&admin).json(&change).ask());
        for answer in join_all(twice).await {
            assert_eq!(answer.expect_status(200)["order"]["status"], status);
        }
        // An instance learns within a second what the other one changed.
        assert_eq!(count(&shop, "SELECT stock::bigint FROM products").await, left);
    }
    assert_eq!(count(&shop, "SELECT count(*) FROM stock_movements WHERE reason = 'cancellation'").await, 2);
    assert_eq!(count(&shop, "SELECT count(*) FROM stock_movements WHERE reason = 'reinstatement'").await, 1);
    shop.is_in_order("a").await;
}
