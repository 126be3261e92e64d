//! Cached catalogue answers are at most one second old, and never old on the instance that made the change.

use std::time::Duration;

use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// The longest time until all instances show a change.
pub(crate) const SEEN: Duration = Duration::from_secs(1);

/// Finds the polling connections of all instances.
const WATCHES: &str =
    "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_current_snapshot%' AND pid <> pg_backend_pid()";

/// A product as an instance shows it: by its address, in the list and in a search.
pub(crate) async fn seen(server: &Instance, code: &str) -> [Value; 3] {
    let [own, listed] = shown(server, code).await;
    let found = within(&server.get("/api/products/search/rose").ask().await.expect_status(200), code);
    [own, listed, found]
}

/// The same without a search.
async fn shown(server: &Instance, code: &str) -> [Value; 2] {
    let own = server.get(&format!("/api/products/{code}")).ask().await.expect_status(200);
    [own, within(&server.get("/api/products").ask().await.expect_status(200), code)]
}

/// The product in a list; null if it is absent.
fn within(list: &Value, code: &str) -> Value {
    list.as_array().unwrap().iter().find(|product| product["productId"] == code).cloned().unwrap_or_default()
}

/// Repeats the requests until the answers come from the cache.
async fn warm_up(server: &Instance, code: &str) {
    for _ in 0..3 {
        seen(server, code).await;
    }
}

pub(crate) fn stocks<const N: usize>(products: &[Value; N]) -> [i64; N] {
    products.each_ref().map(|product| product["stock"].as_i64().unwrap_or(-1))
}

pub(crate) fn names(products: &[Value; 3]) -> [&str; 3] {
    products.each_ref().map(|product| product["productName"].as_str().unwrap_or_default())
}

pub(crate) async fn rename(server: &Instance, admin: &SignedInUser, code: &str, name: &str) {
    let edit = json!({"productName": name, "price": 1200, "lastPrice": 1200});
    server.put(&format!("/api/products/update/{code}")).signed_in_as(admin).json(&edit).ask().await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_seen_at_once_where_it_was_made_and_soon_elsewhere() {
    let shop = Shop::new().await;
    let (code, admin, customer) = (product(&shop, "Rose water", 10).await, admin(&shop).await, customer(&shop).await);
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    for round in 1..=3 {
        tokio::join!(warm_up(&one, &code), warm_up(&other, &code));
        place(&one, &customer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.expect_status(201);
        assert_eq!(stocks(&seen(&one, &code).await), [10 - round; 3]);
        let name = format!("Rose water {round}");
        rename(&one, &admin, &code, &name).await;
        assert_eq!(names(&seen(&one, &code).await), [name.as_str(); 3]);
        tokio::time::sleep(SEEN).await;
        let elsewhere = seen(&other, &code).await;
        assert_eq!((stocks(&elsewhere), names(&elsewhere)), ([10 - round; 3], [name.as_str(); 3]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_past_the_servers_is_seen_soon() {
    let shop = Shop::new().await;
    let code = product(&shop, "Rose water", 10).await;
    let server = shop.start("a").await;
    warm_up(&server, &code).await;
    // Another process of the same program, such as a sub-command.
    let added = product(&shop, "Rose soap", 5).await;
    shop.database().client().await.batch_execute("UPDATE products SET stock = stock + 7").await.unwrap();
    tokio::time::sleep(SEEN).await;
    assert_eq!(stocks(&seen(&server, &code).await), [17; 3]);
    assert_eq!(stocks(&seen(&server, &added).await), [12; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_that_is_cut_off_again_and_again_misses_nothing() {
    let shop = Shop::new().await;
    let (code, admin) = (product(&shop, "Rose water", 10).await, admin(&shop).await);
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let database = shop.database().client().await;
    while database.query_one(&format!("SELECT count(*) {WATCHES}"), &[]).await.unwrap().get::<_, i64>(0) < 2 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for round in 0..5 {
        warm_up(&other, &code).await;
        database.query(&format!("SELECT pg_terminate_backend(pid, 5000) {WATCHES}"), &[]).await.unwrap();
        let name = format!("Rose water {round}");
        rename(&one, &admin, &code, &name).await;
        database.query(&format!("SELECT pg_terminate_backend(pid, 5000) {WATCHES}"), &[]).await.unwrap();
        tokio::time::sleep(SEEN).await;
        assert_eq!(names(&seen(&other, &code).await), [name.as_str(); 3]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_that_gets_no_answer_trusts_nothing_it_has() {
    let shop = Shop::new().await;
    let code = product(&shop, "Rose water", 10).await;
    let server = shop.start("a").await;
    let (writer, barrier) = (shop.database().client().await, shop.database().client().await);
    warm_up(&server, &code).await;
    writer.batch_execute("BEGIN; UPDATE products SET stock = 3").await.unwrap();
    // This statement waits for the writer, and every poll waits behind it.
    let blocked = tokio::spawn(async move {
        barrier.batch_execute("BEGIN; LOCK TABLE catalogue_changes IN ACCESS EXCLUSIVE MODE").await.unwrap();
        barrier
    });
    let waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'catalogue_changes'::regclass AND mode = 'AccessExclusiveLock'";
    let observer = shop.database().client().await;
    while observer.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    writer.batch_execute("COMMIT").await.unwrap();
    let barrier = blocked.await.unwrap();
    tokio::time::sleep(SEEN).await;
    let own = server.get(&format!("/api/products/{code}")).ask().await.expect_status(200);
    assert_eq!(own["stock"], 3);
    // The index may lack any change, so nothing is listed or found in it.
    for path in ["/api/products", "/api/products/search/rose"] {
        server.get(path).ask().await.expect_problem(503, "service.unavailable");
    }
    barrier.batch_execute("ROLLBACK").await.unwrap();
}
