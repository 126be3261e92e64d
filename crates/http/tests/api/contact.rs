//! Messages from the contact page.

use domain::messages::contact::{ContactDone, ContactMessage, ContactMessageId, ContactState, ContactText, ReceivedMessage};
use domain::messages::ports::HandOver;
use domain::shared::page::{Cursor, Page, PageAnswer, TotalCount};
use domain::shared::ports::PortError;
use serde_json::{Value, json};

use crate::shop::Shop;
use crate::wire::{By as _, get, post, put};

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
    shop.mailer.expect_send().withf(|m| m.to.as_str() == "hello@araliya.example").once().returning(|_| Ok(HandOver::Taken));
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

/// The kept message, open or done.
fn received(state: ContactState) -> ReceivedMessage {
    let (id, message) = kept();
    let by = Some(testkit::sample_users::email());
    let done = (state == ContactState::Done).then(|| ContactDone { at: testkit::moments::now(), by });
    ReceivedMessage { id, message, done }
}

#[actix_web::test]
async fn staff_read_the_messages_of_a_state() {
    let mut shop = Shop::new();
    shop.inbox.expect_list().returning(|state, page| {
        let next = (page.limit.get() == 1).then(|| Cursor("behind".into()));
        Ok(PageAnswer::Page(Page { items: vec![received(state)], next, total: TotalCount::Exactly(2) }))
    });
    let shop = shop.open().await;
    let listed = shop.answer(get("/api/admin/messages?limit=1").by("admin")).await;
    assert_eq!((listed.header("x-total-count"), listed.header("cache-control")), ("2", "no-store"));
    assert!(listed.header("link").contains("after=behind"), "{}", listed.header("link"));
    let row = &listed.json()[0];
    assert_eq!((&row["id"], &row["state"], &row["message"]), (&json!(7), &json!("open"), &json!("Do you deliver to Jaffna?")));
    assert_eq!((&row["doneAt"], &row["doneBy"], &row["sentAt"]), (&Value::Null, &Value::Null, &json!("2026-03-04T01:00:00Z")));
    let done = shop.answer(get("/api/admin/messages?state=done").by("admin")).await;
    assert_eq!((&done.json()[0]["state"], &done.json()[0]["doneAt"]), (&json!("done"), &json!("2026-03-04T01:00:00Z")));
    assert!(done.json()[0]["doneBy"].is_string());
    assert_eq!(shop.answer(get("/api/admin/messages?state=new&limit=0").by("admin")).await.wrong_fields(), ["limit", "state"]);
}

#[actix_web::test]
async fn staff_finish_a_message_and_open_it_again() {
    let mut shop = Shop::new();
    shop.inbox.expect_set_state().returning(|id, state, _, _| Ok((id.0 == 7).then(|| received(state))));
    let shop = shop.open().await;
    let set = async |id: &str, body: Value| shop.answer(put(&format!("/api/admin/messages/{id}"), &body).by("admin")).await;
    for state in ["done", "open"] {
        let answer = set("7", json!({"state": state})).await;
        assert_eq!((answer.status, &answer.json()["state"]), (200, &json!(state)));
    }
    assert_eq!(set("8", json!({"state": "done"})).await.problem(404), "message.not_found");
    assert_eq!(set("x", json!({"state": "done"})).await.problem(404), "message.not_found");
    assert_eq!(set("7", json!({"state": "read"})).await.wrong_fields(), ["state"]);
    assert_eq!(set("7", json!({})).await.wrong_fields(), ["state"]);
}
