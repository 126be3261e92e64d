//! Messages from the contact page.

use domain::messages::contact::{ContactMessage, ContactMessageId, ContactText};
use domain::messages::ports::HandOver;
use domain::shared::ports::PortError;
use serde_json::{Value, json};
use testkit::moments;

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post, put};

fn message() -> Value {
    json!({"name": "Nimali", "email": "nimali@example.com", "message": "Do you deliver to Jaffna?"})
}

fn kept() -> (ContactMessageId, ContactMessage) {
    let message = ContactMessage {
        name: testkit::sample_users::name("Nimali"),
        email: testkit::sample_users::email(),
        message: ContactText::parse("Do you deliver to Jaffna?").unwrap(),
        sent_at: moments::now(),
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
    shop.inbox.expect_store().returning(|_| Err(PortError::unavailable("connection refused").into()));
    let answer = shop.answer(post("/api/contact", &message())).await;
    assert_eq!(answer.problem(503), "service.unavailable");
    assert_eq!(
        (answer.header("retry-after"), &answer.json()["message"]),
        ("2", &json!("Your message could not be sent. Please try again."))
    );
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

/// A shop with messages of these seconds after [`moments::now`], and a member of staff.
async fn with_messages(seconds: &[i64]) -> (PgShop, SignedIn) {
    let shop = PgShop::open().await;
    for second in seconds {
        let (_, message) = kept();
        shop.stores.inbox.store(&ContactMessage { sent_at: moments::seconds_later(*second), ..message }).await.unwrap();
    }
    let admin = shop.admin().await;
    (shop, admin)
}

async fn set(shop: &PgShop, by: &SignedIn, id: &str, body: Value) -> Answer {
    shop.answer(put(&format!("/api/admin/messages/{id}"), &body).by(&by.token)).await
}

#[actix_web::test]
async fn staff_read_the_messages_of_a_state_newest_first() {
    let (shop, admin) = with_messages(&[3, 1, 2, 2, 9]).await;
    let open = "/api/admin/messages";
    let all = shop.walk(open, 100, Some(&admin)).await;
    let position = |message: &Value| (message["sentAt"].as_str().unwrap().to_owned(), message["id"].as_i64());
    assert!(all.len() == 5 && all.is_sorted_by(|one, next| position(one) > position(next)), "{all:?}");
    assert!(shop.answer(get(open).by(&admin.token)).await.is_personal());
    let done = [set(&shop, &admin, &all[1]["id"].to_string(), json!({"state": "done"})).await.json()];
    for limit in [1, 2, 4] {
        assert_eq!(shop.walk(open, limit, Some(&admin)).await, [&all[..1], &all[2..]].concat(), "{limit}");
        assert_eq!(shop.walk("/api/admin/messages?state=done", limit, Some(&admin)).await, done, "{limit}");
    }
    let cursor = shop.cursor(open, &admin).await;
    let foreign = shop.answer(get(&format!("/api/admin/messages?state=done&after={cursor}")).by(&admin.token)).await;
    assert_eq!(foreign.problem(422), "list.invalid_cursor");
    assert_eq!(shop.answer(get("/api/admin/messages?state=new&limit=0").by(&admin.token)).await.wrong_fields(), ["limit", "state"]);
}

#[actix_web::test]
async fn staff_finish_a_message_and_open_it_again() {
    let (shop, admin) = with_messages(&[0]).await;
    let open = shop.walk("/api/admin/messages", 100, Some(&admin)).await[0].clone();
    let (_, message) = kept();
    let expected = json!({
        "id": open["id"], "name": "Nimali", "email": open["email"], "message": message.message.as_str(), "sentAt": "2026-03-04T01:00:00Z",
        "state": "open", "doneAt": null, "doneBy": null,
    });
    assert_eq!(open, expected);
    let id = open["id"].to_string();
    shop.wait(60);
    let done = set(&shop, &admin, &id, json!({"state": "done"})).await;
    let mut expected = expected;
    expected["state"] = json!("done");
    expected["doneAt"] = json!("2026-03-04T01:01:00Z");
    expected["doneBy"] = json!(admin.user.email.as_str());
    assert_eq!((done.status, done.json()), (200, expected.clone()));
    shop.wait(60);
    assert_eq!(set(&shop, &shop.admin().await, &id, json!({"state": "done"})).await.json(), expected, "the first one is noted");
    assert_eq!(set(&shop, &admin, &id, json!({"state": "open"})).await.json(), open);
    let log = shop.walk(&format!("/api/admin/audit?entity=message&entityId={id}"), 100, Some(&admin)).await;
    let told = |entry: &Value| (entry["action"].clone(), entry["before"].clone(), entry["after"].clone(), entry["at"].clone());
    let update = |before, after, at| (json!("update"), json!({"state": before}), json!({"state": after}), json!(at));
    let expected = [update("done", "open", "2026-03-04T01:02:00Z"), update("open", "done", "2026-03-04T01:01:00Z")];
    assert_eq!(log.iter().map(told).collect::<Vec<_>>(), expected);
    for unknown in ["1000", "x"] {
        assert_eq!(set(&shop, &admin, unknown, json!({"state": "done"})).await.problem(404), "message.not_found");
    }
    for wrong in [json!({"state": "read"}), json!({})] {
        assert_eq!(set(&shop, &admin, &id, wrong).await.wrong_fields(), ["state"]);
    }
}
