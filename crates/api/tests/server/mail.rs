//! Mails of the shop: messages from the contact page, and links that set a new password.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;
use test_harness::shop::PUBLIC_URL;

use crate::checkout::count;
use crate::shop::Shop;
use crate::users::{customer, log_in, register};

const PASSWORD: &str = "frangipani by the sea";

/// The mails that the process of this name has written, the oldest first, but for those of registrations (`outbox.rs`).
fn mails(shop: &Shop, name: &str) -> Vec<String> {
    let Ok(folder) = fs::read_dir(shop.data_dir(name).join("mail")) else { return Vec::new() };
    let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "eml")).collect();
    files.sort();
    let mails = files.iter().map(|path| fs::read_to_string(path).unwrap());
    mails.filter(|mail| !mail.contains("Subject: Confirm your e-mail address")).collect()
}

/// Waits until there are this many.
async fn mails_once(shop: &Shop, name: &str, number: usize) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let mails = mails(shop, name);
        if mails.len() >= number {
            assert_eq!(mails.len(), number, "{mails:?}");
            return mails;
        }
        assert!(Instant::now() < deadline, "only {} mails", mails.len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn write(server: &Instance) -> Answer {
    let message = json!({"name": "Nimali", "email": "nimali@example.com", "message": "Do you deliver to Jaffna?"});
    server.post("/api/contact").json(&message).ask().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_reaches_the_shop_and_the_answer_its_writer() {
    let shop = Shop::new().await.with("SHOP_EMAIL", "hello@shop.example").with("MAIL_FROM", "Araliya <web@shop.example>");
    let server = shop.start("a").await;
    assert_eq!(write(&server).await.expect_status(202), json!({"message": "Message sent successfully!"}));
    let mail = mails_once(&shop, "a", 1).await.remove(0);
    for line in ["To: hello@shop.example", "Reply-To: nimali@example.com", "Subject: Message from Nimali", "Do you deliver to Jaffna?"] {
        assert!(mail.lines().any(|l| l == line), "{line} in {mail}");
    }
    assert!(mail.contains("From: Araliya <web@shop.example>") || mail.contains("From: \"Araliya\" <web@shop.example>"), "{mail}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_away_loses_no_message() {
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", unused.local_addr().unwrap());
    drop(unused);
    let shop = Shop::new().await.with("SMTP_URL", &url);
    let server = shop.start("a").await;
    write(&server).await.expect_status(202);
    let waiting = "SELECT count(*) FROM contact_messages WHERE mailed_at IS NULL AND mail_attempts = 1 AND next_mail_at > now()";
    while count(&shop, waiting).await < 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(server.terminate().await.success());

    let due = "UPDATE contact_messages SET next_mail_at = now()";
    shop.database().client().await.batch_execute(due).await.unwrap();
    let shop = shop.with("SMTP_URL", "");
    let (_one, _other) = tokio::join!(shop.start("a"), shop.start("b"));
    while count(&shop, "SELECT count(*) FROM contact_messages WHERE mailed_at IS NOT NULL").await < 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(mails(&shop, "a").len() + mails(&shop, "b").len(), 1, "one of them mailed it");
}

async fn forget(server: &Instance, email: &str) {
    let answer = server.post("/api/users/forgot-password").json(&json!({"email": email})).ask().await.expect_status(202);
    assert_eq!(
        answer,
        json!({"message": "This shop is not connected to a mail server yet, so it cannot send you a link. Please contact the shop."})
    );
}

/// The secret in the link of a mail.
fn token_in(mail: &str) -> String {
    let start = format!("{PUBLIC_URL}/reset-password#token=");
    mail.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no link in {mail}")).to_owned()
}

async fn reset(server: &Instance, token: &str, password: &str) -> Answer {
    server.post("/api/users/reset-password").json(&json!({"token": token, "password": password})).ask().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_sets_the_password_once_and_ends_every_session_everywhere() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let person = register(&one, "kasun@example.com", PASSWORD).await;
    let bystander = customer(&shop).await;
    forget(&one, "nobody@example.com").await;
    forget(&one, "Kasun@Example.com").await;
    let stale = token_in(&mails_once(&shop, "a", 1).await[0]);
    forget(&other, "kasun@example.com").await;
    let token = token_in(&mails_once(&shop, "b", 1).await[0]);

    reset(&one, &stale, "a new one").await.expect_problem(422, "password_reset.invalid_link");
    let weak = reset(&one, &token, "password").await.expect_problem(422, "request.invalid");
    assert!(weak["errors"]["password"].is_array(), "{weak}");
    other.get("/api/orders").signed_in_as(&person).ask().await.expect_status(200);
    reset(&one, &token, "a new one").await.expect_status(200);
    for server in [&one, &other] {
        server.get("/api/orders").signed_in_as(&person).ask().await.expect_status(401);
        server.get("/api/orders").signed_in_as(&bystander).ask().await.expect_status(200);
    }
    let dead = reset(&other, &token, "another one").await.expect_problem(422, "password_reset.invalid_link");
    assert!(dead["errors"]["token"].is_array(), "{dead}");
    let old = json!({"email": "kasun@example.com", "password": PASSWORD});
    other.post("/api/users/login").json(&old).ask().await.expect_status(401);
    log_in(&other, "kasun@example.com", "a new one").await;
    shop.is_in_order("a").await;
    let secrets = "SELECT count(*) FROM password_resets WHERE position(secret_hash IN $1) > 0 OR encode(secret_hash, 'escape') = $2";
    let rows = shop.database().client().await.query_one(secrets, &[&token.as_bytes(), &token]).await.unwrap();
    assert_eq!(rows.get::<_, i64>(0), 0, "the secret itself is not kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_mailed_three_links_an_hour_and_nobody_is_told() {
    let shop = Shop::new().await.with("RATE_LIMIT_SCALE", "1");
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    register(&one, "kasun@example.com", PASSWORD).await;
    for _ in 0..4 {
        forget(&one, "kasun@example.com").await;
        forget(&other, "kasun@example.com").await;
    }
    for server in [one, other] {
        assert!(server.terminate().await.success());
    }
    assert_eq!(mails(&shop, "a").len() + mails(&shop, "b").len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_was_promised_is_mailed_before_the_end() {
    let shop = Shop::new().await;
    let mut server = shop.start("a").await;
    register(&server, "kasun@example.com", PASSWORD).await;
    forget(&server, "kasun@example.com").await;
    server.signal(Signal::TERM);
    assert_eq!(server.exited().await.code(), Some(0));
    token_in(&mails(&shop, "a")[0]);
}
