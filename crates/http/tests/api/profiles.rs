//! Changes of a user's details, by the user and by an administrator.

use domain::accounts::password::Password;
use domain::accounts::ports::{Admission, MockSessionStore, PasswordMatch, UpdateProfileError, UpdatedUser};
use domain::accounts::session::{Principal, Session};
use domain::accounts::user::{Credentials, PasswordHash, ProfileChange, User};
use domain::messages::mail_settings::MailSettings;
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::language::Language;
use domain::shared::versioned::{SettingsVersion, Versioned};
use serde_json::{Value, json};

use crate::people::{admin, customer};
use crate::shop::Shop;
use crate::wire::{By as _, put};

fn update(email: &str, body: &Value) -> actix_web::test::TestRequest {
    put(&format!("/api/users/update/{email}"), body)
}

#[actix_web::test]
async fn blank_fields_keep_what_there_is_and_a_fresh_token_comes_back() {
    let mut shop = Shop::new();
    shop.users
        .expect_update_profile()
        .withf(|user, change, keep, _| {
            *user == customer().user.id
                && *keep == Some(customer().session.id)
                && change.first_name.as_ref().is_some_and(|n| n.as_str() == "Nadeesha")
                && change.last_name.is_none()
                && change.password_hash.is_none()
                && change.profile_picture.as_ref().is_some_and(|p| p.as_str() == "/images/1-me.webp")
        })
        .once()
        .returning(|_, change, _, _| {
            let user = User { first_name: change.first_name.clone().unwrap(), ..customer().user };
            Ok(UpdatedUser { user, is_shown: true })
        });
    let body = json!({"firstName": "Nadeesha", "lastName": " ", "password": "", "profilePicture": "/images/1-me.webp", "type": "admin"});
    // Percent-encoded, and in another case than the address is kept in.
    let email = customer().user.email.as_str().to_uppercase().replace('@', "%40");
    let answer = shop.answer(update(&email, &body).by("customer")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body = answer.json();
    assert_eq!(body["message"], "Your details were updated successfully");
    assert_eq!((&body["user"]["name"], &body["token"]), (&json!("Nadeesha Perera"), &json!("token of Nadeesha Perera")));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn an_administrator_changes_somebody_else_without_a_token_and_never_a_password() {
    let mut shop = Shop::new();
    shop.directory.expect_by_email().returning(|_| Ok(Some(customer().user)));
    shop.users
        .expect_update_profile_as_admin()
        .withf(|_, _, keep, by, _| keep.is_none() && by.user_id == Some(admin().user.id) && by.request_id.len() == 32)
        .returning(|_, _, _, _, _| Ok(UpdatedUser { user: customer().user, is_shown: true }));
    let shop = shop.open().await;
    let email = customer().user.email;
    let answer = shop.answer(update(email.as_str(), &json!({"firstName": "Nimali"})).by("admin")).await;
    assert_eq!((answer.status, answer.json().get("token")), (200, None));
    let refused = shop.answer(update(email.as_str(), &json!({"password": "x"})).by("admin")).await;
    assert_eq!(refused.problem(403), "user.password_of_another");
}

/// A customer whose session is not confirmed, and whose password is `right`.
fn unconfirmed() -> Shop {
    let mut sessions = Box::new(MockSessionStore::new());
    sessions.expect_authenticate().returning(|_, _, _| {
        let who = customer();
        Ok(Some(Principal { session: Session { confirmed_at: None, ..who.session.clone() }, ..who }))
    });
    let mut shop = Shop { sessions, ..Shop::new() };
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

#[actix_web::test]
async fn a_new_password_needs_the_present_one_in_a_session_that_is_not_confirmed() {
    let mut shop = unconfirmed();
    shop.hasher.expect_hash().once().returning(|_| Ok(PasswordHash::new("new".into())));
    let is_new = |change: &ProfileChange| change.password_hash == Some(PasswordHash::new("new".into()));
    shop.users
        .expect_update_profile()
        .withf(move |_, change, keep, _| is_new(change) && *keep == Some(customer().session.id))
        .once()
        .returning(|_, _, _, _| Ok(UpdatedUser { user: customer().user, is_shown: false }));
    let shop = shop.open().await;
    let email = customer().user.email;
    let ask = async |body| shop.answer(update(email.as_str(), &body).by("customer")).await;
    for missing in [json!(null), json!("")] {
        let refused = ask(json!({"password": "frangipani by the sea", "currentPassword": missing})).await;
        assert_eq!((refused.problem(403).as_str(), refused.json()["errors"]["currentPassword"].is_array()), ("auth.confirm_needed", true));
    }
    let wrong = ask(json!({"password": "frangipani by the sea", "currentPassword": "guess"})).await;
    assert_eq!((wrong.problem(403).as_str(), wrong.json()["errors"]["currentPassword"].is_array()), ("auth.wrong_password", true));
    assert_eq!(ask(json!({"password": "frangipani by the sea", "currentPassword": "right"})).await.status, 200);
}

#[actix_web::test]
async fn guesses_at_the_present_password_are_slowed_down_as_those_at_a_login() {
    let mut shop = Shop::new();
    shop.users
        .expect_credentials()
        .returning(|_| Ok(Some(Credentials { user: customer().user, password_hash: Some(PasswordHash::new("phc".into())) })));
    shop.throttle.expect_admit().returning(|_, _| Ok(Admission::Delayed(chrono::TimeDelta::seconds(4))));
    let body = json!({"password": "frangipani by the sea", "currentPassword": "guess"});
    let answer = shop.answer(update(customer().user.email.as_str(), &body).by("customer")).await;
    assert_eq!((answer.problem(429).as_str(), answer.header("retry-after")), ("auth.too_many_failures", "4"));
}

#[actix_web::test]
async fn customers_change_nobody_else() {
    let mut shop = Shop::new();
    shop.directory.expect_by_email().returning(|_| Ok(None));
    let shop = shop.open().await;
    for email in [admin().user.email.as_str(), "nobody@example.com", "malformed"] {
        assert_eq!(shop.answer(update(email, &json!({"firstName": ""})).by("customer")).await.problem(403), "user.not_yours");
    }
    for email in ["nobody@example.com", "malformed"] {
        assert_eq!(shop.answer(update(email, &json!({})).by("admin")).await.problem(404), "user.not_found");
    }
}

#[actix_web::test]
async fn wrong_new_details_are_named() {
    let body = json!({"firstName": "x".repeat(101), "password": "password", "profilePicture": "javascript:alert(1)"});
    let answer = Shop::new().answer(update(customer().user.email.as_str(), &body).by("customer")).await;
    assert_eq!(answer.wrong_fields(), ["firstName", "password", "profilePicture"]);
}

#[actix_web::test]
async fn whoever_is_deleted_meanwhile_and_pictures_that_are_gone_are_told_apart() {
    for (refusal, status, code) in
        [(UpdateProfileError::NotFound, 401, "auth.not_signed_in"), (UpdateProfileError::PictureGone, 422, "image.gone")]
    {
        let mut shop = Shop::new();
        shop.users.expect_update_profile().return_once(move |_, _, _, _| Err(refusal));
        let answer = shop.answer(update(customer().user.email.as_str(), &json!({"firstName": "Nadeesha"})).by("customer")).await;
        assert_eq!(answer.problem(status), code);
        if status == 422 {
            assert_eq!(answer.json()["errors"]["profilePicture"], json!(["This picture is no longer kept. Please choose it again."]));
        }
    }
}

#[actix_web::test]
async fn the_language_of_mails_is_one_that_the_shop_offers() {
    let mut shop = Shop::new();
    let mails = Versioned { version: SettingsVersion::default(), value: MailSettings::default().offering([Language::Sinhala]) };
    let mut settings = MockSettingsStore::new();
    settings.expect_load().returning(move || Ok(ShopSettings { mails: mails.clone(), ..ShopSettings::default() }));
    shop.shop_settings = Some(settings);
    shop.users.expect_update_profile().returning(|_, change, _, _| {
        let user = User { language: change.language.unwrap_or(Language::Sinhala), ..customer().user };
        Ok(UpdatedUser { user, is_shown: false })
    });
    let shop = shop.open().await;
    let email = customer().user.email;
    for (body, language) in [
        (json!({"language": "en"}), "en"),
        (json!({"language": "si"}), "si"),
        (json!({"language": ""}), "si"),
        (json!({"language": null}), "si"),
        (json!({"firstName": "Nimali"}), "si"),
    ] {
        let answer = shop.answer(update(email.as_str(), &body).by("customer")).await;
        assert_eq!((answer.status, &answer.json()["user"]["language"]), (200, &json!(language)), "{body}");
    }
    let refused = shop.answer(update(email.as_str(), &json!({"language": "ta"})).by("customer")).await;
    assert_eq!(refused.problem(422), "user.language_not_offered");
    assert_eq!(refused.json()["errors"]["language"], json!(["The shop does not write mails in this language."]));
    for unknown in ["fr", "SI"] {
        let refused = shop.answer(update(email.as_str(), &json!({"language": unknown})).by("customer")).await;
        assert_eq!(refused.wrong_fields(), ["language"]);
    }
}
