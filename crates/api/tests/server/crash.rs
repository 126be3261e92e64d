//! SIGKILL while orders are being placed.
//!
//! An acknowledged order is kept. An order without an answer exists as a whole or not at all, and repeating the request under the same
//! key tells.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{PRICE, count, fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::{customers, log_in, register};

/// An order that was sent.
struct Sent {
    by: SignedInUser,
    key: String,
    body: Value,
    /// The answered order; `None` when no answer came.
    answered: Option<Value>,
}

/// Every customer places one order after the other until the server is killed, after `orders` answers at the earliest.
async fn order_until_killed(server: Instance, who: &[SignedInUser], codes: &[String], orders: usize) -> Vec<Sent> {
    let answers = AtomicUsize::new(0);
    let writers = join_all(who.iter().enumerate().map(|(n, by)| writer(&server, by, n, codes, &answers)));
    let killer = async {
        while answers.load(Ordering::Relaxed) < orders {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.signal(rustix::process::Signal::KILL);
    };
    let (sent, ()) = tokio::join!(writers, killer);
    server.kill().await;
    sent.into_iter().flatten().collect()
}

async fn writer(server: &Instance, by: &SignedInUser, n: usize, codes: &[String], answers: &AtomicUsize) -> Vec<Sent> {
    let mut sent = Vec::new();
    for round in n.. {
        // Two products in both orders: the locks are always taken in one order.
        let (first, second) = (&codes[round % codes.len()], &codes[(round + 1 + n % 2) % codes.len()]);
        let (key, body) = (fresh_key(), order_of(&[(first, 1), (second, 2)]));
        let answer = place(server, by, &key, &body).try_ask().await;
        let broken = answer.is_err();
        // On a busy machine an order may wait too long for its turn (503): whether it was placed is found out later.
        let answered = answer.ok().filter(|answer| answer.status != 503).map(|answer| answer.expect_status(201)["order"].clone());
        sent.push(Sent { by: by.clone(), key, body, answered });
        if broken {
            break;
        }
        answers.fetch_add(1, Ordering::Relaxed);
    }
    sent
}

/// Repeats the requests without an answer, and then those of every answered order.
async fn find_out(server: &Instance, sent: &mut [Sent]) {
    for sent in sent.iter_mut().filter(|sent| sent.answered.is_none()) {
        let answer = place(server, &sent.by, &sent.key, &sent.body).ask().await;
        assert!(answer.status == 201 || answer.status == 200, "{}", answer.text);
        sent.answered = Some(answer.json()["order"].clone());
    }
    for sent in sent {
        let answered = sent.answered.as_ref().unwrap();
        let path = format!("/api/orders/{}", answered["orderId"].as_str().unwrap());
        let order = server.get(&path).signed_in_as(&sent.by).ask().await.expect_status(200);
        assert_eq!(order, *answered);
        assert_eq!((&order["total"], order["orderedItems"].as_array().unwrap().len()), (&json!(3 * PRICE), 2));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_loses_and_doubles_nothing() {
    let shop = Shop::new().await;
    let mut codes = Vec::new();
    for name in ["Cinnamon soap", "Sandalwood oil", "King coconut balm"] {
        codes.push(product(&shop, name, 100_000).await);
    }
    let customers = customers(&shop, 12).await;
    let mut all = Vec::new();
    for round in 0..4 {
        let server = shop.start("a").await;
        let mut sent = order_until_killed(server, &customers, &codes, 15 + 10 * round).await;
        let server = shop.start("a").await;
        find_out(&server, &mut sent).await;
        all.append(&mut sent);
        server.kill().await;
        shop.is_in_order("a").await;
    }
    assert_eq!(count(&shop, "SELECT count(*) FROM orders").await, all.len() as i64);
    assert_eq!(count(&shop, "SELECT sum(stock)::bigint FROM products").await, 300_000 - 3 * all.len() as i64);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_private_database_survives_the_same() {
    const PASSWORD: &str = "frangipani by the sea";
    const STOCK: i64 = 10_000;
    let shop = Shop::embedded().with("ADMIN_EMAIL", "owner@shop.example").with("ADMIN_PASSWORD", PASSWORD);
    let server = shop.start("a").await;
    let admin = log_in(&server, "owner@shop.example", PASSWORD).await;
    let codes = ["SOAP", "OIL", "BALM"].map(String::from);
    for code in &codes {
        let product = json!({"productId": code, "productName": code, "price": PRICE, "stock": STOCK});
        server.post("/api/products").signed_in_as(&admin).json(&product).ask().await.expect_status(201);
    }
    // The customers are new, and order again and again.
    let limits = json!({"version": 0, "newCustomerOrders": 1_000});
    server.put("/api/admin/settings/orders").signed_in_as(&admin).json(&limits).ask().await.expect_status(200);
    let emails: Vec<String> = (0..6).map(|n| format!("customer-{n}@example.com")).collect();
    let customers = join_all(emails.iter().map(|email| register(&server, email, PASSWORD))).await;

    let mut sent = order_until_killed(server, &customers, &codes, 40).await;
    let server = shop.start("a").await;
    find_out(&server, &mut sent).await;
    let orders = server.get("/api/orders?limit=1").signed_in_as(&admin).ask().await;
    assert_eq!(orders.header("x-total-count"), sent.len().to_string());
    let mut left = 0;
    for code in &codes {
        left += stock(&server, code).await;
    }
    assert_eq!(left, 3 * STOCK - 3 * sent.len() as i64);
    assert!(server.terminate().await.success());
    shop.is_in_order("a").await;
}
