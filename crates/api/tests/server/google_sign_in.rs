//! Third-party sign-in with a provider on this machine, whose tokens name the user.

use futures_util::future::join_all;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::checkout::count;
use crate::shop::Shop;
use crate::users::{admin, register};

const PASSWORD: &str = "frangipani by the sea";

/// Starts a provider. A token is `<sub>:<e-mail>`, with the prefix `!` when it was issued to another client and the suffix `~<hd>`
/// when the provider hosts the domain.
async fn provider() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream));
        }
    });
    base
}

async fn answer(mut stream: TcpStream) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { return };
        head.push(byte);
    }
    let head = String::from_utf8(head).unwrap();
    let (status, body) = claims(&head).map_or_else(|| (400, json!({"error": "invalid_token"})), |claims| (200, claims));
    let body = body.to_string();
    let answer = format!("HTTP/1.1 {status} x\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    stream.write_all(answer.as_bytes()).await.unwrap();
}

fn claims(head: &str) -> Option<Value> {
    if let Some(query) = head.strip_prefix("GET /tokeninfo?access_token=") {
        let token = query.split(' ').next()?.replace("%3A", ":").replace("%40", "@").replace("%21", "!");
        let client = if token.starts_with('!') { "another-shop" } else { "shop" };
        let (sub, _) = token.trim_start_matches('!').split_once(':')?;
        return Some(json!({"aud": client, "azp": client, "sub": sub, "expires_in": "3599"}));
    }
    let token = head.lines().find_map(|line| line.strip_prefix("authorization: Bearer "))?;
    let (sub, email) = token.trim_start_matches('!').split_once(':')?;
    let (email, hd) = email.split_once('~').map_or((email, None), |(email, hd)| (email, Some(hd)));
    Some(json!({"sub": sub, "email": email, "email_verified": true, "hd": hd, "given_name": "Nimali", "family_name": "Perera"}))
}

/// A shop that is a client of this provider and treats it as Google.
async fn shop() -> Shop {
    let base = provider().await;
    let url = |path: &str| format!("{base}{path}");
    let shop = Shop::new().await.with("OAUTH_CLIENT_ID", "shop").with("OAUTH_CLIENT_SECRET", "secret");
    shop.with("OAUTH_TOKEN_URL", &url("/token"))
        .with("OAUTH_TOKENINFO_URL", &url("/tokeninfo"))
        .with("OAUTH_USERINFO_URL", &url("/userinfo"))
}

async fn come(server: &Instance, token: &str) -> Answer {
    server.post("/api/users/google").json(&json!({"token": token})).ask().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_time_makes_an_account_and_the_second_enters_it() {
    let shop = shop().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let config = one.get("/api/users/google/config").ask().await.expect_status(200);
    assert_eq!((&config["enabled"], &config["clientId"]), (&json!(true), &json!("shop")));

    let token = "1:nimali@gmail.com";
    let coming = (0..6).map(|n| come(if n % 2 == 0 { &one } else { &other }, token));
    let answers: Vec<u16> = join_all(coming).await.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(answers.iter().filter(|status| **status == 201).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 5, "{answers:?}");
    assert_eq!(count(&shop, "SELECT count(*) FROM users").await, 1);

    let entered = come(&other, token).await.expect_status(200);
    let person = SignedInUser { email: "nimali@gmail.com".to_owned(), token: entered["token"].as_str().unwrap().to_owned() };
    let detail = one.get("/api/users/userdetail").signed_in_as(&person).ask().await.expect_status(200);
    assert_eq!((&detail["name"], &detail["type"]), (&json!("Nimali Perera"), &json!("customer")));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_enters_an_account_that_is_not_theirs() {
    let shop = shop().await;
    let admin = admin(&shop).await;
    let server = shop.start("a").await;
    come(&server, "!1:nimali@gmail.com").await.expect_problem(401, "auth.provider_refused");
    come(&server, "garbage").await.expect_problem(401, "auth.provider_refused");
    assert_eq!(count(&shop, "SELECT count(*) FROM users WHERE user_type = 'customer'").await, 0);

    // Another person registered with the address. Only the provider may give the account to its owner, without that person's password.
    let squatter = register(&server, "kasun@example.com", PASSWORD).await;
    come(&server, "2:kasun@example.com").await.expect_problem(409, "user.email_taken");
    server.get("/api/orders").signed_in_as(&squatter).ask().await.expect_status(200);
    let squatter = register(&server, "kasun@gmail.com", PASSWORD).await;
    come(&server, "3:kasun@gmail.com").await.expect_status(200);
    server.get("/api/orders").signed_in_as(&squatter).ask().await.expect_status(401);
    let login = json!({"email": "kasun@gmail.com", "password": PASSWORD});
    server.post("/api/users/login").json(&login).ask().await.expect_status(401);
    come(&server, "4:kasun@gmail.com").await.expect_problem(409, "user.email_taken");

    server
        .put("/api/users")
        .signed_in_as(&admin)
        .json(&json!({"email": "kasun@gmail.com", "isBlocked": true}))
        .ask()
        .await
        .expect_status(200);
    let blocked = come(&server, "3:kasun@gmail.com").await.expect_problem(403, "auth.blocked");
    assert_eq!(blocked["message"], "Your account has been blocked. Contact support.");
    come(&server, &format!("5:{}", admin.email)).await.expect_problem(403, "auth.provider_admin");
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_google_hands_an_unverified_account_over_and_only_in_its_own_domains() {
    let shop = shop().await;
    let server = shop.start("a").await;
    register(&server, "kasun@shop.example", PASSWORD).await;
    come(&server, "1:kasun@shop.example~other.example").await.expect_problem(409, "user.email_taken");
    come(&server, "1:kasun@shop.example~shop.example").await.expect_status(200);
    register(&server, "kasun@gmail.com", PASSWORD).await;
    register(&server, "nimali@shop.example", PASSWORD).await;
    let shop = shop.with("OAUTH_AUTHORIZE_URL", "https://login.example/authorize");
    let server = shop.start("b").await;
    come(&server, "2:kasun@gmail.com").await.expect_problem(409, "user.email_taken");
    come(&server, "3:nimali@shop.example~shop.example").await.expect_problem(409, "user.email_taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_without_a_provider_or_with_one_that_is_away_says_so() {
    let plain = Shop::new().await;
    let server = plain.start("a").await;
    let config = server.get("/api/users/google/config").ask().await.expect_status(200);
    assert_eq!((&config["enabled"], &config["clientId"]), (&json!(false), &Value::Null));
    come(&server, "1:nimali@gmail.com").await.expect_problem(503, "auth.provider_not_configured");

    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let away = format!("http://{}/", unused.local_addr().unwrap());
    drop(unused);
    let shop = shop().await.with("OAUTH_TOKENINFO_URL", &away);
    come(&shop.start("a").await, "1:nimali@gmail.com").await.expect_problem(503, "auth.provider_unavailable");
}
