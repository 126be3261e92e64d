//! Setting up a new shop over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::test::TestRequest;
use domain::accounts::user::PasswordHash;
use domain::setup::{MockSetupRepository, NewShop, SetupError, SetupPart, SetupStep, SetupWatcher, ShopData};
use domain::shared::ports::PortError;
use serde_json::{Value, json};

use crate::people::admin;
use crate::shop::Shop;
use crate::site::Site;
use crate::wire::{Answer, get, post};

/// A shop that waits for its set-up; the token `good` sets it up.
fn new() -> Shop {
    let (mut shop, mut setup) = (Shop::new(), MockSetupRepository::new());
    setup.expect_is_open().returning(|| Ok(true));
    setup.expect_check_link().returning(|secret| if secret.expose() == "good" { Ok(()) } else { Err(SetupError::WrongLink) });
    shop.setup = Some(Box::new(setup));
    shop.hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".to_owned())));
    shop.sessions.expect_open().returning(|_, _| Ok(true));
    shop
}

fn body(token: &str) -> Value {
    let owner = json!({"email": "Owner@Kiri.example", "firstName": "Ayesha", "lastName": "Silva", "password": "temple flowers"});
    json!({"token": token, "owner": owner, "shopName": "Kiri Cosmetics", "data": "demo"})
}

fn lines(answer: &Answer) -> Vec<Value> {
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[actix_web::test]
async fn a_shop_is_set_up_line_by_line_and_its_owner_signed_in() {
    let mut shop = new();
    shop.creator.expect_create_shop().once().returning(|shop: &NewShop, watcher: &SetupWatcher| {
        assert_eq!((shop.owner.email.as_str(), shop.name.as_str(), shop.data), ("owner@kiri.example", "Kiri Cosmetics", ShopData::Demo));
        for done in [0, 1] {
            watcher(SetupStep { part: SetupPart::Products, done, of: 2 });
        }
        Ok(admin().user)
    });
    let answer = shop.answer(post("/api/setup", &body("good"))).await;
    assert_eq!((answer.status, answer.header("content-type"), answer.is_personal()), (200, "application/x-ndjson", true));
    let lines = lines(&answer);
    assert_eq!(lines[..2], [json!({"step": "products", "done": 0, "of": 2}), json!({"step": "products", "done": 1, "of": 2})]);
    let last = &lines[2];
    assert_eq!((lines.len(), &last["message"], &last["blocked"]), (3, &json!("Your shop is ready."), &json!(false)));
    assert_eq!((&last["user"]["role"], &last["token"]), (&json!("owner"), &json!("token of Ayesha Silva")));
}

#[actix_web::test]
async fn a_problem_after_the_beginning_is_the_last_line() {
    let refusals: [(fn() -> SetupError, _, _); 4] = [
        (|| SetupError::Closed, 404, "setup.closed"),
        (|| SetupError::WrongLink, 403, "setup.link_invalid"),
        (|| SetupError::EmailTaken, 409, "user.email_taken"),
        (|| PortError::unavailable("gone").into(), 503, "service.unavailable"),
    ];
    for (refusal, status, code) in refusals {
        let mut shop = new();
        shop.creator.expect_create_shop().returning(move |_, _| Err(refusal()));
        let answer = shop.answer(post("/api/setup", &body("good"))).await;
        let lines = lines(&answer);
        assert_eq!((answer.status, lines.len()), (200, 1));
        assert_eq!((&lines[0]["status"], &lines[0]["code"]), (&json!(status), &json!(code)));
        assert_eq!(lines[0]["requestId"], answer.header("x-request-id"));
    }
}

#[actix_web::test]
async fn the_token_comes_before_the_fields() {
    let shop = new().open().await;
    let wrong = shop.answer(post("/api/setup", &json!({"token": "bad"}))).await;
    assert_eq!(wrong.problem(403), "setup.link_invalid");
    assert_eq!(shop.answer(post("/api/setup", &json!({}))).await.wrong_fields(), ["token"]);
    let all = ["data", "owner.email", "owner.firstName", "owner.lastName", "owner.password", "shopName"];
    assert_eq!(shop.answer(post("/api/setup", &json!({"token": "good"}))).await.wrong_fields(), all);
    let owner = json!({"email": "owner", "firstName": " ", "lastName": "Silva", "password": "password"});
    let wrong = json!({"token": "good", "owner": owner, "shopName": "x".repeat(61), "data": "half"});
    let fields = ["data", "owner.email", "owner.firstName", "owner.password", "shopName"];
    assert_eq!(shop.answer(post("/api/setup", &wrong)).await.wrong_fields(), fields);
}

#[actix_web::test]
async fn five_wrong_tokens_a_minute_are_allowed_and_right_ones_are_not_counted() {
    let mut shop = new();
    shop.config.rate_limit_scale = 1.0;
    let shop = shop.open().await;
    for _ in 0..20 {
        assert_eq!(shop.answer(post("/api/setup", &json!({"token": "good"}))).await.status, 422);
    }
    for _ in 0..5 {
        assert_eq!(shop.answer(post("/api/setup", &body("bad"))).await.status, 403);
    }
    let refused = shop.answer(post("/api/setup", &body("bad"))).await;
    assert_eq!(refused.problem(429), "request.too_many");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    assert_eq!(shop.answer(post("/api/setup", &json!({"token": "good"}))).await.status, 422);
}

#[actix_web::test]
async fn a_shop_with_an_administrator_has_no_such_call() {
    let shop = Shop::new().open().await;
    assert_eq!(shop.answer(get("/api/setup")).await.json(), json!({"open": false}));
    for request in [post("/api/setup", &body("good")), post("/api/setup", &json!([])), TestRequest::post().uri("/api/setup")] {
        assert_eq!(shop.answer(request).await.problem(404), "setup.closed");
    }
    assert_eq!(new().answer(get("/api/setup")).await.json(), json!({"open": true}));
}

#[actix_web::test]
async fn nothing_is_indexed_until_then() {
    let (mut shop, mut setup) = (Shop::new(), MockSetupRepository::new());
    let is_open = Arc::new(AtomicBool::new(true));
    let state = is_open.clone();
    setup.expect_is_open().returning(move || Ok(state.load(Ordering::Relaxed)));
    shop.setup = Some(Box::new(setup));
    let site = Site::open(shop, None).await;
    assert_eq!(site.get("/robots.txt").await.text(), "User-agent: *\nDisallow: /\n");
    for page in ["/contact", "/login", "/setup", "/nothing-here"] {
        assert_eq!(site.get(page).await.header("x-robots-tag"), "noindex", "{page}");
    }
    is_open.store(false, Ordering::Relaxed);
    assert_eq!(site.get("/contact").await.header("x-robots-tag"), "");
    assert!(site.get("/robots.txt").await.text().contains("Disallow: /setup\n"));
}
