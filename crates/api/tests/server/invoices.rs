//! Invoices while the server is killed (contract-commerce, section 9).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{count, fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, customers};

const ORDERS: usize = 100;

/// Packs these orders one after the other until the server is gone.
async fn pack(server: &Instance, by: &SignedInUser, orders: &[String], packed: &AtomicUsize) {
    for order in orders {
        let step = server.post(&format!("/api/orders/{order}/fulfilment")).signed_in_as(by).json(&json!({"step": "packed"}));
        // 409: it was packed before the server was killed.
        match step.try_ask().await {
            Ok(answer) => assert!([200, 409, 503].contains(&answer.status.as_u16()), "{}", answer.text),
            Err(_) => return,
        }
        packed.fetch_add(1, Ordering::Relaxed);
    }
}

/// Eight members of staff pack at once until the server is killed, after `answers` at the earliest, or all is packed.
async fn pack_until_killed(server: Instance, by: &SignedInUser, orders: &[String], answers: usize) {
    let packed = AtomicUsize::new(0);
    let packing = join_all(orders.chunks(orders.len().div_ceil(8)).map(|orders| pack(&server, by, orders, &packed)));
    let killer = async {
        while packed.load(Ordering::Relaxed) < answers {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.signal(rustix::process::Signal::KILL);
    };
    tokio::join!(packing, killer);
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invoices_have_no_gaps_though_the_server_is_killed() {
    let shop = Shop::new().await;
    let (soap, admin, customers) = (product(&shop, "Rose soap", 1_000).await, admin(&shop).await, customers(&shop, 5).await);
    let server = shop.start("a").await;
    let mut orders = Vec::new();
    for round in 0..ORDERS {
        let by = &customers[round % customers.len()];
        let placed = place(&server, by, &fresh_key(), &order_of(&[(&soap, 1)])).ask().await.expect_status(201);
        orders.push(placed["order"]["orderId"].as_str().unwrap().to_owned());
    }
    assert!(server.terminate().await.success());
    for answers in [10, 30, 50] {
        pack_until_killed(shop.start("a").await, &admin, &orders, answers).await;
        shop.is_in_order("a").await;
    }
    let server = shop.start("a").await;
    pack(&server, &admin, &orders, &AtomicUsize::new(0)).await;
    assert!(server.terminate().await.success());
    for query in ["count(*)", "max(place)::bigint", "count(DISTINCT order_id)"] {
        assert_eq!(count(&shop, &format!("SELECT {query} FROM invoices WHERE kind = 'invoice'")).await, 100, "{query}");
    }
    shop.is_in_order("a").await;
}
