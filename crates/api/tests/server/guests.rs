//! Orders without an account in the real program, from ordering to cancelling through the mailed link.

use std::time::{Duration, Instant};

use domain::orders::order_settings::OrderSettings;
use domain::settings::ports::{SettingsStore, replacing};
use domain::settings::shop_settings::Section;
use domain::shared::versioned::SettingsVersion;
use reqwest::Method;
use serde_json::json;
use test_harness::answer::Ask as _;
use test_harness::instance::free_port;
use test_harness::shop::PUBLIC_URL;
use testkit::smtp_server::SmtpServer;
use testkit::{moments, sample_users};

use crate::checkout::{order_of, product, stock};
use crate::shop::Shop;

async fn take_guests(shop: &Shop) {
    let section = Section::Orders(OrderSettings { guest_checkout: true, ..OrderSettings::default() });
    let postgres = shop.database().postgres().await;
    SettingsStore::change(&postgres, &sample_users::actor(), moments::now(), replacing(section, SettingsVersion::default())).await.unwrap();
}

/// The mails once there are this many.
async fn mails_once(server: &SmtpServer, number: usize) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(60);
    while server.mails().len() < number {
        assert!(Instant::now() < deadline, "only {} mails of {number}", server.mails().len());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.mails()
}

/// The key in the link of a mail to the customer.
fn key_in(mail: &str, id: &str) -> Option<String> {
    let (_, rest) = mail.split_once(&format!("{PUBLIC_URL}/order/{id}#key="))?;
    Some(rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect())
}

/// The link changes nothing when a program that reads mails opens it, and the key is in no log and in no row.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_cancels_an_order_through_the_mailed_link() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url()).with("SHOP_EMAIL", "hello@shop.example");
    take_guests(&shop).await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let code = product(&shop, "Rose water", 10).await;
    let mut order = order_of(&[(&code, 2)]);
    order["email"] = json!("Nimali@Example.com");
    let placed = one.post("/api/orders").json(&order).ask().await.expect_status(201);
    let (id, key) = (placed["order"]["orderId"].as_str().unwrap(), placed["accessKey"].as_str().unwrap());
    let mails = mails_once(&smtp, 2).await;
    let keys: Vec<_> = mails.iter().map(|mail| key_in(mail, id)).collect();
    assert!(keys.contains(&Some(key.to_owned())) && keys.contains(&None), "one of both mails has the key: {mails:?}");

    for method in [Method::GET, Method::HEAD, Method::GET] {
        one.request(method, &format!("/order/{id}")).send().await.unwrap();
    }
    let path = format!("/api/orders/{id}");
    let shown = other.get(&path).header("Order-Access", key).ask().await.expect_status(200);
    assert_eq!((&shown["status"], &shown["email"]), (&json!("processing"), &json!("nimali@example.com")));
    other.get(&path).header("Order-Access", format!("{key}x")).ask().await.expect_problem(404, "order.not_found");
    other.get(&path).ask().await.expect_problem(401, "auth.not_signed_in");
    let cancel = other.post(&format!("{path}/cancel")).header("Order-Access", key).json(&json!({"reason": "ordered twice"}));
    assert_eq!(cancel.ask().await.expect_status(200)["order"]["status"], "cancelled");
    assert_eq!(stock(&one, &code).await, 10);
    mails_once(&smtp, 3).await;

    let kept = "SELECT (SELECT count(*) FROM mail_outbox m WHERE position($1 IN m::text) > 0)
        + (SELECT count(*) FROM audit_log a WHERE position($1 IN a::text) > 0)
        + (SELECT count(*) FROM orders o JOIN order_access a ON a.order_id = o.id WHERE position($1 IN o::text || a::text) > 0)";
    let rows = shop.database().client().await.query_one(kept, &[&key]).await.unwrap();
    assert_eq!(rows.get::<_, i64>(0), 0, "the key is not kept");
    assert!(!one.log().contains(key) && !other.log().contains(key));
    drop((one, other));
    shop.is_in_order("a").await;
}
