//! Messages from the contact page.

use domain::messages::contact::{ContactMessage, ContactMessageId, ContactText};
use domain::shared::ports::PortError;
use serde_json::{Value, json};

use crate::shop::Shop;
use crate::wire::post;

fn message() -> Value {
    json!({"name": "Nimali", "email": "nimali@example.com", "message": "Do you deliver to Jaffna?"})
}

fn kept() -> (ContactMessageId, ContactMessage) {
    let message = ContactMessage {
        name: testkit::sample_users::name("Nimali"),
        email: testkit::sample_users::email(),
        message: ContactText::parse("Do you deliver to Jaffna?").unwrap(),
        sent_at: testkit::moments::now(),
    };
    (ContactMessageId(7), message)
}

#[actix_web::test]
async fn a_message_is_kept_and_then_mailed() {
    let mut shop = Shop::new();
    shop.inbox.expect_store().withf(|m| m.message.as_str() == "Do you deliver to Jaffna?").once().returning(|_| Ok(()));
    let mut due = vec![kept()];
    shop.inbox.expect_take_due().times(2).returning(move |_, _| Ok(due.pop().into_iter().collect()));
    shop.inbox.expect_mark_mailed().withf(|id, _| id.0 == 7).once().returning(|_, _| Ok(()));
    shop.mailer.expect_send().withf(|m| m.to.as_str() == "hello@araliya.example").once().returning(|_| Ok(()));
    let shop = shop.open().await;
    let answer = shop.answer(post("/api/contact", &message())).await;
    assert_eq!((answer.status, answer.json()), (202, json!({"message": "Message sent successfully!"})));
    shop.finish().await;
}

#[actix_web::test]
async fn a_mail_server_that_is_away_loses_nothing_and_keeps_nobody_waiting() {
    let mut shop = Shop::new();
    shop.inbox.expect_store().once().returning(|_| Ok(()));
    let mut due = vec![kept()];
    shop.inbox.expect_take_due().times(2).returning(move |_, _| Ok(due.pop().into_iter().collect()));
    shop.mailer.expect_send().once().returning(|_| Err(PortError::unavailable("no route to host")));
    let shop = shop.open().await;
    assert_eq!(shop.answer(post("/api/contact", &message())).await.status, 202);
    shop.finish().await;
}

#[actix_web::test]
async fn a_message_that_cannot_be_kept_is_not_said_to_be_sent() {
    let mut shop = Shop::new();
    shop.inbox.expect_store().returning(|_| Err(PortError::unavailable("connection refused")));
    let answer = shop.answer(post("/api/contact", &message())).await;
    assert_eq!(answer.problem(503), "service.unavailable");
    assert_eq!(answer.header("retry-after"), "2");
    assert!(!answer.text().contains("refused"));
}

#[actix_web::test]
async fn the_forms_own_sentences_say_what_is_wrong() {
    let shop = Shop::new().open().await;
    let sentences = async |body: Value| -> Vec<String> {
        shop.answer(post("/api/contact", &body)).await.field_errors().into_iter().map(|(_, sentence)| sentence).collect()
    };
    let missing = ["Email is required", "Message cannot be empty", "Name is required"];
    assert_eq!(sentences(json!({})).await, missing);
    assert_eq!(sentences(json!({"name": " ", "email": " ", "message": " "})).await, missing);
    let wrong = sentences(json!({"name": "N", "email": "nimali@example", "message": "Too short"})).await;
    assert_eq!(wrong, ["Invalid email format", "Message should be at least 10 characters"]);
    let lines = sentences(json!({"name": "N\nBcc: x", "email": "nimali@example.com", "message": "Do you deliver\nto Jaffna?"})).await;
    assert_eq!(lines, ["must not contain line breaks or control characters"], "a message may have lines");
}
