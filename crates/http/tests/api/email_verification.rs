//! Verified e-mail addresses.

use domain::accounts::email_verification::EmailClaim;
use domain::accounts::ports::VerifyEmailError;
use domain::accounts::session::Principal;
use domain::accounts::user::User;
use domain::shared::ports::PortError;
use serde_json::{Value, json};
use testkit::moments;

use crate::people::customer;
use crate::shop::{Shop, mailer};
use crate::wire::{By as _, get, post};

const CONFIRMED: &str = "Your e-mail address is confirmed.";

fn claim() -> EmailClaim {
    let user = customer().user;
    EmailClaim { user: user.id, email: user.email, until: moments::seconds_later(1) }
}

fn verify(body: &Value) -> actix_web::test::TestRequest {
    post("/api/users/verify-email", body)
}

#[actix_web::test]
async fn a_good_link_verifies_the_address() {
    let mut shop = Shop::new();
    shop.claims.expect_read().withf(|token| token == "a.b.c").once().returning(|_| Some(claim()));
    shop.verifier.expect_verify().withf(|is, _| *is == claim()).once().returning(|_, _| Ok(customer().user));
    let answer = shop.answer(verify(&json!({"token": "a.b.c"}))).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": CONFIRMED})));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn a_dead_link_is_about_the_token() {
    let mut shop = Shop::new();
    shop.claims.expect_read().returning(|token| (token == "gone").then(claim));
    shop.verifier.expect_verify().returning(|_, _| Err(VerifyEmailError::InvalidLink));
    let shop = shop.open().await;
    for token in ["gone", "old", "\u{0}", &"x".repeat(10_000)] {
        let answer = shop.answer(verify(&json!({"token": token}))).await;
        assert_eq!(answer.problem(422), "email_verification.invalid_link");
        assert_eq!(answer.json()["errors"], json!({"token": [answer.json()["message"]]}));
    }
    for body in [json!({}), json!({"token": null}), json!({"token": ""}), json!({"token": 7})] {
        assert_eq!(shop.answer(verify(&body)).await.wrong_fields(), ["token"], "{body}");
    }
}

#[actix_web::test]
async fn a_database_that_is_away_is_no_dead_link() {
    let mut shop = Shop::new();
    shop.claims.expect_read().returning(|_| Some(claim()));
    shop.verifier.expect_verify().returning(|_, _| Err(PortError::unavailable("connection refused").into()));
    assert_eq!(shop.answer(verify(&json!({"token": "a.b.c"}))).await.status, 503);
}

/// A shop in which the customer's address is verified.
fn verified(mut shop: Shop) -> Shop {
    let user = User { email_verified: true, ..customer().user };
    let session = customer().session;
    shop.sessions.checkpoint();
    shop.sessions.expect_authenticate().returning(move |_, _, _| Ok(Some(Principal { user: user.clone(), session: session.clone() })));
    shop
}

#[actix_web::test]
async fn the_link_is_mailed_again_until_the_address_is_verified() {
    let mut shop = Shop::new();
    shop.outbox.expect_enqueue().withf(|mail| mail.to == Some(customer().user.email)).once().returning(|_| Ok(true));
    let resend = || post("/api/users/verify-email/resend", &json!({})).by("customer");
    let answer = shop.answer(resend()).await;
    let message = "We have sent you a new link. Please look in the spam folder, too.";
    assert_eq!((answer.status, answer.json()), (202, json!({"message": message})));

    for (is_connected, message) in [
        (true, "We sent you a link less than a minute ago. Please look in the spam folder, too, or ask for another one in a minute."),
        (false, "This shop is not connected to a mail server yet, so no mail was sent. Please contact the shop."),
    ] {
        let mut shop = Shop { mailer: mailer(is_connected), ..Shop::new() };
        shop.outbox.expect_enqueue().once().returning(move |_| Ok(!is_connected));
        let answer = shop.answer(resend()).await;
        assert_eq!((answer.status, answer.json()), (202, json!({"message": message})), "no new mail is claimed");
    }

    let answer = verified(Shop::new()).answer(resend()).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": CONFIRMED})));
}

#[actix_web::test]
async fn a_user_reads_whether_the_address_is_verified() {
    let detail = || get("/api/users/userdetail").by("customer");
    assert_eq!(Shop::new().answer(detail()).await.json()["emailVerified"], false);
    assert_eq!(verified(Shop::new()).answer(detail()).await.json()["emailVerified"], true);
}
