//! The mails of the outbox, through a real mail server: verified addresses and the steps of an order.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::{Instance, free_port};
use test_harness::shop::PUBLIC_URL;
use testkit::smtp_server::SmtpServer;

use crate::checkout::{count, fresh_key, order_of, place, product};
use crate::content::publish;
use crate::shop::Shop;
use crate::users::{admin, customer, new_customer, register};

/// Waits until the server took this many mails, and a moment longer for more.
async fn mails_once(server: &SmtpServer, number: usize) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(60);
    while server.mails().len() < number {
        assert!(Instant::now() < deadline, "only {} mails of {number}", server.mails().len());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mails = server.mails();
    assert_eq!(mails.len(), number, "{mails:?}");
    mails
}

/// The value of a header.
fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let start = format!("{name}: ");
    mail.lines().find_map(|line| line.strip_prefix(start.as_str())).unwrap_or_else(|| panic!("no {name} in {mail}"))
}

async fn detail(server: &Instance, user: &SignedInUser) -> Value {
    server.get("/api/users/userdetail").signed_in_as(user).ask().await.expect_status(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registration_mails_a_link_that_verifies_the_address() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url());
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let person = register(&one, "kasun@example.com", "frangipani by the sea").await;
    assert_eq!(detail(&one, &person).await["emailVerified"], false);
    let mail = mails_once(&smtp, 1).await.remove(0);
    assert_eq!((header(&mail, "To"), header(&mail, "Subject")), ("kasun@example.com", "Confirm your e-mail address for Araliya"));
    assert!(mail.contains("text/plain") && mail.contains("text/html"), "{mail}");
    let start = format!("{PUBLIC_URL}/verify-email#token=");
    let token = mail.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no link in {mail}")).to_owned();

    let verify = |token: &str| other.post("/api/users/verify-email").json(&json!({"token": token}));
    let bad = verify(&token.replace('.', "!")).ask().await.expect_problem(422, "email_verification.invalid_link");
    assert!(bad["errors"]["token"].is_array(), "{bad}");
    verify(&person.token).ask().await.expect_problem(422, "email_verification.invalid_link");
    assert_eq!(detail(&one, &person).await["emailVerified"], false);
    for _ in 0..2 {
        verify(&token).ask().await.expect_status(200);
        assert_eq!(detail(&one, &person).await["emailVerified"], true);
    }
    one.post("/api/users/verify-email/resend").signed_in_as(&person).ask().await.expect_status(200);
    mails_once(&smtp, 1).await;
    let kept = "SELECT count(*) FROM mail_outbox WHERE position($1 IN data::text) > 0";
    let rows = shop.database().client().await.query_one(kept, &[&token]).await.unwrap();
    assert_eq!(rows.get::<_, i64>(0), 0, "the token itself is not kept");
}

/// Verifies the addresses of all users. An address that was never verified gets few mails.
async fn verify_all(shop: &Shop) {
    shop.database().client().await.batch_execute("UPDATE users SET email_verified_at = now()").await.unwrap();
}

async fn ordered(shop: &Shop, server: &Instance, user: &SignedInUser) -> String {
    let wanted = product(shop, "Rose water", 10).await;
    let placed = place(server, user, &fresh_key(), &order_of(&[(&wanted, 2)])).ask().await.expect_status(201);
    placed["order"]["orderId"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_step_of_an_order_is_mailed_once() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url()).with("SHOP_EMAIL", "hello@shop.example");
    let (customer, admin) = (customer(&shop).await, admin(&shop).await);
    verify_all(&shop).await;
    let server = shop.start("a").await;
    let id = ordered(&shop, &server, &customer).await;
    let mails = mails_once(&smtp, 2).await;
    let addresses: BTreeSet<_> = mails.iter().map(|mail| header(mail, "To")).collect();
    assert_eq!(addresses, BTreeSet::from(["hello@shop.example", customer.email.as_str()]));
    for mail in &mails {
        assert!(mail.contains(&id) && mail.contains("LKR. 2,400.00"), "{mail}");
    }
    for status in ["shipped", "shipped", "completed", "cancelled"] {
        let step = server.put(&format!("/api/orders/{id}")).signed_in_as(&admin).json(&json!({"status": status}));
        step.ask().await.expect_status(200);
    }
    let mails = mails_once(&smtp, 5).await;
    let subjects: BTreeSet<_> = mails.iter().map(|mail| header(mail, "Subject").replace(&id, "N")).collect();
    let expected = [
        "New order N: LKR. 2,400.00",
        "Thank you for your order N",
        "Your order N is on its way",
        "Your order N was cancelled",
        "Your order N was delivered",
    ];
    assert_eq!(subjects.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    shop.is_in_order("a").await;
}

/// A person who registers with another's address causes at most three mails a day, without a word of their own.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_was_never_verified_gets_three_mails_about_orders() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url()).with("SHOP_EMAIL", "hello@shop.example");
    let (customer, admin) = (new_customer(&shop).await, admin(&shop).await);
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let ids = [ordered(&shop, &one, &customer).await, ordered(&shop, &one, &customer).await];
    mails_once(&smtp, 4).await;
    for id in &ids {
        let step = one.put(&format!("/api/orders/{id}")).signed_in_as(&admin).json(&json!({"status": "shipped"}));
        step.ask().await.expect_status(200);
    }
    let mails = mails_once(&smtp, 5).await;
    let to_customer: Vec<_> = mails.iter().filter(|mail| header(mail, "To") == customer.email).collect();
    assert_eq!(to_customer.len(), 3, "{mails:?}");
    let typed = order_of(&[]);
    for field in ["name", "address"] {
        let words = typed[field].as_str().unwrap();
        assert!(to_customer.iter().all(|mail| !mail.contains(words)), "{words} in {to_customer:?}");
        assert!(mails.iter().any(|mail| mail.contains(words)), "the shop reads it");
    }
    let dropped = "SELECT count(*) FROM mail_outbox WHERE ending = 'tooMany' AND sent_at IS NULL AND next_attempt_at IS NULL";
    assert_eq!(count(&shop, dropped).await, 1, "the other one is kept, and not sent");
    drop(other);
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_to_the_shop_go_to_the_published_address() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url()).with("SHOP_EMAIL", "hello@shop.example");
    let (customer, admin) = (customer(&shop).await, admin(&shop).await);
    let server = shop.start("a").await;
    publish(&server, &admin, "identity", |identity| identity["email"] = "orders@sumudu.example".into()).await;
    ordered(&shop, &server, &customer).await;
    let message = json!({"name": "Nimali", "email": "nimali@example.com", "message": "Do you deliver to Jaffna?"});
    server.post("/api/contact").json(&message).ask().await.expect_status(202);
    // The fourth one tells the owner of the other address.
    let mails = mails_once(&smtp, 4).await;
    let told: BTreeSet<_> =
        mails.iter().filter(|mail| header(mail, "To") == "orders@sumudu.example").map(|mail| header(mail, "Subject")).collect();
    let starts: Vec<_> = told.iter().map(|subject| subject.split(' ').next().unwrap()).collect();
    assert_eq!(starts, ["Message", "New"], "{mails:?}");
    let names_the_shop = |mail: &String| header(mail, "From").contains("<orders@sumudu.example>");
    assert!(mails.iter().all(names_the_shop), "mails are from the published shop: {mails:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_day_without_a_mail_server_each_mail_arrives_once() {
    let port = free_port();
    let shop = Shop::new().await.with("SMTP_URL", &format!("smtp://127.0.0.1:{port}"));
    let customer = customer(&shop).await;
    let server = shop.start("a").await;
    for _ in 0..3 {
        ordered(&shop, &server, &customer).await;
    }
    let tried = "SELECT count(*) FROM mail_outbox WHERE attempts <= 1 AND sent_at IS NULL AND next_attempt_at > now()";
    let deadline = Instant::now() + Duration::from_secs(60);
    while count(&shop, tried).await < 6 {
        assert!(Instant::now() < deadline, "the mails are not tried");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(server.terminate().await.success());

    // A day later, after the attempts of the day; three instances send.
    let later = "UPDATE mail_outbox SET attempts = 12, next_attempt_at = now(), queued_at = queued_at - interval '1 day'";
    shop.database().client().await.batch_execute(later).await.unwrap();
    let smtp = SmtpServer::start(port);
    let _instances = tokio::join!(shop.start("a"), shop.start("b"), shop.start("c"));
    let mails = mails_once(&smtp, 6).await;
    let subjects: BTreeSet<_> = mails.iter().map(|mail| header(mail, "Subject")).collect();
    let ids: BTreeSet<_> = mails.iter().map(|mail| header(mail, "Message-ID")).collect();
    assert_eq!((subjects.len(), ids.len()), (6, 6), "{subjects:?}");
    assert_eq!(count(&shop, "SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_may_have_been_sent_has_the_same_message_id_again() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url());
    let customer = customer(&shop).await;
    let server = shop.start("a").await;
    ordered(&shop, &server, &customer).await;
    mails_once(&smtp, 2).await;
    // As if the process had ended between handing the mails over and noting that.
    let unsent = "UPDATE mail_outbox SET sent_at = NULL, next_attempt_at = now()";
    shop.database().client().await.batch_execute(unsent).await.unwrap();
    let mails = mails_once(&smtp, 4).await;
    let ids: BTreeSet<_> = mails.iter().map(|mail| header(mail, "Message-ID")).collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
}

/// The subject of a mail, decoded.
fn subject(mail: &str) -> String {
    mail_parser::MessageParser::default().parse(mail.as_bytes()).and_then(|mail| mail.subject().map(ToOwned::to_owned)).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_gets_mails_in_the_chosen_language_and_another_one_in_english() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url()).with("SHOP_EMAIL", "hello@shop.example");
    let (reader, other, admin) = (customer(&shop).await, customer(&shop).await, admin(&shop).await);
    verify_all(&shop).await;
    let server = shop.start("a").await;

    let choose = |language: &str| {
        let path = format!("/api/users/update/{}", reader.email);
        server.put(&path).signed_in_as(&reader).json(&json!({"language": language}))
    };
    choose("si").ask().await.expect_problem(422, "user.language_not_offered");
    let offered = server.put("/api/admin/settings/mails").signed_in_as(&admin).json(&json!({"version": 0, "languages": ["en", "si"]}));
    offered.ask().await.expect_status(200);
    let told = server.get("/api/shop").ask().await.expect_status(200);
    assert_eq!(told["mailLanguages"], json!(["en", "si"]));
    choose("si").ask().await.expect_status(200);
    assert_eq!(detail(&server, &reader).await["language"], "si");

    let (in_sinhala, in_english) = (ordered(&shop, &server, &reader).await, ordered(&shop, &server, &other).await);
    let mails = mails_once(&smtp, 4).await;
    let subjects: BTreeSet<_> = mails.iter().map(|mail| (header(mail, "To").to_owned(), subject(mail))).collect();
    let hello = |id: &str| ("hello@shop.example".to_owned(), format!("New order {id}: LKR. 2,400.00"));
    let expected = [
        (reader.email.clone(), format!("ඔබගේ ඇණවුමට ස්තුතියි ({in_sinhala})")),
        (other.email.clone(), format!("Thank you for your order {in_english}")),
        hello(&in_sinhala),
        hello(&in_english),
    ];
    assert_eq!(subjects, BTreeSet::from(expected));
}
