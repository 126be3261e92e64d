//! Administrators are made by the command line and by the first start only.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use test_harness::shop::PUBLIC_URL;

use crate::shop::Shop;
use crate::users::{log_in, register};

const PASSWORD: &str = "frangipani by the sea";

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_makes_and_promotes_administrators() {
    let shop = Shop::new().await;
    let create = |email: &'static str, password: &'static str| ["admin", "create", "--email", email, "--password", password];
    let weak = shop.run("a", &create("owner@shop.example", "password")).await;
    assert_eq!(weak.status.code(), Some(1), "{weak:?}");
    let made = shop.run("a", &create("Owner@Shop.example", PASSWORD)).await;
    assert!(made.status.success(), "{made:?}");
    assert_eq!(made.stdout.trim(), "owner@shop.example is an administrator now.");
    let again = shop.run("a", &create("owner@shop.example", PASSWORD)).await;
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert!(!again.stderr.contains(PASSWORD), "{again:?}");
    assert!(again.stderr.contains("Anybody can register an address"), "{again:?}");
    let unknown = shop.run("b", &["admin", "promote", "--email", "nobody@example.com"]).await;
    assert_eq!(unknown.status.code(), Some(1), "{unknown:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn promoting_leaves_a_strangers_password_behind_and_prints_a_link_to_set_one() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let stranger = register(&server, "kasun@example.com", PASSWORD).await;
    server.get("/api/users").signed_in_as(&stranger).ask().await.expect_status(403);
    let promoted = shop.run("b", &["admin", "promote", "--email", "kasun@example.com"]).await;
    assert!(promoted.status.success(), "{promoted:?}");
    server.get("/api/users").signed_in_as(&stranger).ask().await.expect_status(401);
    let login = json!({"email": "kasun@example.com", "password": PASSWORD});
    server.post("/api/users/login").json(&login).ask().await.expect_problem(401, "auth.wrong_credentials");

    let link = promoted.stdout.lines().last().unwrap();
    let token = link.strip_prefix(&format!("{PUBLIC_URL}/reset-password#token=")).unwrap_or_else(|| panic!("{promoted:?}"));
    let set = json!({"token": token, "password": "another by the lagoon"});
    server.post("/api/users/reset-password").json(&set).ask().await.expect_status(200);
    let owner = log_in(&server, "kasun@example.com", "another by the lagoon").await;
    server.get("/api/users").signed_in_as(&owner).ask().await.expect_status(200);
    let again = shop.run("b", &["admin", "promote", "--email", "kasun@example.com"]).await;
    assert_eq!(again.stdout.trim(), "kasun@example.com is an administrator now.", "an administrator keeps their password");
    server.get("/api/users").signed_in_as(&owner).ask().await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_gets_a_link_that_sets_a_password_once_and_ends_sessions() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let session = register(&server, "kasun@example.com", PASSWORD).await;
    let issued = shop.run("b", &["admin", "reset-password", "kasun@example.com"]).await;
    assert!(issued.status.success(), "{issued:?}");
    server.get("/api/orders").signed_in_as(&session).ask().await.expect_status(200);
    log_in(&server, "kasun@example.com", PASSWORD).await;

    let link = issued.stdout.lines().last().unwrap();
    let token = link.strip_prefix(&format!("{PUBLIC_URL}/reset-password#token=")).unwrap_or_else(|| panic!("{issued:?}"));
    let set = json!({"token": token, "password": "another by the lagoon"});
    server.post("/api/users/reset-password").json(&set).ask().await.expect_status(200);
    server.post("/api/users/reset-password").json(&set).ask().await.expect_problem(422, "password_reset.invalid_link");
    server.get("/api/orders").signed_in_as(&session).ask().await.expect_status(401);
    log_in(&server, "kasun@example.com", "another by the lagoon").await;

    let unknown = shop.run("b", &["admin", "reset-password", "nobody@example.com"]).await;
    assert_eq!((unknown.status.code(), unknown.stdout.as_str()), (Some(1), ""), "{unknown:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn promoting_with_a_password_sets_it_and_an_administrators_own_stays() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    register(&server, "kasun@example.com", PASSWORD).await;
    let promote = |password: &'static str| ["admin", "promote", "--email", "kasun@example.com", "--password", password];
    let weak = shop.run("b", &promote("password")).await;
    assert_eq!(weak.status.code(), Some(1), "{weak:?}");
    let promoted = shop.run("b", &promote("another by the lagoon")).await;
    assert_eq!(promoted.stdout.trim(), "kasun@example.com is an administrator now.");
    let owner = log_in(&server, "kasun@example.com", "another by the lagoon").await;
    let again = shop.run("b", &promote("yet another one")).await;
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    server.get("/api/users").signed_in_as(&owner).ask().await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_makes_the_first_administrator_and_no_second() {
    let shop = Shop::new().await.with("ADMIN_EMAIL", "first@shop.example").with("ADMIN_PASSWORD", PASSWORD);
    let server = shop.start("a").await;
    let first = log_in(&server, "first@shop.example", PASSWORD).await;
    server.get("/api/users").signed_in_as(&first).ask().await.expect_status(200);
    assert!(server.terminate().await.success());

    let shop = shop.with("ADMIN_EMAIL", "second@shop.example");
    let server = shop.start("a").await;
    let second = json!({"email": "second@shop.example", "password": PASSWORD});
    server.post("/api/users/login").json(&second).ask().await.expect_status(401);
    log_in(&server, "first@shop.example", PASSWORD).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_administrator_does_not_get_the_first_ones_password() {
    let shop = Shop::new().await.with("ADMIN_EMAIL", "first@shop.example").with("ADMIN_PASSWORD", PASSWORD);
    let mut command = shop.program("a");
    command.args(["admin", "create", "--email", "second@shop.example"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut making = command.spawn().unwrap();
    making.stdin.take().unwrap().write_all(b"another by the lagoon\n").unwrap();
    assert!(making.wait().unwrap().success());
    let server = shop.start("a").await;
    log_in(&server, "second@shop.example", "another by the lagoon").await;
}
