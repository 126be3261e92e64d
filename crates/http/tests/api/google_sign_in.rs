//! Third-party sign-in.

use domain::accounts::ports::{IdentityProof, MockSecondFactorStore, ProofRefusal, ResolveIdentityOutcome};
use domain::accounts::second_factor::SecondFactorStatus;
use domain::accounts::user::UserType;
use domain::shared::ports::PortError;
use serde_json::{Value, json};
use testkit::{moments, sample_users};

use crate::people::customer;
use crate::shop::Shop;
use crate::wire::{get, post};

const PATH: &str = "/api/users/google";

fn by_token() -> actix_web::test::TestRequest {
    post(PATH, &json!({"token": "ya29.token"}))
}

/// A shop whose provider confirms a user who has this account.
fn resolving(answer: ResolveIdentityOutcome) -> Shop {
    let mut shop = Shop::new();
    shop.provider.expect_identify().returning(|_| Ok(Ok(sample_users::proved(sample_users::email()))));
    shop.identities.expect_resolve().once().returning(move |_, _, _| Ok(answer.clone()));
    shop
}

#[actix_web::test]
async fn a_new_account_is_a_customers_without_a_password_and_without_a_session() {
    let mut shop = Shop::new();
    let identity = sample_users::proved(sample_users::email());
    let expected = identity.clone();
    shop.provider.expect_identify().returning(move |_| Ok(Ok(identity.clone())));
    shop.identities
        .expect_resolve()
        .withf(move |proved, new, now| {
            *proved == expected
                && (&new.email, new.user_type) == (&expected.email, UserType::Customer)
                && (&new.first_name, &new.last_name) == (&expected.first_name, &expected.last_name)
                && new.password_hash.is_none()
                && new.profile_picture.is_none()
                && (new.created_at, *now) == (moments::now(), moments::now())
        })
        .once()
        .returning(|_, _, _| Ok(ResolveIdentityOutcome::Created(customer().user)));
    let answer = shop.answer(by_token()).await;
    let message = "Your Account Is Created. Now You Can Login Via Google!!!";
    assert_eq!((answer.status, answer.json()), (201, json!({"message": message})));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn an_account_with_a_second_factor_is_not_opened_without_its_code() {
    let mut shop = resolving(ResolveIdentityOutcome::Known(customer().user));
    let mut second_factors = MockSecondFactorStore::new();
    second_factors.expect_status().returning(|_| Ok(SecondFactorStatus { enabled_at: Some(moments::now()), recovery_codes_left: 10 }));
    shop.second_factors = Some(Box::new(second_factors));
    assert_eq!(shop.answer(by_token()).await.problem(403), "auth.provider_second_factor");
}

async fn proving(body: Value) -> IdentityProof {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut shop = Shop::new();
    shop.provider.expect_identify().once().returning(move |proof| {
        sender.send(proof.clone()).unwrap();
        Ok(Err(ProofRefusal::Unknown))
    });
    let answer = shop.answer(post(PATH, &body)).await;
    assert_eq!(answer.problem(401), "auth.provider_refused");
    assert_eq!(answer.json()["message"], "Google sign-in did not work. Please try again.");
    receiver.recv().unwrap()
}

fn code() -> Value {
    json!({"code": "4/code", "codeVerifier": "v".repeat(43), "redirectUri": "https://araliya.example/login"})
}

#[actix_web::test]
async fn a_token_and_a_code_go_to_the_provider_as_they_came() {
    assert_eq!(proving(json!({"token": "ya29.token", "code": null})).await, IdentityProof::AccessToken("ya29.token".into()));
    let expected =
        IdentityProof::Code { code: "4/code".into(), verifier: "v".repeat(43), redirect_uri: "https://araliya.example/login".into() };
    assert_eq!(proving(code()).await, expected);
    let longest = "x".repeat(4_096);
    assert_eq!(proving(json!({"token": longest})).await, IdentityProof::AccessToken(longest));
}

fn with(change: &Value) -> Value {
    let mut body = code();
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body
}

#[actix_web::test]
async fn what_cannot_be_a_proof_is_not_asked_about() {
    let shop = Shop::new().open().await;
    for (body, fields) in [
        (json!({}), vec!["token"]),
        (json!({"token": ""}), vec!["token"]),
        (json!({"token": "x".repeat(4_097)}), vec!["token"]),
        (json!({"token": "two words"}), vec!["token"]),
        (json!({"token": "line\r\nbreak"}), vec!["token"]),
        (json!({"token": "nul\0"}), vec!["token"]),
        (json!({"token": 1}), vec!["token"]),
        (json!({"code": "4/code"}), vec!["codeVerifier", "redirectUri"]),
        (with(&json!({"code": "x".repeat(4_097)})), vec!["code"]),
        (with(&json!({"codeVerifier": "v".repeat(42)})), vec!["codeVerifier"]),
        (with(&json!({"codeVerifier": "v".repeat(129)})), vec!["codeVerifier"]),
        (with(&json!({"codeVerifier": "v v".repeat(20)})), vec!["codeVerifier"]),
        (with(&json!({"redirectUri": "https://evil.example/login"})), vec!["redirectUri"]),
        (with(&json!({"redirectUri": "https://araliya.example/login/"})), vec!["redirectUri"]),
        (with(&json!({"redirectUri": "https://araliya.example/login?x"})), vec!["redirectUri"]),
        (with(&json!({"redirectUri": null})), vec!["redirectUri"]),
    ] {
        assert_eq!(shop.answer(post(PATH, &body)).await.wrong_fields(), fields, "{body}");
    }
}

#[actix_web::test]
async fn an_account_that_is_blocked_meanwhile_stays_closed() {
    let mut raced = resolving(ResolveIdentityOutcome::Known(customer().user));
    raced.sessions.expect_open().returning(|_, _| Ok(false));
    let blocked = raced.answer(by_token()).await;
    assert_eq!(blocked.problem(403), "auth.blocked");
    assert_eq!((&blocked.json()["user"], &blocked.json()["blocked"]), (&Value::Null, &json!(true)));
}

#[actix_web::test]
async fn a_provider_that_fails_or_is_not_there_is_503() {
    let mut failing = Shop::new();
    failing.provider.expect_identify().returning(|_| Err(PortError::unavailable("10.1.2.3 timed out")));
    let answer = failing.answer(by_token()).await;
    assert_eq!(answer.problem(503), "auth.provider_unavailable");
    assert_eq!(answer.header("retry-after"), "2");
    assert!(!answer.text().contains("10.1.2.3"));
    let mut database = Shop::new();
    database.provider.expect_identify().returning(|_| Ok(Ok(sample_users::proved(sample_users::email()))));
    database.identities.expect_resolve().returning(|_, _, _| Err(PortError::unavailable("connection refused")));
    assert_eq!(database.answer(by_token()).await.problem(503), "service.unavailable");
    let mut without = Shop::new();
    without.config.google = None;
    let answer = without.answer(by_token()).await;
    assert_eq!(answer.problem(503), "auth.provider_not_configured");
    assert_eq!(answer.json()["message"], "Google sign-in is not set up in this shop.");
    assert_eq!(answer.header("retry-after"), "3600");
}

#[actix_web::test]
async fn the_button_shows_only_where_it_works() {
    let answer = Shop::new().answer(get("/api/users/google/config")).await;
    let scopes = json!(["openid", "profile", "email"]);
    let expected =
        json!({"enabled": true, "clientId": "shop.apps.example", "authorizeUrl": "https://accounts.example/auth", "scopes": scopes});
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.header("etag").starts_with('"'));
    let mut without = Shop::new();
    without.config.google = None;
    let expected = json!({"enabled": false, "clientId": null, "authorizeUrl": null, "scopes": scopes});
    assert_eq!(without.answer(get("/api/users/google/config")).await.json(), expected);
}
