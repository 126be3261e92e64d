//! Forgotten passwords.

use domain::accounts::ports::BeginResetOutcome;
use domain::accounts::user::{PasswordHash, User};
use domain::messages::ports::HandOver;
use domain::shared::ports::PortError;
use serde_json::{Value, json};

use crate::people::customer;
use crate::shop::{Shop, mailer};
use crate::wire::{Answer, post};

fn forgot(email: &str) -> actix_web::test::TestRequest {
    post("/api/users/forgot-password", &json!({"email": email}))
}

/// What came back, all but the time and the name of the answer.
fn told(answer: &Answer) -> (u16, Value, Vec<String>) {
    let mut headers: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
    headers.sort();
    (answer.status, answer.json(), headers)
}

#[actix_web::test]
async fn the_answer_is_the_same_whoever_has_the_address() {
    let mut shop = Shop::new();
    shop.directory.expect_by_email().times(3).returning(|email| {
        let known = |is_blocked| Ok(Some(User { is_blocked, email: email.clone(), ..customer().user }));
        match email.as_str() {
            "known@example.com" => known(false),
            "blocked@example.com" => known(true),
            _ => Ok(None),
        }
    });
    shop.resets.expect_begin().once().returning(|_| Ok(BeginResetOutcome::Begun));
    let mailed = |mail: &domain::messages::ports::Mail| {
        mail.to.as_str() == "known@example.com" && mail.text.contains("https://araliya.example/reset-password#token=secret\n")
    };
    shop.mailer.expect_send().withf(mailed).once().returning(|_| Ok(HandOver::Taken));
    let shop = shop.open().await;
    let known = shop.answer(forgot("Known@Example.com").insert_header(("Host", "evil.example"))).await;
    let message = "If there is an account with this email, we have sent a link to it.";
    assert_eq!((known.status, known.json()), (202, json!({"message": message})));
    assert!(known.is_personal());
    for other in ["nobody@example.com", "blocked@example.com"] {
        assert_eq!(told(&shop.answer(forgot(other)).await), told(&known));
    }
    shop.finish().await;
}

/// Also this says nothing of the account.
#[actix_web::test]
async fn without_a_mail_server_no_link_is_said_to_be_sent() {
    let mut shop = Shop::new();
    shop.mailer = mailer(false);
    shop.directory.expect_by_email().times(2).returning(|_| Ok(None));
    let shop = shop.open().await;
    let answers = [shop.answer(forgot("known@example.com")).await, shop.answer(forgot("nobody@example.com")).await];
    assert_eq!(told(&answers[0]), told(&answers[1]));
    let message = "This shop is not connected to a mail server yet, so it cannot send you a link. Please contact the shop.";
    assert_eq!((answers[0].status, answers[0].json()), (202, json!({"message": message})));
    shop.finish().await;
}

#[actix_web::test]
async fn the_answer_waits_for_neither_database_nor_mail_server() {
    let mut shop = Shop::new();
    shop.directory.expect_by_email().once().returning(|_| Err(PortError::unavailable("connection refused")));
    let shop = shop.open().await;
    assert_eq!(shop.answer(forgot("known@example.com")).await.status, 202);
    shop.finish().await;
}

#[actix_web::test]
async fn an_address_is_needed() {
    let shop = Shop::new().open().await;
    for body in [json!({}), json!({"email": null}), json!({"email": "nobody"}), json!({"email": 1})] {
        assert_eq!(shop.answer(post("/api/users/forgot-password", &body)).await.wrong_fields(), ["email"], "{body}");
    }
}

fn reset(body: &Value) -> actix_web::test::TestRequest {
    post("/api/users/reset-password", body)
}

fn hashing(mut shop: Shop) -> Shop {
    shop.hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".into())));
    shop
}

#[actix_web::test]
async fn a_good_link_sets_the_password() {
    let mut shop = hashing(Shop::new());
    shop.resets.expect_is_valid().withf(|secret, _| secret.expose() == "the secret").once().returning(|_, _| Ok(true));
    let expected = |secret: &domain::accounts::password_reset::ResetSecret, hash: &PasswordHash| {
        (secret.expose(), hash.as_str()) == ("the secret", "phc")
    };
    shop.resets.expect_finish().withf(move |secret, hash, _| expected(secret, hash)).once().returning(|_, _, _| Ok(customer().user));
    shop.throttle.expect_clear().once().returning(|_| Ok(()));
    let answer = shop.answer(reset(&json!({"token": "the secret", "password": "temple flowers"}))).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "Your password was changed. Please log in."})));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn a_dead_link_is_about_the_token() {
    let mut shop = hashing(Shop::new());
    shop.resets.expect_is_valid().returning(|_, _| Ok(false));
    let shop = shop.open().await;
    for token in ["used", "\u{0}", &"x".repeat(10_000)] {
        let answer = shop.answer(reset(&json!({"token": token, "password": "temple flowers"}))).await;
        assert_eq!(answer.problem(422), "password_reset.invalid_link");
        assert_eq!(answer.json()["errors"], json!({"token": [answer.json()["message"]]}));
    }
}

#[actix_web::test]
async fn a_weak_password_uses_no_link_up() {
    let shop = Shop::new().open().await;
    for (body, fields) in [
        (json!({}), vec!["password", "token"]),
        (json!({"token": "", "password": ""}), vec!["password", "token"]),
        (json!({"token": "good", "password": "short"}), vec!["password"]),
        (json!({"token": "good", "password": "password"}), vec!["password"]),
        (json!({"token": 7, "password": "temple flowers"}), vec!["token"]),
    ] {
        assert_eq!(shop.answer(reset(&body)).await.wrong_fields(), fields, "{body}");
    }
}
