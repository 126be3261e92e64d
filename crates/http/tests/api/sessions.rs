//! Registration, login and logout.

use domain::accounts::login_attempts::{AddressBlock, Origin};
use domain::accounts::password::Password;
use domain::accounts::permission::Permission;
use domain::accounts::ports::{Admission, PasswordMatch, RegisterUserError};
use domain::accounts::user::{Credentials, PasswordHash, User, UserType};
use domain::shared::ids::DeviceId;
use serde_json::{Value, json};

use crate::people::{admin, customer, registered};
use crate::shop::Shop;
use crate::wire::{By as _, get, post};

fn registration(with: &Value) -> Value {
    let mut body = json!({"firstName": "Nimali", "lastName": "Perera", "email": "Nimali@Example.com", "password": "temple flowers"});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

fn hashing(mut shop: Shop) -> Shop {
    shop.hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".into())));
    shop
}

#[actix_web::test]
async fn whoever_registers_becomes_a_customer_whatever_they_say() {
    let mut shop = hashing(Shop::new());
    shop.users
        .expect_create()
        .withf(|u| {
            (u.user_type, u.email.as_str(), u.profile_picture.is_none()) == (UserType::Customer, "nimali@example.com", true)
                && u.sends_verification
                && u.password_hash == Some(PasswordHash::new("phc".into()))
        })
        .once()
        .returning(|u| Ok(registered(u.clone())));
    let body = registration(&json!({"type": "admin", "isBlocked": true, "profilePicture": " "}));
    let answer = shop.answer(post("/api/users", &body)).await;
    assert_eq!((answer.status, answer.json()), (201, json!({"message": "User registered successfully"})));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn a_taken_address_is_a_conflict() {
    let mut shop = hashing(Shop::new());
    shop.users.expect_create().returning(|_| Err(RegisterUserError::EmailTaken));
    assert_eq!(shop.answer(post("/api/users", &registration(&json!({})))).await.problem(409), "user.email_taken");
}

#[actix_web::test]
async fn every_wrong_field_of_a_registration_is_named() {
    let shop = Shop::new().open().await;
    let body = registration(
        &json!({"firstName": " ", "lastName": "x".repeat(101), "email": "nimali", "password": "short", "profilePicture": "https://evil.example/x.png"}),
    );
    assert_eq!(
        shop.answer(post("/api/users", &body)).await.field_errors(),
        [
            ("email", "Invalid email format"),
            ("firstName", "must not be empty"),
            ("lastName", "must have at most 100 characters"),
            ("password", "must have at least 8 characters"),
            ("profilePicture", "must be a picture of this shop, or an https address on an allowed host"),
        ]
        .map(|(field, sentence)| (field.to_owned(), sentence.to_owned()))
    );
    assert_eq!(shop.answer(post("/api/users", &json!({}))).await.wrong_fields(), ["email", "firstName", "lastName", "password"]);
    let wrong = |with| post("/api/users", &registration(&with));
    for control in ["\0", "\n", "\r\n", "\t", "\u{7f}", "\u{2028}"] {
        assert_eq!(shop.answer(wrong(json!({"firstName": format!("Ni{control}mali")}))).await.wrong_fields(), ["firstName"], "{control:?}");
    }
    let no_mail_reaches = format!("a@{}.lk", "b".repeat(64));
    assert_eq!(shop.answer(wrong(json!({"email": no_mail_reaches}))).await.wrong_fields(), ["email"]);
    assert_eq!(shop.answer(wrong(json!({"password": "iloveyou"}))).await.wrong_fields(), ["password"]);
}

/// A shop that knows one user, whose password is `right`.
fn with_user(user: User) -> Shop {
    let mut shop = Shop::new();
    shop.throttle.expect_admit().returning(|_, now| Ok(Admission::Admitted(now)));
    shop.throttle.expect_settle().returning(|_, _, _, _| Ok(()));
    shop.devices.expect_sign().returning(|_, _| Some("a.device.marker".to_owned()));
    shop.users.expect_credentials().returning(move |email| {
        let known = user.email == *email;
        Ok(known.then(|| Credentials { user: user.clone(), password_hash: Some(PasswordHash::new("phc".into())) }))
    });
    shop.hasher.expect_verify().returning(|password, hash| {
        Ok(if hash.is_some() && *password == Password::given("right".into()) { PasswordMatch::Right } else { PasswordMatch::Wrong })
    });
    shop.sessions.expect_open().returning(|_, _| Ok(true));
    shop
}

fn login(email: &str, password: &str) -> actix_web::test::TestRequest {
    post("/api/users/login", &json!({"email": email, "password": password}))
}

#[actix_web::test]
async fn the_right_password_signs_in() {
    let user = customer().user;
    let email = user.email.as_str().to_uppercase();
    let answer = with_user(user.clone()).answer(login(&email, "right")).await;
    let expected = json!({
        "message": "Login successful",
        "user": {"type": "customer", "role": null, "permissions": [], "email": user.email.as_str(), "firstName": "Nimali", "lastName": "Perera", "name": "Nimali Perera", "profilePicture": "", "emailVerified": false, "language": "en"},
        "blocked": false,
        "token": "token of Nimali Perera",
    });
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn an_unknown_address_and_a_wrong_password_are_told_alike() {
    let shop = with_user(customer().user).open().await;
    let told = async |email: &str| {
        let answer = shop.answer(login(email, "wrong")).await;
        assert_eq!(answer.problem(401), "auth.wrong_credentials");
        let mut body = answer.json();
        body.as_object_mut().unwrap().remove("requestId");
        body
    };
    let (wrong, unknown) = (told(customer().user.email.as_str()).await, told("nobody@example.com").await);
    assert_eq!(wrong, unknown);
    assert_eq!(wrong.get("user"), Some(&Value::Null));
}

#[actix_web::test]
async fn a_blocked_user_learns_it_only_with_the_right_password() {
    let blocked = User { is_blocked: true, ..customer().user };
    let shop = with_user(blocked.clone()).open().await;
    let answer = shop.answer(login(blocked.email.as_str(), "right")).await;
    assert_eq!(answer.problem(403), "auth.blocked");
    let body = answer.json();
    assert_eq!((&body["user"], &body["blocked"]), (&Value::Null, &json!(true)));
    assert_eq!(body["message"], "Your account has been blocked. Contact support.");
    assert_eq!(shop.answer(login(blocked.email.as_str(), "wrong")).await.problem(401), "auth.wrong_credentials");
}

#[actix_web::test]
async fn a_login_needs_both_fields() {
    let shop = Shop::new().open().await;
    for (body, fields) in [
        (json!({}), vec!["email", "password"]),
        (json!({"email": "", "password": ""}), vec!["email", "password"]),
        (json!({"email": null, "password": "x"}), vec!["email"]),
        (json!({"email": "a@b.lk"}), vec!["password"]),
        (json!({"email": "nobody", "password": "x"}), vec!["email"]),
        (json!({"email": "a@b.lk", "password": "x\0"}), vec!["password"]),
    ] {
        assert_eq!(shop.answer(post("/api/users/login", &body)).await.wrong_fields(), fields, "{body}");
    }
}

#[actix_web::test]
async fn a_login_that_gets_no_turn_is_told_to_come_again() {
    let mut shop = Shop::new();
    shop.users.expect_credentials().returning(|_| Ok(None));
    shop.throttle.expect_admit().returning(|_, _| Ok(Admission::NoTurn));
    let answer = shop.answer(login("a@b.lk", "guess")).await;
    assert_eq!(answer.problem(429), "auth.too_many_attempts");
    assert_eq!(answer.header("retry-after"), "1");
}

/// The cookie is for the login alone, and out of reach of scripts and of other sites.
#[actix_web::test]
async fn a_browser_that_signed_in_shows_its_marker_the_next_time_and_nobody_else_gets_one() {
    let user = customer().user;
    let (id, device) = (user.id, DeviceId::new(user.id.uuid()));
    let mut shop = with_user(user.clone());
    shop.devices.expect_read().withf(|marker| marker == "a.device.marker").once().returning(move |_| Some((id, device)));
    let shop = shop.open().await;
    let first = shop.answer(login(user.email.as_str(), "right")).await;
    let cookie = "device=a.device.marker; Path=/api/users/login; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure";
    assert_eq!(first.header("set-cookie"), cookie);
    let again = login(user.email.as_str(), "right").insert_header(("Cookie", "theme=dark; device=a.device.marker"));
    assert_eq!(shop.answer(again).await.header("set-cookie"), cookie);
    for refused in [login(user.email.as_str(), "wrong"), login("nobody@example.com", "right")] {
        assert_eq!(shop.answer(refused).await.header("set-cookie"), "");
    }
}

/// What is counted is the client's block of addresses, which a trusted proxy tells.
#[actix_web::test]
async fn an_attempt_counts_for_the_address_it_comes_from() {
    let (told, seen) = std::sync::mpsc::channel();
    let mut shop = Shop::new();
    shop.users.expect_credentials().returning(|_| Ok(None));
    shop.throttle.expect_admit().returning(move |attempt, _| {
        told.send(attempt.origin).unwrap();
        Ok(Admission::NoTurn)
    });
    let shop = shop.open().await;
    for (peer, forwarded) in [("203.0.113.9:1", "198.51.100.1"), ("10.0.0.1:1", "203.0.113.77")] {
        let request = login("a@b.lk", "guess").peer_addr(peer.parse().unwrap()).insert_header(("X-Forwarded-For", forwarded));
        assert_eq!(shop.answer(request).await.status, 429);
        let block = AddressBlock::of("203.0.113.0".parse().unwrap());
        assert_eq!(seen.try_recv().unwrap(), Origin::Block(block), "{peer}");
    }
}

#[actix_web::test]
async fn logging_out_ends_the_session() {
    let mut shop = Shop::new();
    shop.sessions.expect_revoke().withf(|session, _| *session == customer().session.id).once().returning(|_, _| Ok(()));
    let answer = shop.answer(post("/api/users/logout", &json!({})).by("customer")).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "Logged out successfully!"})));
}

#[actix_web::test]
async fn everybody_can_ask_who_they_are() {
    let answer = Shop::new().answer(get("/api/users/userdetail").by("admin")).await;
    let email = admin().user.email;
    let permissions = Permission::ALL.map(Permission::as_str);
    let expected = json!({"type": "admin", "role": "owner", "permissions": permissions, "name": "Ayesha Silva", "firstName": "Ayesha", "lastName": "Silva", "email": email.as_str(), "profilePicture": "", "emailVerified": false, "language": "en"});
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
}
