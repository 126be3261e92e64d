//! A shop that reads from a streaming replica: its answers are as new as those of a shop without one, whatever the replica does.
//! `crates/adapter-postgres/tests/postgres/replica.rs` has the rules one by one.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use test_harness::instance::{Instance, free_port};
use testkit::replicated_server::ReplicatedServer;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::coherence::{SEEN, names, rename, seen, stocks};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// The reads that this server answered, of an instance that has its metrics here.
async fn reads(metrics: SocketAddr, place: &str) -> u64 {
    let text = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    let line = format!("database_reads_total{{place=\"{place}\"}} ");
    text.lines().find_map(|found| found.strip_prefix(&line)).unwrap_or_else(|| panic!("{line} in:\n{text}")).parse().unwrap()
}

/// Reads products until the replica answers one.
async fn until_the_replica_is_read(server: &Instance, metrics: SocketAddr) {
    let (begun, before) = (Instant::now(), reads(metrics, "replica").await);
    while reads(metrics, "replica").await == before {
        assert!(begun.elapsed() < Duration::from_secs(30), "the replica is not read");
        // A product that does not exist is in no memory.
        server.get(&format!("/api/products/NONE-{}", begun.elapsed().as_millis())).ask().await.expect_status(404);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_replica_does_answers_are_as_new_as_those_of_the_primary() {
    let mut servers = ReplicatedServer::start().await;
    let metrics = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let shop = Shop::replicated(&servers).await.with("METRICS_BIND", &metrics.to_string());
    let (code, admin, customer) = (product(&shop, "Rose water", 10).await, admin(&shop).await, customer(&shop).await);
    let server = shop.start("a").await;
    until_the_replica_is_read(&server, metrics).await;

    // It lacks all that follows.
    servers.pause().await;
    for round in 1..=2 {
        place(&server, &customer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.expect_status(201);
        assert_eq!(stocks(&seen(&server, &code).await), [10 - round; 3]);
        let name = format!("Rose water {round}");
        rename(&server, &admin, &code, &name).await;
        assert_eq!(names(&seen(&server, &code).await), [name.as_str(); 3]);
        let dashboard = server.get("/api/admin/overview").signed_in_as(&admin).ask().await.expect_status(200);
        assert_eq!(dashboard["orders"]["total"], json!(round), "an owner's own change before makes the report a new one");
    }
    shop.database().client().await.batch_execute("UPDATE products SET stock = 5").await.unwrap();
    tokio::time::sleep(SEEN).await;
    assert_eq!(stocks(&seen(&server, &code).await), [5; 3], "a change of others");
    servers.resume().await;
    until_the_replica_is_read(&server, metrics).await;
    assert_eq!(stocks(&seen(&server, &code).await), [5; 3]);

    servers.stop_replica();
    rename(&server, &admin, &code, "Rose oil").await;
    assert_eq!(names(&seen(&server, &code).await), ["Rose oil"; 3]);
    let ready = server.get("/readyz").ask().await.expect_status(200);
    assert!(ready["notice"].is_null() || ready["notice"] == "There is no answer from the replica of the database.", "{ready}");
    servers.start_replica();
    until_the_replica_is_read(&server, metrics).await;
    assert_eq!(names(&seen(&server, &code).await), ["Rose oil"; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_no_replica_of_the_shop_is_refused() {
    let servers = ReplicatedServer::start().await;
    let mut shop = Shop::replicated(&servers).await;
    let checked = shop.run("a", &["config", "check"]).await;
    assert!(checked.status.success() && checked.stdout.contains("  replica: answers, and is a copy of the database\n"), "{checked:?}");
    let away = format!("postgres://shop:hunter2@127.0.0.1:{}/shop", free_port());
    for (url, why) in [
        (servers.primary(shop.database().name()), "is no replica: it is not in recovery"),
        (servers.replica("postgres"), "has another database than DATABASE_URL"),
        (away, "the replica of DATABASE_READ_URL does not answer"),
    ] {
        shop = shop.with("DATABASE_READ_URL", &url);
        let checked = shop.run("a", &["config", "check"]).await;
        assert_eq!(checked.status.code(), Some(1), "{checked:?}");
        assert!(checked.stdout.contains("  replica: FAILED: ") && checked.stdout.contains(why), "{checked:?}");
        assert!(!format!("{checked:?}").contains("hunter2"), "{checked:?}");
    }
    // A replica that is away does not keep the shop closed.
    let server = shop.start("a").await;
    server.get("/readyz").ask().await.expect_status(200);
    drop(server);
    shop = shop.with("DATABASE_READ_URL", &servers.replica("postgres"));
    let refused = shop.run("a", &["serve"]).await;
    assert!(!refused.status.success() && refused.stderr.contains("has another database than DATABASE_URL"), "{refused:?}");
}
