//! The content of tokens, and the tokens that must be refused.

use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::UserType;
use domain::shared::email::EmailAddress;
use domain::shared::ports::Clock;
use domain::shared::text::{PersonName, PictureUrl};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::signer::WeakKeyError;

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";
const USER: &str = "018f0000-0000-7000-8000-000000000001";
const SESSION: &str = "018f0000-0000-7000-8000-000000000002";

/// A clock that tests set.
struct TestClock(Mutex<DateTime<Utc>>);

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }
}

fn start() -> DateTime<Utc> {
    "2026-03-01T08:00:00Z".parse().unwrap()
}

fn service_at(clock: Arc<TestClock>) -> JwtTokens {
    JwtTokens::new(KEY, clock).unwrap()
}

fn service() -> JwtTokens {
    service_at(Arc::new(TestClock(Mutex::new(start()))))
}

fn user(picture: Option<&str>) -> User {
    User {
        id: UserId::parse(USER).unwrap(),
        email: EmailAddress::parse("Nimali@Example.com").unwrap(),
        first_name: PersonName::parse("Nimali").unwrap(),
        last_name: PersonName::parse("පෙරේරා").unwrap(),
        profile_picture: picture.map(|p| PictureUrl::parse(p).unwrap()),
        user_type: UserType::Customer,
        staff_role: None,
        is_blocked: false,
        created_at: start(),
        last_login: None,
        email_verified: false,
        language: domain::shared::language::Language::English,
    }
}

fn session(user: &User) -> Session {
    Session::begin(SessionId::new(Uuid::parse_str(SESSION).unwrap()), user, start())
}

/// A payload that is right in every way.
fn good() -> Value {
    json!({"sub": USER, "sid": SESSION, "iat": start().timestamp(), "exp": start().timestamp() + 60,
        "iss": "araliya", "aud": "araliya"})
}

fn signed(algorithm: Algorithm, key: &[u8], payload: &Value) -> String {
    encode(&Header::new(algorithm), payload, &EncodingKey::from_secret(key)).unwrap()
}

fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

#[test]
fn the_payload_is_the_contracts_to_the_letter() {
    let nimali = user(Some("/images/1-me.webp"));
    let token = service().issue(&nimali, &session(&nimali)).unwrap();
    let parts: Vec<Value> =
        token.split('.').take(2).map(|p| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(p).unwrap()).unwrap()).collect();
    assert_eq!(parts[0], json!({"typ": "JWT", "alg": "HS256"}));
    assert_eq!(
        parts[1],
        json!({
            "sub": USER,
            "sid": SESSION,
            "email": "nimali@example.com",
            "profilePicture": "/images/1-me.webp",
            "user": {"type": "customer", "firstName": "Nimali", "lastName": "පෙරේරා", "email": "nimali@example.com",
                "profilePicture": "/images/1-me.webp"},
            "iat": start().timestamp(),
            "exp": (start() + TimeDelta::days(30)).timestamp(),
            "iss": "araliya",
            "aud": "araliya",
        })
    );
}

#[test]
fn no_picture_is_null() {
    let plain = user(None);
    let token = service().issue(&plain, &session(&plain)).unwrap();
    let payload: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap()).unwrap();
    assert_eq!((&payload["profilePicture"], &payload["user"]["profilePicture"]), (&Value::Null, &Value::Null));
}

#[test]
fn an_issued_token_is_valid_until_the_sessions_end() {
    let clock = Arc::new(TestClock(Mutex::new(start())));
    let tokens = service_at(Arc::clone(&clock));
    let admin = User { user_type: UserType::Admin, staff_role: Some(StaffRole::Owner), ..user(None) };
    let session = session(&admin);
    let token = tokens.issue(&admin, &session).unwrap();
    let claims = Some(TokenClaims { user_id: admin.id, session_id: session.id });
    assert_eq!(tokens.read(&token), claims);
    *clock.0.lock().unwrap() = session.expires_at - TimeDelta::seconds(1);
    assert_eq!(tokens.read(&token), claims);
    *clock.0.lock().unwrap() = session.expires_at;
    assert_eq!(tokens.read(&token), None);
}

#[test]
fn only_sub_and_sid_are_believed() {
    let mut payload = good();
    payload["user"] = json!({"type": "admin"});
    payload["extra"] = json!([1, 2, 3]);
    let claims = service().read(&signed(Algorithm::HS256, KEY, &payload)).unwrap();
    assert_eq!((claims.user_id.to_string().as_str(), claims.session_id.to_string().as_str()), (USER, SESSION));
}

#[test]
fn no_other_algorithm_is_accepted() {
    let tokens = service();
    assert!(tokens.read(&signed(Algorithm::HS256, KEY, &good())).is_some(), "the yardstick");
    for other in [Algorithm::HS384, Algorithm::HS512] {
        assert_eq!(tokens.read(&signed(other, KEY, &good())), None, "{other:?}");
    }
    let signature = signed(Algorithm::HS256, KEY, &good()).rsplit('.').next().unwrap().to_owned();
    for alg in ["none", "None", "NONE", "", "hs256", "RS256", "ES256", "EdDSA"] {
        let head = part(&json!({"typ": "JWT", "alg": alg}));
        for end in ["", &signature] {
            assert_eq!(tokens.read(&format!("{head}.{}.{end}", part(&good()))), None, "{alg}");
        }
    }
    assert_eq!(tokens.read(&format!("{}.{}.{signature}", part(&json!({"typ": "JWT"})), part(&good()))), None, "no algorithm");
}

#[test]
fn no_other_key_is_accepted() {
    for other in [&b"another key, another key, another"[..], b"", &KEY[..31], &[KEY, b"x"].concat()] {
        assert_eq!(service().read(&signed(Algorithm::HS256, other, &good())), None);
    }
}

#[test]
fn every_changed_character_breaks_a_token() {
    let tokens = service();
    let token = signed(Algorithm::HS256, KEY, &good());
    for place in 0..token.len() {
        let mut bytes = token.clone().into_bytes();
        bytes[place] = match bytes[place] {
            b'.' => b'x',
            b'A' => b'B',
            _ => b'A',
        };
        assert_eq!(tokens.read(&String::from_utf8(bytes).unwrap()), None, "at {place}");
    }
    for broken in ["", ".", "..", "a.b.c", "Bearer", &token[1..], &token[..token.len() - 1], &format!("{token}."), &format!(" {token}")] {
        assert_eq!(tokens.read(broken), None, "{broken}");
    }
}

#[test]
fn every_claim_is_required_and_must_be_right() {
    let tokens = service();
    for claim in ["sub", "sid", "iat", "exp", "iss", "aud"] {
        let mut missing = good();
        missing.as_object_mut().unwrap().remove(claim);
        assert_eq!(tokens.read(&signed(Algorithm::HS256, KEY, &missing)), None, "without {claim}");
        for wrong in [Value::Null, json!(""), json!("other"), json!(-1), json!({}), json!([]), json!(true)] {
            if claim == "iat" && wrong == json!(-1) {
                continue; // a time like any other: what counts is that there is one
            }
            let mut changed = good();
            changed[claim] = wrong.clone();
            assert_eq!(tokens.read(&signed(Algorithm::HS256, KEY, &changed)), None, "{claim} = {wrong}");
        }
    }
}

#[test]
fn a_weak_key_is_refused_by_its_length() {
    let clock: Arc<dyn Clock> = Arc::new(TestClock(Mutex::new(start())));
    for length in [0, 1, 31] {
        assert_eq!(JwtTokens::new(&KEY[..length], Arc::clone(&clock)).err(), Some(WeakKeyError { length }));
    }
    assert!(JwtTokens::new(KEY, clock).is_ok());
}

#[test]
fn a_token_counts_from_its_nbf_on() {
    let (tokens, now) = (service(), start().timestamp());
    let with = |nbf: Value| {
        let mut payload = good();
        payload["nbf"] = nbf;
        tokens.read(&signed(Algorithm::HS256, KEY, &payload)).is_some()
    };
    for nbf in [json!(now), json!(now - 1), json!(0), json!(-1), json!(i64::MIN)] {
        assert!(with(nbf.clone()), "nbf = {nbf}");
    }
    for nbf in [json!(now + 1), json!(i64::MAX), json!(u64::MAX)] {
        assert!(!with(nbf.clone()), "nbf = {nbf}");
    }
    for nbf in [Value::Null, json!("0"), json!(""), json!(0.5), json!(0.0), json!(1e300), json!(true), json!([]), json!({})] {
        assert!(!with(nbf.clone()), "no whole number: {nbf}");
    }
}

#[test]
fn a_time_that_is_no_whole_number_is_none() {
    let end = start().timestamp() + 60;
    for exp in [json!(f64::from(u32::try_from(end).unwrap())), json!(1e300), json!(u64::MAX), json!(end.to_string())] {
        let mut payload = good();
        payload["exp"] = exp.clone();
        assert_eq!(service().read(&signed(Algorithm::HS256, KEY, &payload)), None, "exp = {exp}");
    }
}

#[test]
fn a_token_always_fits_into_a_header() {
    let longest = format!("https://cdn.example/{}", "x".repeat(2_000));
    let wordy = |text: &str| PersonName::parse(&text.repeat(100)).unwrap();
    for picture in [longest.as_str(), longest.get(..1_000).unwrap()] {
        let email = EmailAddress::parse(&format!("{}@{}example", "e".repeat(64), format!("{}.", "x".repeat(59)).repeat(3))).unwrap();
        let user = User { email, first_name: wordy("🌸"), last_name: wordy("\""), ..user(Some(picture)) };
        let token = service().issue(&user, &session(&user)).unwrap();
        assert!(token.len() < 7 * 1_024, "{} bytes, and a proxy takes 8 KiB", token.len());
        assert!(service().read(&token).is_some());
        let payload: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap()).unwrap();
        let carried = payload["profilePicture"].as_str();
        assert_eq!(carried, Some(picture).filter(|p| p.len() <= 1_000), "one that is too long is left out, and asked for");
    }
}
