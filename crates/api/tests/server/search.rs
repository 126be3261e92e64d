//! The index of products: an answer never lags behind a change made on the same instance, follows others within a second, and is right
//! after a crash.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser, fresh_uuid};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// The longest time until all instances find a change.
const SEEN: Duration = Duration::from_secs(1);
/// The longest time until an instance notices that the database works again.
const RECOVERED: Duration = Duration::from_secs(30);

/// The codes that a search finds, in their order.
async fn found(server: &Instance, text: &str) -> Vec<String> {
    let products = server.get(&format!("/api/products/search/{text}")).ask().await.expect_status(200);
    products.as_array().unwrap().iter().map(|product| product["productId"].as_str().unwrap().to_owned()).collect()
}

/// The facets of a search with these parameters.
async fn facets(server: &Instance, query: &str) -> Value {
    server.get(&format!("/api/products/facets?{query}")).ask().await.expect_status(200)
}

/// A word that no other product has and no typo leads to.
fn fresh_word() -> String {
    fresh_uuid().as_bytes().iter().map(|byte| char::from(b'a' + byte % 26)).collect()
}

async fn rename(server: &Instance, admin: &SignedInUser, code: &str, name: &str) {
    let edit = json!({"productName": name, "price": 1200, "lastPrice": 1200});
    server.put(&format!("/api/products/update/{code}")).signed_in_as(admin).json(&edit).ask().await.expect_status(200);
}

/// Both instances find products by the names that the other one gave them.
async fn two_instances_follow_each_other(shop: &Shop) {
    let admin = admin(shop).await;
    let codes = [product(shop, "Rose water", 10).await, product(shop, "Rose oil", 10).await];
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    for _ in 0..3 {
        let words = [fresh_word(), fresh_word()];
        for (server, (code, word)) in [&one, &other].into_iter().zip(codes.iter().zip(&words)) {
            assert!(found(server, word).await.is_empty());
            rename(server, &admin, code, word).await;
            assert_eq!(found(server, word).await, [code.as_str()], "at once where the edit was made");
            assert_eq!(facets(server, &format!("q={word}")).await["total"], 1);
        }
        tokio::time::sleep(SEEN).await;
        for server in [&one, &other] {
            for (code, word) in codes.iter().zip(&words) {
                assert_eq!(found(server, word).await, [code.as_str()], "soon elsewhere");
                assert_eq!(facets(server, &format!("q={word}")).await["inStock"], 1);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_is_found_at_once_where_it_was_made_and_soon_elsewhere() {
    two_instances_follow_each_other(&Shop::new().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_in_one_data_folder_find_the_same() {
    let shop = Shop::new().await;
    let folder = shop.data_dir("shared");
    let shop = shop.with("DATA_DIR", folder.to_str().unwrap());
    two_instances_follow_each_other(&shop).await;
    assert!(folder.join("search").is_dir(), "one of them keeps its index there");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sold_out_leaves_the_search_for_what_is_in_stock_at_once() {
    let shop = Shop::new().await;
    let (buyer, word) = (customer(&shop).await, fresh_word());
    let (sold, left) = (product(&shop, &word, 2).await, product(&shop, &format!("{word} soap"), 2).await);
    let server = shop.start("a").await;
    let in_stock = format!("{word}?inStock=true");
    let available = async || facets(&server, &format!("q={word}")).await["inStock"].clone();
    assert_eq!((found(&server, &in_stock).await.len(), available().await), (2, json!(2)));
    for units in [1, 1] {
        place(&server, &buyer, &fresh_key(), &order_of(&[(&sold, units)])).ask().await.expect_status(201);
        let best = found(&server, &format!("{word}?sort=bestselling")).await;
        assert_eq!(best, [sold.clone(), left.clone()]);
    }
    assert_eq!((found(&server, &in_stock).await, available().await), (vec![left.clone()], json!(1)));
    let alerts = found(&server, &format!("{word}?stock=out")).await;
    assert_eq!((alerts, found(&server, &word).await.len()), (vec![sold], 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_found_when_its_answer_says_that_it_is_done() {
    const ROWS: usize = 1_000;
    let shop = Shop::new().await;
    let (owner, server, word) = (admin(&shop).await, shop.start("a").await, fresh_word());
    let sheet = (1..=ROWS).fold("productId,productName,price,stock\r\n".to_owned(), |mut sheet, number| {
        write!(sheet, "NEW-{number},{word} balm no. {number},1200,5\r\n").expect("a text");
        sheet
    });
    let request = server.post("/api/products/import").signed_in_as(&owner).header("Content-Type", "text/csv");
    let answer = request.header("Accept", "application/x-ndjson").timeout(Duration::from_secs(600)).body(sheet).ask().await;
    let last: Value = serde_json::from_str(answer.text.lines().last().unwrap()).unwrap();
    assert_eq!((&last["status"], &last["body"]["created"]), (&json!(200), &json!(ROWS)), "{last}");
    assert_eq!(facets(&server, &format!("q={word}")).await["total"], ROWS);
    assert_eq!(found(&server, &format!("{word}%20987?limit=1")).await, ["NEW-987"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_is_ready_when_its_index_is_built() {
    let shop = Shop::new().await;
    let code = product(&shop, "Rose water", 10).await;
    let locked = shop.database().client().await;
    locked.batch_execute("BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let server = test_harness::shop::Shop::start(&shop, "a").await;
    server.get("/healthz").ask().await.expect_status(200);
    let away = server.get("/readyz").ask().await.expect_problem(503, "service.not_ready");
    assert_eq!(away["away"], json!(["search"]));
    server.get("/api/products/search/rose").ask().await.expect_problem(503, "service.unavailable");
    locked.batch_execute("ROLLBACK").await.unwrap();
    server.search_stands().await;
    assert_eq!(found(&server, "rose").await, [code]);
    let ready = server.get("/readyz").ask().await.expect_status(200);
    assert_eq!(ready["notice"], Value::Null);
}

/// A search is refused rather than answered from an index that may be old.
#[tokio::test(flavor = "multi_thread")]
async fn an_index_that_cannot_follow_answers_nothing() {
    let shop = Shop::new().await;
    let (code, word) = (product(&shop, "Rose water", 10).await, fresh_word());
    let server = shop.start("a").await;
    let (writer, barrier) = (shop.database().client().await, shop.database().client().await);
    assert_eq!(found(&server, "rose").await, [code.as_str()]);
    barrier.batch_execute("BEGIN; LOCK TABLE catalogue_changes IN ACCESS EXCLUSIVE MODE").await.unwrap();
    tokio::time::sleep(SEEN).await;
    for path in ["/api/products", "/api/products/search/rose", "/api/products/facets", "/api/products/suggestions?q=rose"] {
        server.get(path).ask().await.expect_problem(503, "service.unavailable");
    }
    server.get(&format!("/api/products/{code}")).ask().await.expect_status(200);
    barrier.batch_execute("ROLLBACK").await.unwrap();
    writer.execute("UPDATE products SET name = $1, version = version + 1, updated_at = now()", &[&word]).await.unwrap();
    let deadline = Instant::now() + RECOVERED;
    let search = async || server.get(&format!("/api/products/search/{word}")).ask().await;
    while !search().await.text.contains(&format!("{code:?}")) {
        assert!(Instant::now() < deadline, "the change is never found");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Renames the product again and again until the server is killed; the names that were acknowledged or may have been written.
async fn rename_until_killed(server: &Instance, admin: &SignedInUser, code: &str, edits: &AtomicUsize) -> Vec<String> {
    let mut words = Vec::new();
    loop {
        words.push(fresh_word());
        let edit = json!({"productName": words.last(), "price": 1200, "lastPrice": 1200});
        let request = server.put(&format!("/api/products/update/{code}")).signed_in_as(admin).json(&edit);
        match request.try_ask().await {
            Ok(answer) => drop(answer.expect_status(200)),
            Err(_) => return words,
        }
        edits.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_among_changes_finds_what_is_there_after_its_restart() {
    let shop = Shop::new().await;
    let admin = admin(&shop).await;
    let codes = join_all((0..4).map(|_| product(&shop, "Rose water", 10))).await;
    for round in 0..6 {
        let (server, edits) = (shop.start("a").await, AtomicUsize::new(0));
        let writers = join_all(codes.iter().map(|code| rename_until_killed(&server, &admin, code, &edits)));
        let killer = async {
            while edits.load(Ordering::Relaxed) < 5 + 7 * round {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            server.signal(rustix::process::Signal::KILL);
        };
        let (words, ()) = tokio::join!(writers, killer);
        server.kill().await;
        // An edit past the server, while none follows the catalogue.
        let past = fresh_word();
        let database = shop.database().client().await;
        let rename = "UPDATE products SET name = $1, version = version + 1, updated_at = now() WHERE code = $2";
        database.execute(rename, &[&past, &codes[0]]).await.unwrap();

        let server = shop.start("a").await;
        for (code, words) in codes.iter().zip(words) {
            let name = server.get(&format!("/api/products/{code}")).ask().await.expect_status(200)["productName"].clone();
            for word in words.iter().chain([&past]) {
                let expected: Vec<String> = (name == word.as_str()).then(|| code.clone()).into_iter().collect();
                let found: Vec<String> = found(&server, word).await.into_iter().filter(|found| found == code).collect();
                assert_eq!(found, expected, "round {round}: {code} is called {name}");
            }
        }
        assert_eq!(facets(&server, "").await["total"], codes.len());
        server.kill().await;
    }
}
