//! An order's life over HTTP: packing, handing over, cancelling, and who sees what of it.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{PRICE, fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// An order of three units by `user`, and its address.
async fn ordered(server: &Instance, user: &SignedInUser, code: &str) -> String {
    let mut body = order_of(&[(code, 3)]);
    body["customerNote"] = json!("Ring twice, please.");
    let placed = place(server, user, &fresh_key(), &body).ask().await.expect_status(201);
    assert_eq!(placed["order"]["customerNote"], "Ring twice, please.");
    format!("/api/orders/{}", placed["order"]["orderId"].as_str().unwrap())
}

fn step(server: &Instance, by: &SignedInUser, order: &str, body: &Value) -> RequestBuilder {
    server.post(&format!("{order}/fulfilment")).signed_in_as(by).json(body)
}

fn cancel(server: &Instance, by: &SignedInUser, order: &str) -> RequestBuilder {
    server.post(&format!("{order}/cancel")).signed_in_as(by).json(&json!({"reason": "ordered twice"}))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_cancels_an_order_until_it_is_packed() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (owner, stranger, staff) = (customer(&shop).await, customer(&shop).await, admin(&shop).await);
    let code = product(&shop, "Rose", 10).await;
    let order = ordered(&server, &owner, &code).await;
    cancel(&server, &stranger, &order).ask().await.expect_status(404);
    let cancelled = cancel(&server, &owner, &order).ask().await.expect_status(200);
    assert_eq!(cancelled["order"]["status"], "cancelled");
    assert_eq!(stock(&server, &code).await, 10);
    let again = cancel(&server, &owner, &order).ask().await.expect_problem(409, "order.not_cancellable");
    assert_eq!(again["order"]["status"], "cancelled");

    let packed = ordered(&server, &owner, &code).await;
    step(&server, &staff, &packed, &json!({"step": "packed"})).ask().await.expect_status(200);
    let refused = cancel(&server, &owner, &packed).ask().await.expect_problem(409, "order.not_cancellable");
    assert_eq!(refused["order"]["fulfilmentStatus"], "packed");
    assert_eq!(stock(&server, &code).await, 7);
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_followed_from_the_shelf_to_the_door() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (owner, staff) = (customer(&shop).await, admin(&shop).await);
    let code = product(&shop, "Rose", 10).await;
    let order = ordered(&server, &owner, &code).await;
    let queue = async |point: &str| {
        let listed = server.get(&format!("/api/orders?fulfilment={point}")).signed_in_as(&staff).ask().await;
        listed.expect_status(200).as_array().unwrap().len()
    };
    assert_eq!((queue("unfulfilled").await, queue("packed").await), (1, 0));
    step(&server, &staff, &order, &json!({"step": "packed"})).ask().await.expect_status(200);
    assert_eq!((queue("unfulfilled").await, queue("packed").await), (0, 1));
    for (text, visibility) in [("Box was full.", "internal"), ("It leaves tomorrow.", "customer")] {
        let note = json!({"text": text, "visibility": visibility});
        server.post(&format!("{order}/notes")).signed_in_as(&staff).json(&note).ask().await.expect_status(201);
    }
    let parcel = json!({"step": "handedOver", "courier": "Domex", "trackingNumber": "D-1", "trackingUrl": "https://domex.example/D-1"});
    step(&server, &staff, &order, &parcel).ask().await.expect_status(200);
    step(&server, &staff, &order, &parcel).ask().await.expect_problem(409, "order.wrong_step");
    let shown = server.get(&order).signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!((&shown["status"], &shown["trackingUrl"]), (&json!("shipped"), &json!("https://domex.example/D-1")));
    let told = async |by: &SignedInUser| {
        let events = server.get(&format!("{order}/events")).signed_in_as(by).ask().await.expect_status(200);
        events.as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told(&staff).await, ["placed", "packed", "note", "note", "handedOver"]);
    assert_eq!(told(&owner).await, ["placed", "packed", "note", "handedOver"]);
    step(&server, &staff, &order, &json!({"step": "undelivered"})).ask().await.expect_status(200);
    assert_eq!(stock(&server, &code).await, 10);
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_order_is_packed_after_the_customer_confirmed_it() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (owner, staff) = (customer(&shop).await, admin(&shop).await);
    let code = product(&shop, "Rose", 10).await;
    let before = ordered(&server, &owner, &code).await;
    let limit = async |above: u64, version: u32| {
        let edit = json!({"version": version, "codConfirmAbove": above});
        server.put("/api/admin/settings/payments").signed_in_as(&staff).json(&edit).ask().await.expect_status(200);
    };
    limit(3 * PRICE - 1, 0).await;
    let (order, refused) = (ordered(&server, &owner, &code).await, ordered(&server, &owner, &code).await);
    limit(100 * PRICE, 1).await;
    let packed = json!({"step": "packed"});
    step(&server, &staff, &before, &packed).ask().await.expect_status(200);
    let waiting = step(&server, &staff, &order, &packed).ask().await.expect_problem(409, "order.unconfirmed");
    assert_eq!(waiting["order"]["payment"]["codConfirmation"], "needed", "the limit is that of ordering");
    let call = |by: &SignedInUser, order: &str, outcome: &str| {
        server.post(&format!("{order}/cod-confirmation")).signed_in_as(by).json(&json!({"outcome": outcome}))
    };
    call(&owner, &order, "confirmed").ask().await.expect_status(403);
    for outcome in ["unreachable", "confirmed"] {
        let called = call(&staff, &order, outcome).ask().await.expect_status(200);
        assert_eq!(called["order"]["payment"]["codConfirmation"], outcome);
    }
    call(&staff, &order, "confirmed").ask().await.expect_problem(409, "order.not_confirmable");
    step(&server, &staff, &order, &packed).ask().await.expect_status(200);
    assert_eq!(call(&staff, &refused, "refused").ask().await.expect_status(200)["order"]["status"], "cancelled");
    assert_eq!(stock(&server, &code).await, 4);
    shop.is_in_order("a").await;
}
