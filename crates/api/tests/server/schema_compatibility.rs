//! A database that a later release has migrated: served while that release only added, refused once it has removed something
//! (docs/adr/0030-several-instances.md).

use std::time::{Duration, Instant};

use serde_json::Value;
use test_harness::answer::Ask as _;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::customer;

/// An expanding migration of a later release.
const EXPANDED: &str = "ALTER TABLE orders ADD COLUMN gift_note text NOT NULL DEFAULT '';
    CREATE TABLE gift_cards (code text CONSTRAINT gift_cards_pkey PRIMARY KEY);
    INSERT INTO __diesel_schema_migrations (version) VALUES ('20990101000100')";
/// What a later release notes before its contracting migration.
const CONTRACTED: &str = "UPDATE schema_compatibility SET lowest_generation = lowest_generation + 1, version = '9.0.0';
    INSERT INTO __diesel_schema_migrations (version) VALUES ('20990102000100')";

#[tokio::test(flavor = "multi_thread")]
async fn an_older_release_serves_beside_an_expanded_database_and_not_a_contracted_one() {
    // Any port: the start that is refused comes after the look at the address.
    let shop = Shop::new().await.with("BIND", "127.0.0.1:0");
    let client = shop.database().client().await;
    client.batch_execute(EXPANDED).await.unwrap();
    let server = shop.start("a").await;
    let (wanted, buyer) = (product(&shop, "Rose water", 10).await, customer(&shop).await);
    place(&server, &buyer, &fresh_key(), &order_of(&[(&wanted, 1)])).ask().await.expect_status(201);
    server.get("/readyz").ask().await.expect_status(200);
    shop.is_in_order("b").await;

    client.batch_execute(CONTRACTED).await.unwrap();
    let removed = "version 9.0.0 of the shop has removed from the database what this version";
    let deadline = Instant::now() + Duration::from_secs(60);
    let problem: Value = loop {
        let answer = server.get("/readyz").ask().await;
        if answer.status != 200 {
            break answer.expect_problem(503, "service.not_ready");
        }
        assert!(Instant::now() < deadline, "/readyz does not say so");
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    assert!(problem["message"].as_str().unwrap().contains(removed), "{problem}");
    for command in [&["serve"][..], &["migrate"], &["migrate", "--plan"], &["doctor"]] {
        let refused = shop.run("c", command).await;
        assert_eq!(refused.status.code(), Some(1), "{command:?}: {refused:?}");
        assert!(refused.stderr.contains(removed) && refused.stderr.contains("start version 9.0.0 or a later one"), "{refused:?}");
    }
}
