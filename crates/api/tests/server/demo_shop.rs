//! The demo shop: filled once and as a whole, also when the filling is interrupted.

use std::collections::BTreeMap;

use chrono::{Timelike as _, Utc};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{count, fresh_key, order_of, place};
use crate::shop::Shop;
use crate::users::log_in;

const CATALOGUE: &str = include_str!("../../demo/catalogue.json");
const SERVE: [&str; 2] = ["serve", "--demo"];

#[tokio::test(flavor = "multi_thread")]
async fn one_command_opens_a_shop_full_of_goods_and_history() {
    let shop = Shop::embedded().with("TIME_ZONE", &zone_where_it_is_noon());
    let server = shop.start_with("a", &SERVE).await;
    let (admin, customer) = accounts(&server).await;
    let products = server.get("/api/products?limit=500").ask().await.expect_status(200);
    assert_eq!(products.as_array().unwrap().len(), 48);
    check_stock(&products);
    assert_eq!(server.get("/api/reviews").ask().await.expect_status(200).as_array().unwrap().len(), 14);
    check_orders(&server, &admin).await;
    check_figures(&server, &admin).await;
    check_pictures(&server, &products).await;
    check_terms(&server).await;
    check_staff(&server).await;
    check_pages(&server).await;

    let code = products.as_array().unwrap().iter().find(|p| p["stock"].as_i64() > Some(20)).unwrap()["productId"].as_str().unwrap();
    place(&server, &customer, &fresh_key(), &order_of(&[(code, 1)])).ask().await.expect_status(201);
    assert!(server.terminate().await.success());

    let server = shop.start_with("a", &SERVE).await;
    let (admin, _) = accounts(&server).await;
    let totals = [("/api/products", &admin, "48"), ("/api/reviews", &admin, "14"), ("/api/orders", &admin, "61")];
    for (path, who, total) in totals {
        assert_eq!(server.get(path).signed_in_as(who).ask().await.header("x-total-count"), total, "{path}");
    }
    assert!(server.terminate().await.success());
    shop.is_in_order("a").await;
}

/// Signs in with the printed password.
async fn sign_in(server: &Instance, email: &str) -> SignedInUser {
    let log = server.log();
    let line = log.lines().find(|line| line.contains(email)).unwrap_or_else(|| panic!("{email} is not printed"));
    log_in(server, email, line.rsplit(' ').next().unwrap()).await
}

/// The owner and the customer.
async fn accounts(server: &Instance) -> (SignedInUser, SignedInUser) {
    (sign_in(server, "owner@araliya.example").await, sign_in(server, "nadeesha.perera@example.com").await)
}

/// Each role can be tried.
async fn check_staff(server: &Instance) {
    for role in ["owner", "manager", "fulfilment", "support", "content"] {
        let member = sign_in(server, &format!("{role}@araliya.example")).await;
        let detail = server.get("/api/users/userdetail").signed_in_as(&member).ask().await.expect_status(200);
        assert_eq!(detail["role"], role, "{detail}");
    }
}

/// Footer, checkout and registration link these pages where they are published.
async fn check_pages(server: &Instance) {
    let content = server.get("/api/content").ask().await.expect_status(200);
    let slugs: Vec<&str> = content["pages"].as_array().unwrap().iter().map(|page| page["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs, ["about", "delivery-returns", "privacy", "terms"]);
    for slug in slugs {
        let page = server.get(&format!("/pages/{slug}")).ask().await;
        assert!(page.status == 200 && page.text.contains("<h2"), "{slug}: {}", page.text);
    }
}

/// After all demo orders the stock is that of the demo data.
fn check_stock(products: &Value) {
    let expected: Vec<Value> = serde_json::from_str(CATALOGUE).unwrap();
    for product in expected {
        let found = products.as_array().unwrap().iter().find(|p| p["productId"] == product["productId"]).unwrap();
        assert_eq!(found["stock"], product["stock"], "{}", product["productId"]);
    }
}

async fn check_orders(server: &Instance, admin: &SignedInUser) {
    let orders = server.get("/api/orders?limit=500").signed_in_as(admin).ask().await.expect_status(200);
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for order in orders.as_array().unwrap() {
        *tally.entry(order["status"].as_str().unwrap()).or_default() += 1;
    }
    assert_eq!(tally.keys().copied().collect::<Vec<_>>(), ["cancelled", "completed", "processing", "shipped"]);
    assert_eq!(tally.values().sum::<usize>(), 60, "{tally:?}");
    let returns = orders.as_array().unwrap().iter().flat_map(|order| order["returns"].as_array().unwrap());
    assert_eq!(returns.map(|one| &one["state"]).collect::<Vec<_>>(), ["requested"]);
}

async fn check_figures(server: &Instance, admin: &SignedInUser) {
    let stats = server.get("/api/orders/revenue-stats").signed_in_as(admin).ask().await.expect_status(200);
    for figure in ["totalRevenue", "transactionsToday", "pendingRefunds"] {
        assert!(stats[figure].as_f64() > Some(0.0), "{stats}");
    }
    assert_ne!(stats["weeklyGrowth"].as_f64(), Some(0.0), "{stats}");
    let activity = server.get("/api/users/activity").signed_in_as(admin).ask().await.expect_status(200);
    assert!(activity["recentLogins"].as_array().unwrap().len() >= 6, "{activity}");
}

/// An order without a district costs its goods; around Colombo there is express delivery. Without a gateway there are no cards.
async fn check_terms(server: &Instance) {
    let quote = async |district: Option<&str>| {
        let body = json!({"orderedItems": [{"productId": "ARA-SER-001", "quantity": 1}], "district": district});
        server.post("/api/orders/quote").json(&body).ask().await.expect_status(200)
    };
    let names = |quote: &Value, list: &str| {
        quote[list].as_array().unwrap().iter().map(|option| option["method"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (plain, colombo) = (quote(None).await, quote(Some("Colombo")).await);
    assert_eq!((&plain["total"], &plain["delivery"]["charge"]), (&plain["itemsTotal"], &json!(0)));
    assert_eq!(
        (names(&plain, "deliveryOptions"), names(&plain, "paymentOptions")),
        (vec!["standard".into()], vec!["cod".into(), "bankTransfer".into()])
    );
    assert_eq!(names(&colombo, "deliveryOptions"), ["standard", "express"]);
    assert_eq!((&colombo["deliveryOptions"][1]["charge"], &colombo["total"]), (&json!(450), &plain["total"]));
}

async fn check_pictures(server: &Instance, products: &Value) {
    for product in products.as_array().unwrap() {
        let picture = product["images"][0].as_str().unwrap();
        let answer = server.get(picture).send().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.headers()["content-type"].to_str().unwrap()), (200, "image/webp"), "{picture}");
    }
}

/// A time zone in which it is noon, so that the orders of the last hours are today's.
fn zone_where_it_is_noon() -> String {
    #[allow(clippy::disallowed_methods, reason = "the servers under test live in the machine's time")]
    let hour = Utc::now().hour();
    // The sign of these zone names is inverted (POSIX).
    if hour <= 12 { format!("Etc/GMT-{}", 12 - hour) } else { format!("Etc/GMT+{}", hour - 12) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filling_that_is_broken_off_is_taken_up_again() {
    let shop = Shop::new().await;
    for (query, many) in [
        ("SELECT count(*) FROM users", 3),
        ("SELECT count(*) FROM products", 20),
        ("SELECT count(*) FROM orders", 10),
        ("SELECT count(*) FROM orders", 40),
        ("SELECT count(*) FROM reviews", 4),
    ] {
        let mut filling = shop.program("a").arg("demo").spawn().unwrap();
        while count(&shop, query).await < many {
            assert_eq!(filling.try_wait().unwrap(), None, "the filling ended by itself");
        }
        kill_process(Pid::from_child(&filling), Signal::KILL).unwrap();
        filling.wait().unwrap();
    }
    let filled = shop.run("a", &["demo"]).await;
    assert!(filled.status.success(), "{filled:?}");
    let again = shop.run("a", &["demo"]).await;
    assert!(again.status.success(), "{again:?}");
    assert_eq!(again.stdout, filled.stdout, "the same accounts");

    for (table, rows) in [("users", 19), ("products", 48), ("orders", 60), ("reviews", 14)] {
        assert_eq!(count(&shop, &format!("SELECT count(*) FROM {table}")).await, rows, "{table}");
    }
    let server = shop.start("a").await;
    check_stock(&server.get("/api/products?limit=500").ask().await.expect_status(200));
    let statuses = "SELECT count(DISTINCT status) FROM orders";
    assert_eq!(count(&shop, statuses).await, 4);
    shop.is_in_order("b").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_shop_is_not_filled() {
    let shop = Shop::new().await;
    crate::checkout::product(&shop, "The shop's own product", 1).await;
    let refused = shop.run("a", &["demo"]).await;
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(refused.stderr.contains("the database is not empty"), "{refused:?}");
    assert_eq!(count(&shop, "SELECT count(*) FROM products").await, 1);
}
