//! Line breaks and control characters in input end neither a mail's header nor a line of the log.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use test_harness::shop::PUBLIC_URL;

use crate::shop::Shop;
use crate::users::register;

/// The mails of the process of this name.
fn mails(shop: &Shop, name: &str) -> Vec<String> {
    let Ok(folder) = fs::read_dir(shop.data_dir(name).join("mail")) else { return Vec::new() };
    let files = folder.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "eml"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

async fn mails_once(shop: &Shop, name: &str, number: usize) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(60);
    while mails(shop, name).len() < number {
        assert!(Instant::now() < deadline, "only {} mails", mails(shop, name).len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    mails(shop, name)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_adds_headers_to_the_shops_mail() {
    let shop = Shop::new().await.with("SHOP_EMAIL", "hello@shop.example");
    let server = shop.start("a").await;
    let names =
        ["Eve\r\nBcc: all@example.com", "Eve\nBcc: all@example.com", "Eve\rBcc: all@example.com", "Eve\u{2028}Bcc: all@example.com"];
    let message = |name| json!({"name": name, "email": "eve@example.com", "message": "Hello there\r\n\r\nBcc: all@example.com\r\n.\r\nMAIL FROM:<x>"});
    for name in names {
        let refused = server.post("/api/contact").json(&message(name)).ask().await.expect_problem(422, "request.invalid");
        assert!(refused["errors"]["name"].is_array(), "{refused}");
    }
    server.post("/api/contact").json(&message("Eve Bcc: all@example.com")).ask().await.expect_status(202);
    for mail in mails_once(&shop, "a", 1).await {
        let (head, _) = mail.split_once("\r\n\r\n").expect("a head and a body");
        let fields: Vec<&str> = head.lines().filter(|line| !line.starts_with([' ', '\t'])).collect();
        assert!(fields.iter().all(|field| !field.to_lowercase().starts_with("bcc:") && !field.starts_with("MAIL FROM")), "{head}");
        assert_eq!(fields.iter().filter(|field| field.starts_with("To: hello@shop.example")).count(), 1, "{head}");
        assert_eq!(fields.iter().filter(|field| field.starts_with("Subject: ")).count(), 1, "{head}");
    }
    for email in
        ["eve@example.com\r\nBcc: all@example.com", "eve@example.com\n", "\"eve\r\n\"@example.com", "eve@example.com,all@example.com"]
    {
        let message = json!({"name": "Eve", "email": email, "message": "Hello there, shop"});
        let answer = server.post("/api/contact").json(&message).ask().await;
        // White space at the end is removed, as in every field.
        assert!(answer.status == 422 || (email.trim() == "eve@example.com" && answer.status == 202), "{email:?}: {}", answer.text);
        assert_ne!(server.post("/api/users/forgot-password").json(&json!({"email": email})).ask().await.status, 500);
    }
}

/// Sends every kind of request that is logged, with control characters in every value of the client.
async fn mischief(server: &Instance) {
    const BREAK: &str = "\u{1b}[31m\r\n2026-01-01T00:00:00Z  INFO forged: owned\u{7}";
    let encoded = "%1b%5b31m%0d%0a2026-01-01T00:00:00Z%20INFO%20forged";
    for path in ["/api/products/", "/api/products/search/", "/images/", "/products/productinfo/", "/api/orders/", "/"] {
        server.get(&format!("{path}{encoded}?q={encoded}")).send().await.unwrap();
    }
    for body in [
        json!({"firstName": BREAK, "lastName": BREAK, "email": "forger@example.com", "password": "frangipani by the sea", "profilePicture": ""}),
        json!({"email": BREAK, "password": BREAK}),
    ] {
        server.post("/api/users").json(&body).send().await.unwrap();
        server.post("/api/users/login").json(&body).send().await.unwrap();
    }
    register(server, "forger@example.com", "frangipani by the sea").await;
    for name in [BREAK, "Eve"] {
        let contact = json!({"name": name, "email": "forger@example.com", "message": BREAK});
        server.post("/api/contact").json(&contact).send().await.unwrap();
    }
    server.post("/api/users/google").json(&json!({"token": "forged"})).send().await.unwrap();
    let odd = server.get("/healthz").header("X-Request-Id", "forged: owned").header("User-Agent", "forged").header("Referer", "forged");
    odd.send().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_writes_lines_into_the_log() {
    for format in ["json", "pretty"] {
        let shop = Shop::new().await.with("LOG_FORMAT", format);
        let server = shop.start(format).await;
        mischief(&server).await;
        assert!(server.terminate().await.success());
        let log = shop.log(format);
        let answered = log.lines().filter(|line| line.contains("answered")).count();
        assert!(answered >= 12, "a line per request: {log}");
        for told in ["forged", "owned", "forger@example.com", "frangipani"] {
            assert!(!log.contains(told), "{told} in {log}");
        }
        let printed = ["The shop is open at", "It has no owner yet", &format!("{PUBLIC_URL}/setup#token=")];
        for line in log.lines().filter(|line| !printed.iter().any(|start| line.starts_with(start))) {
            let begins_well = line.starts_with(if format == "json" { "{\"timestamp\":\"20" } else { "20" });
            assert!(begins_well, "{line:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_is_logged_with_its_name_and_nothing_personal() {
    let shop = Shop::new().await.with("LOG_FORMAT", "json");
    let server = shop.start("a").await;
    let answer = server.get("/api/orders/ARA-2222-2222?email=nimali@example.com").ask().await;
    assert_eq!(answer.status, 401);
    let id = answer.header("x-request-id").to_owned();
    assert!(server.terminate().await.success());
    let log = shop.log("a");
    let line = log.lines().find(|line| line.contains(&id)).expect("a line for the request");
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((&line["level"], &line["target"]), (&json!("INFO"), &json!("access")));
    let fields = &line["fields"];
    assert_eq!((&fields["method"], &fields["route"], &fields["status"]), (&json!("GET"), &json!("/api/orders/{orderId}"), &json!(401)));
    assert!(fields["ms"].as_f64().is_some_and(|ms| ms >= 0.0), "{fields}");
    assert!(!log.contains("nimali") && !log.contains("2222"), "{log}");
}
