//! Backups that releases made, restored by this program: the migrations since run on them, and the shop works.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::second_factor::make_owner;
use crate::shop::Shop;
use crate::users::{customer, log_in, register};

/// The most bytes of a fixture: it is in the repository for years.
const MOST: u64 = 300_000;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Restores a backup and does what customers and owners do.
async fn works(file: &Path) {
    let shop = Shop::new().await;
    let restored = shop.run("a", &["restore", file.to_str().unwrap()]).await;
    assert!(restored.status.success(), "{restored:?}");
    shop.is_in_order("a").await;
    let server = shop.start("a").await;
    let owner = log_in(&server, "owner@shop.example", "frangipani by the sea").await;
    let found = server.get("/api/products?q=rose").ask().await.expect_status(200);
    let code = found[0]["productId"].as_str().unwrap_or_else(|| panic!("no Rose water in {found}")).to_owned();
    let buyer = register(&server, "nimali@example.com", "temple flowers by night").await;
    let placed = place(&server, &buyer, &fresh_key(), &order_of(&[(&code, 2)])).ask().await.expect_status(201);
    let id = placed["order"]["orderId"].as_str().unwrap();
    for reader in [&buyer, &owner] {
        let read = server.get(&format!("/api/orders/{id}")).signed_in_as(reader).ask().await.expect_status(200);
        assert_eq!(read["status"], json!("processing"));
    }
    let cancel = server.post(&format!("/api/orders/{id}/cancel")).signed_in_as(&buyer).json(&json!({"reason": "ordered twice"}));
    cancel.ask().await.expect_status(200);
    let read = server.get(&format!("/api/orders/{id}")).signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!(read["status"], json!("cancelled"));
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_each_release_is_restored_and_works() {
    let files: Vec<PathBuf> = fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path()).collect();
    let backups: Vec<&PathBuf> = files.iter().filter(|file| file.extension().is_some_and(|end| end == "backup")).collect();
    assert!(!backups.is_empty(), "no backup in {}", fixtures().display());
    for file in backups {
        assert!(fs::metadata(file).unwrap().len() < MOST, "{} is too large", file.display());
        works(file).await;
    }
}

/// Makes the fixture of a release; see `docs/CONTRIBUTING.md`, Releases. `MAKE_FIXTURE` names the file.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes a file of the repository"]
async fn make_a_fixture() {
    let name = std::env::var("MAKE_FIXTURE").expect("MAKE_FIXTURE");
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    make_owner(&shop, &server).await;
    let wanted = product(&shop, "Rose water", 100).await;
    let buyer = customer(&shop).await;
    for units in 1..=3 {
        let placed = place(&server, &buyer, &fresh_key(), &order_of(&[(&wanted, units)])).ask().await.expect_status(201);
        if units == 3 {
            let id = placed["order"]["orderId"].as_str().unwrap();
            let cancel = server.post(&format!("/api/orders/{id}/cancel")).signed_in_as(&buyer).json(&json!({"reason": "ordered twice"}));
            cancel.ask().await.expect_status(200);
        }
    }
    let file = fixtures().join(name);
    fs::create_dir_all(fixtures()).unwrap();
    let made = shop.run("a", &["backup", file.to_str().unwrap()]).await;
    assert!(made.status.success(), "{made:?}");
    works(&file).await;
}
