//! Setting up a new shop in the browser, by the link that its start printed.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use test_harness::shop::PUBLIC_URL;

use crate::shop::Shop;
use crate::users::log_in;

const PASSWORD: &str = "frangipani by the sea";

/// The tokens that the starts of this process have printed so far, oldest first.
fn tokens(server: &Instance) -> Vec<String> {
    let link = format!("{PUBLIC_URL}/setup#token=");
    server.log().lines().filter_map(|line| line.strip_prefix(&link).map(ToOwned::to_owned)).collect()
}

/// The token of the present start, which is printed after the line that the harness waits for.
pub(crate) async fn token(server: &Instance, starts: usize) -> String {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(token) = tokens(server).get(starts - 1) {
            return token.clone();
        }
        assert!(Instant::now() < deadline, "no link: {}", server.log());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn body(token: &str, email: &str, data: &str) -> Value {
    let owner = json!({"email": email, "firstName": "Ayesha", "lastName": "Silva", "password": PASSWORD});
    json!({"token": token, "owner": owner, "shopName": "Kiri Cosmetics", "data": data})
}

/// Sets up the shop; the lines of the answer.
pub(crate) async fn set_up(server: &Instance, body: &Value) -> Vec<Value> {
    let answer = server.post("/api/setup").json(body).ask().await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

async fn is_open(server: &Instance) -> bool {
    server.get("/api/setup").ask().await.expect_status(200)["open"] == true
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_set_ups_at_once_make_one_owner_and_then_there_is_no_such_call() {
    let shop = Shop::new().await;
    let (one, other) = (shop.start("a").await, shop.start("b").await);
    let (first, newest) = (token(&one, 1).await, token(&other, 1).await);
    assert!(newest.len() >= 22, "at least 128 bits in base64: {newest}");
    assert!(is_open(&one).await && is_open(&other).await);
    let dead = body(&first, "owner@kiri.example", "empty");
    one.post("/api/setup").json(&dead).ask().await.expect_problem(403, "setup.link_invalid");

    // The newest link works at both instances.
    let bodies: Vec<Value> = (0..20).map(|n| body(&newest, &format!("owner{n}@kiri.example"), "empty")).collect();
    let all = bodies.iter().enumerate().map(|(n, body)| set_up_or_refuse(if n % 2 == 0 { &one } else { &other }, body));
    let outcomes = futures_util::future::join_all(all).await;
    let owners: Vec<&Value> = outcomes.iter().filter(|last| last["token"].is_string()).collect();
    assert_eq!(owners.len(), 1, "{outcomes:?}");
    assert!(outcomes.iter().all(|last| last["token"].is_string() || last["status"] == 404 || last["status"] == 503), "{outcomes:?}");

    for server in [&one, &other] {
        assert!(!is_open(server).await);
        server.post("/api/setup").json(&bodies[0]).ask().await.expect_problem(404, "setup.closed");
        let owner = log_in(server, owners[0]["user"]["email"].as_str().unwrap(), PASSWORD).await;
        let users = server.get("/api/users").signed_in_as(&owner).ask().await.expect_status(200);
        assert_eq!(users.as_array().map(Vec::len), Some(1), "{users}");
    }
    drop((one, other));
    let again = shop.start("a").await;
    assert!(!is_open(&again).await);
    assert_eq!(tokens(&again).len(), 1, "a shop with an owner prints no link");
    shop.is_in_order("a").await;
}

/// The last line of a set-up, or its refusal before the first line.
async fn set_up_or_refuse(server: &Instance, body: &Value) -> Value {
    let answer = server.post("/api/setup").json(body).ask().await;
    serde_json::from_str(answer.text.lines().last().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_begins_with_demo_products_and_an_owner_of_its_own() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let token = token(&server, 1).await;
    assert_eq!(server.get("/robots.txt").ask().await.text, "User-agent: *\nDisallow: /\n");
    let lines = set_up(&server, &body(&token, "Owner@Kiri.example", "demo")).await;
    let steps: Vec<&str> = lines.iter().filter_map(|line| line["step"].as_str()).collect();
    for step in ["pictures", "shop", "customers", "products", "orders"] {
        assert!(steps.contains(&step), "{step}: {steps:?}");
    }
    let last = lines.last().unwrap();
    assert_eq!((&last["user"]["email"], &last["user"]["role"]), (&json!("owner@kiri.example"), &json!("owner")));
    let owner = last["token"].as_str().unwrap();
    let overview = server.get("/api/admin/overview").bearer_auth(owner).ask().await.expect_status(200);
    assert!(overview["products"]["total"].as_u64() > Some(30) && overview["orders"]["total"] == 60, "{overview}");
    assert_eq!(overview["customers"]["administrators"], 1, "there is no demo administrator");
    let checklist = server.get("/api/admin/checklist").bearer_auth(owner).ask().await.expect_status(200);
    assert_eq!(checklist, json!({"logo": false, "product": true, "delivery": false, "payment": false, "mail": false}));
    let log = server.log();
    let printed: Vec<&str> = log.lines().filter(|line| line.contains(&token)).collect();
    assert_eq!(printed, [format!("{PUBLIC_URL}/setup#token={token}")], "the token is printed once and never logged");
    assert!(server.terminate().await.success());
    shop.is_in_order("a").await;
    let demo = shop.run("a", &["demo"]).await;
    assert_eq!(demo.status.code(), Some(1), "a shop of an owner is not filled again: {demo:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_start_prints_a_new_link_until_there_is_an_administrator() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let first = token(&server, 1).await;
    assert!(server.terminate().await.success());
    let server = shop.start("a").await;
    let second = token(&server, 2).await;
    assert_ne!(first, second);
    let rows = shop.database().client().await.query("SELECT secret_hash FROM shop_setup", &[]).await.unwrap();
    assert_eq!((rows.len(), rows[0].get::<_, Vec<u8>>(0).len()), (1, 32), "the hash alone is kept");
    let body = body(&first, "owner@kiri.example", "empty");
    server.post("/api/setup").json(&body).ask().await.expect_problem(403, "setup.link_invalid");

    let made = shop.run("b", &["admin", "create", "--email", "owner@kiri.example", "--password", PASSWORD]).await;
    assert!(made.status.success(), "{made:?}");
    assert!(!is_open(&server).await);
    server.post("/api/setup").json(&body).ask().await.expect_problem(404, "setup.closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_with_a_first_administrator_or_a_demo_prints_no_link() {
    let shop = Shop::new().await.with("ADMIN_EMAIL", "first@kiri.example").with("ADMIN_PASSWORD", PASSWORD);
    let server = shop.start("a").await;
    assert!(!is_open(&server).await);
    assert_eq!(tokens(&server), [""; 0]);
    assert!(server.terminate().await.success());
}
