//! Second factors, confirmed sessions, and who lacks a second factor that is required.

use domain::accounts::password::Password;
use domain::accounts::ports::{Admission, MockSecondFactorStore, MockSessionStore, PasswordMatch, SecondFactorError};
use domain::accounts::second_factor::{
    AppKey, RecoveryCode, RecoveryHash, SealedSecret, SecondFactorStatus, StoredSecondFactor, TotpSecret,
};
use domain::accounts::security_settings::{RequiredOf, SecuritySettings};
use domain::accounts::session::{Principal, Session};
use domain::accounts::user::{Credentials, PasswordHash};
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::versioned::Versioned;
use serde_json::json;
use testkit::moments;

use crate::people::{admin, customer};
use crate::shop::Shop;
use crate::wire::{By as _, delete, get, post, put};

/// A store in which everyone has a second factor, enabled or begun alone.
fn stored(is_enabled: bool) -> Box<MockSecondFactorStore> {
    let enabled_at = is_enabled.then(moments::now);
    let mut store = Box::new(MockSecondFactorStore::new());
    store.expect_status().returning(move |_| Ok(SecondFactorStatus { enabled_at, recovery_codes_left: 7 }));
    store.expect_find().returning(move |_| Ok(Some(StoredSecondFactor { secret: SealedSecret(vec![1]), enabled_at })));
    store.expect_use_step().returning(|_, _| Ok(true));
    store.expect_note_wrong_code().returning(|_, _| Ok(()));
    store
}

/// A shop in which everyone has a second factor, whose code is 123456, and the password `right`.
fn enrolled() -> Shop {
    let mut shop = Shop { second_factors: Some(stored(true)), ..Shop::new() };
    knowing_codes(&mut shop);
    shop.throttle.expect_admit().returning(|_, now| Ok(Admission::Admitted(now)));
    shop.throttle.expect_settle().returning(|_, _, _, _| Ok(()));
    shop.users
        .expect_credentials()
        .returning(|_| Ok(Some(Credentials { user: customer().user, password_hash: Some(PasswordHash::new("phc".into())) })));
    shop.hasher.expect_verify().returning(|password, _| {
        Ok(if *password == Password::given("right".into()) { PasswordMatch::Right } else { PasswordMatch::Wrong })
    });
    shop
}

fn knowing_codes(shop: &mut Shop) {
    shop.cipher.expect_open().returning(|_, _| Ok(TotpSecret::new(vec![7])));
    shop.cipher.expect_seal().returning(|_, _| Ok(SealedSecret(vec![1])));
    shop.cipher.expect_hash_code().returning(|_, _| Ok(RecoveryHash(vec![1])));
    shop.codes.expect_draw_secret().returning(|| Some(TotpSecret::new(vec![7])));
    shop.codes.expect_draw_recovery_codes().returning(|| Some((0..10).map(RecoveryCode::from_random).collect()));
    let key = |shop: &str| AppKey { base32: "GEZDGNBV".to_owned(), uri: format!("otpauth://totp/{shop}?secret=GEZDGNBV") };
    shop.codes.expect_app_key().returning(move |_, shop, _| key(shop));
    shop.codes.expect_step_of().returning(|_, digits, _| (digits == "123456").then_some(7));
}

/// The same people without confirmations.
fn unconfirmed() -> Box<MockSessionStore> {
    let mut sessions = Box::new(MockSessionStore::new());
    sessions.expect_authenticate().returning(|_, user, _| {
        let who = [customer(), admin()].into_iter().find(|who| who.user.id == user);
        Ok(who.map(|who| Principal { session: Session { confirmed_at: None, ..who.session }, ..who }))
    });
    sessions
}

/// Settings that require a second factor of all staff.
fn requiring() -> Option<MockSettingsStore> {
    let mut settings = MockSettingsStore::new();
    settings.expect_load().returning(|| {
        let value = SecuritySettings { require_second_factor: RequiredOf::Staff };
        let security = Versioned { value, ..Versioned::default() };
        Ok(ShopSettings { security, ..ShopSettings::default() })
    });
    Some(settings)
}

#[actix_web::test]
async fn a_login_asks_for_a_code_after_the_right_password_alone() {
    let mut shop = enrolled();
    shop.sessions.expect_open().returning(|_, _| Ok(true));
    shop.devices.expect_sign().returning(|_, _| None);
    let shop = shop.open().await;
    let login = |password: &str, code: Option<&str>| {
        post("/api/users/login", &json!({"email": customer().user.email.as_str(), "password": password, "code": code}))
    };
    for code in [None, Some("123456"), Some("000000")] {
        assert_eq!(shop.answer(login("wrong", code)).await.problem(401), "auth.wrong_credentials", "{code:?}");
    }
    let needed = shop.answer(login("right", None)).await;
    assert_eq!((needed.problem(401).as_str(), &needed.json()["user"]), ("auth.code_needed", &json!(null)));
    assert_eq!(shop.answer(login("right", Some(" "))).await.problem(401), "auth.code_needed");
    assert_eq!(shop.answer(login("right", Some("000000"))).await.problem(401), "auth.code_wrong");
    assert_eq!(shop.answer(login("right", Some(&"1".repeat(65)))).await.wrong_fields(), ["code"]);
    assert_eq!(shop.answer(login("right", Some("123 456"))).await.status, 200);
}

#[actix_web::test]
async fn a_session_is_confirmed_by_password_and_code_and_not_ended_by_wrong_ones() {
    let mut shop = enrolled();
    shop.sessions.expect_confirm().withf(|session, _| *session == customer().session.id).once().returning(|_, _| Ok(true));
    let shop = shop.open().await;
    let confirm = |body| post("/api/users/confirm", &body).by("customer");
    let wrong = shop.answer(confirm(json!({"password": "wrong", "code": "123456"}))).await;
    assert_eq!((wrong.problem(403).as_str(), wrong.json()["errors"]["password"].is_array()), ("auth.wrong_password", true));
    assert_eq!(shop.answer(confirm(json!({"password": "right"}))).await.problem(403), "auth.code_needed");
    let wrong = shop.answer(confirm(json!({"password": "right", "code": "000000"}))).await;
    assert_eq!((wrong.problem(403).as_str(), wrong.json()["errors"]["code"].is_array()), ("auth.code_wrong", true));
    assert_eq!(shop.answer(confirm(json!({}))).await.wrong_fields(), ["password"]);
    let confirmed = shop.answer(confirm(json!({"password": "right", "code": "123456"}))).await;
    assert_eq!((confirmed.status, confirmed.json()), (200, json!({"until": "2026-03-04T01:10:00Z"})));
    assert!(confirmed.is_personal());
}

#[actix_web::test]
async fn a_password_does_not_confirm_the_session_that_set_it() {
    let mut shop = enrolled();
    shop.sessions.expect_confirm().once().returning(|_, _| Ok(false));
    let answer = shop.answer(post("/api/users/confirm", &json!({"password": "right", "code": "123456"})).by("customer")).await;
    assert_eq!(answer.problem(403), "auth.sign_in_again");
}

#[actix_web::test]
async fn guesses_at_a_confirmation_are_slowed_down_as_those_at_a_login() {
    let mut shop = Shop::new();
    shop.users.expect_credentials().returning(|_| Ok(None));
    shop.throttle.expect_admit().returning(|_, _| Ok(Admission::Delayed(chrono::TimeDelta::milliseconds(3_200))));
    let answer = shop.answer(post("/api/users/confirm", &json!({"password": "guess"})).by("customer")).await;
    assert_eq!((answer.problem(429).as_str(), answer.header("retry-after")), ("auth.too_many_failures", "4"));
}

#[actix_web::test]
async fn what_needs_a_confirmation_is_refused_without_one() {
    let shop = Shop { sessions: unconfirmed(), ..Shop::new() }.open().await;
    let user = json!({"email": "a@b.lk"});
    for request in [
        post("/api/users/second-factor", &json!({})).by("customer"),
        post("/api/users/second-factor/recovery-codes", &json!({})).by("customer"),
        delete("/api/users/second-factor").by("admin"),
        delete("/api/users").set_json(&user).by("admin"),
        put("/api/admin/settings/security", &json!({"version": 0})).by("admin"),
    ] {
        assert_eq!(shop.answer(request).await.problem(403), "auth.confirm_needed");
    }
    assert_eq!(shop.answer(delete("/api/users").set_json(&user).by("customer")).await.problem(403), "auth.not_an_admin");
    let security = shop.answer(get("/api/users/security").by("customer")).await.json();
    assert_eq!(security["confirmedUntil"], json!(null));
}

#[actix_web::test]
async fn the_security_of_an_account_is_shown_to_its_owner() {
    let shop = Shop { second_factors: Some(stored(true)), shop_settings: requiring(), ..Shop::new() }.open().await;
    let expected = json!({
        "secondFactor": {"enabled": true, "since": "2026-03-04T01:00:00Z", "recoveryCodesLeft": 7},
        "secondFactorRequired": true,
        "confirmedUntil": "2026-03-04T01:10:00Z",
    });
    assert_eq!(shop.answer(get("/api/users/security").by("admin")).await.json(), expected);
    let of_customer = Shop::new().answer(get("/api/users/security").by("customer")).await.json();
    assert_eq!(of_customer["secondFactor"], json!({"enabled": false, "since": null, "recoveryCodesLeft": 0}));
    assert_eq!(of_customer["secondFactorRequired"], json!(false));
}

#[actix_web::test]
async fn an_enrolment_shows_secret_and_codes_once() {
    let mut store = stored(false);
    store.expect_begin().once().returning(|_, _, _| Ok(()));
    store
        .expect_enable()
        .withf(|change, _, step, _, keep| change.user.id == admin().user.id && *step == 7 && *keep == admin().session.id)
        .once()
        .returning(|_, _, _, _, _| Ok(()));
    let mut shop = Shop { second_factors: Some(store), ..Shop::new() };
    knowing_codes(&mut shop);
    let shop = shop.open().await;
    let refused = shop.answer(post("/api/users/second-factor", &json!({})).by("customer")).await;
    assert_eq!(refused.problem(403), "second_factor.unverified");
    let begun = shop.answer(post("/api/users/second-factor", &json!({})).by("admin")).await;
    let body = begun.json();
    assert_eq!((begun.status, &body["secret"], &body["uri"]), (200, &json!("GEZDGNBV"), &json!("otpauth://totp/Araliya?secret=GEZDGNBV")));
    assert!(body["qr"]["size"].as_i64().unwrap() >= 21 && body["qr"]["path"].as_str().unwrap().starts_with("M0 0h7"), "{body}");
    assert!(begun.is_personal());
    let enable = |body| post("/api/users/second-factor/enable", &body).by("admin");
    assert_eq!(shop.answer(enable(json!({"code": " "}))).await.wrong_fields(), ["code"]);
    assert_eq!(shop.answer(enable(json!({"code": "000000"}))).await.problem(403), "auth.code_wrong");
    let enabled = shop.answer(enable(json!({"code": "123456"}))).await;
    assert_eq!((enabled.status, enabled.json()["recoveryCodes"].as_array().unwrap().len()), (200, 10));
    assert_eq!(enabled.json()["recoveryCodes"][0], "aaaa-aaaa");
    assert!(enabled.is_personal());
}

#[actix_web::test]
async fn a_second_factor_is_not_set_up_twice() {
    let mut store = stored(true);
    store.expect_begin().returning(|_, _, _| Err(SecondFactorError::AlreadyEnabled));
    let mut shop = Shop { second_factors: Some(store), ..Shop::new() };
    knowing_codes(&mut shop);
    let shop = shop.open().await;
    assert_eq!(shop.answer(post("/api/users/second-factor", &json!({})).by("admin")).await.problem(409), "second_factor.enabled");
    let enable = post("/api/users/second-factor/enable", &json!({"code": "123456"})).by("admin");
    assert_eq!(shop.answer(enable).await.problem(409), "second_factor.enabled");
}

#[actix_web::test]
async fn ones_own_second_factor_is_removed_or_that_of_staff() {
    let mut store = Box::new(MockSecondFactorStore::new());
    store.expect_status().returning(|_| Ok(SecondFactorStatus { enabled_at: Some(moments::now()), ..SecondFactorStatus::default() }));
    store.expect_remove().times(3).returning(|_| Ok(true));
    let mut shop = Shop { second_factors: Some(store), ..Shop::new() };
    shop.directory.expect_by_email().returning(|email| Ok([admin().user, customer().user].into_iter().find(|user| user.email == *email)));
    let shop = shop.open().await;
    let of = |email: &str| delete(&format!("/api/users/second-factor?user={email}"));
    let removed = shop.answer(delete("/api/users/second-factor").by("customer")).await;
    assert_eq!((removed.status, removed.text().as_str()), (204, ""));
    assert_eq!(shop.answer(of(admin().user.email.as_str()).by("admin")).await.status, 204);
    assert_eq!(shop.answer(of(admin().user.email.as_str()).by("customer")).await.problem(403), "auth.not_an_admin");
    assert_eq!(shop.answer(of(customer().user.email.as_str()).by("admin")).await.status, 204, "a customer's too");
    assert_eq!(shop.answer(of("nobody@example.com").by("admin")).await.problem(404), "user.not_found");
    let shown = shop.answer(get(&format!("/api/users/second-factor?user={}", customer().user.email)).by("admin")).await;
    assert_eq!((shown.status, &shown.json()["enabled"]), (200, &json!(true)));
    let own = get(&format!("/api/users/second-factor?user={}", admin().user.email)).by("customer");
    assert_eq!(shop.answer(own).await.problem(403), "auth.not_an_admin");
    assert_eq!(shop.answer(of("nobody").by("admin")).await.wrong_fields(), ["user"]);
}

#[actix_web::test]
async fn staff_who_lack_a_required_second_factor_reach_enrolment_alone() {
    let mut shop = Shop { shop_settings: requiring(), ..Shop::new() };
    shop.order_reader.expect_list().returning(|_| Ok(domain::shared::page::PageAnswer::InvalidCursor));
    shop.reviews.expect_list().returning(|_| Err(domain::shared::page::InvalidCursor.into()));
    let shop = shop.open().await;
    for path in ["/api/orders", "/api/users", "/api/admin/overview", "/api/admin/settings/security", "/api/users/addresses"] {
        assert_eq!(shop.answer(get(path).by("admin")).await.problem(403), "auth.second_factor_required", "{path}");
    }
    for path in ["/api/users/security", "/api/users/userdetail"] {
        assert_eq!(shop.answer(get(path).by("admin")).await.status, 200, "{path}");
    }
    assert_eq!(shop.answer(get("/api/orders").by("customer")).await.problem(422), "list.invalid_cursor", "customers are let in");
    assert_eq!(shop.answer(get("/api/reviews").by("admin")).await.problem(422), "list.invalid_cursor", "as a visitor");
    let of_others = get("/api/users/sessions?user=a@b.lk").by("admin");
    assert_eq!(shop.answer(of_others).await.problem(403), "auth.not_an_admin");
    let with_one = Shop { shop_settings: requiring(), second_factors: Some(stored(true)), ..Shop::new() };
    assert_eq!(with_one.answer(get("/api/admin/settings/security").by("admin")).await.json()["requireSecondFactor"], "staff");
}
