//! Who asks: customers and administrators with live sessions, made without the costly work on passwords.

use std::sync::Arc;

use adapter_auth::JwtTokens;
use adapter_postgres::Postgres;
use chrono::{DateTime, SubsecRound as _, Utc};
use domain::accounts::ports::{CreateUserOutcome, SessionStore as _, TokenService as _, UserRepository};
use domain::accounts::session::Session;
use domain::accounts::user::NewUser;
use domain::shared::ids::SessionId;
use domain::shared::ports::Clock;
use futures_util::{StreamExt as _, stream};
use reqwest::RequestBuilder;
use serde_json::json;
use testkit::sample_users;
use uuid::Uuid;

use crate::answer::Ask as _;
use crate::instance::Instance;
use crate::shop::{JWT_SECRET, Shop};

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) email: String,
    pub(crate) token: String,
}

/// Making a request somebody's.
pub(crate) trait By {
    fn by(self, person: &Person) -> Self;
}

impl By for RequestBuilder {
    fn by(self, person: &Person) -> Self {
        self.bearer_auth(&person.token)
    }
}

/// One signed-in customer.
pub(crate) async fn customer(shop: &Shop) -> Person {
    customers(shop, 1).await.remove(0)
}

/// So many signed-in customers.
pub(crate) async fn customers(shop: &Shop, count: usize) -> Vec<Person> {
    let postgres = shop.database().postgres().await;
    let signed_in = stream::iter(0..count).map(|_| sign_in(&postgres, sample_users::customer(), JWT_SECRET));
    signed_in.buffer_unordered(10).collect().await
}

/// A signed-in administrator.
pub(crate) async fn admin(shop: &Shop) -> Person {
    sign_in(&shop.database().postgres().await, sample_users::admin(), JWT_SECRET).await
}

/// An administrator with a live session, whose token was signed by somebody else than the shop.
pub(crate) async fn forger(shop: &Shop) -> Person {
    sign_in(&shop.database().postgres().await, sample_users::admin(), "another key, which the shop does not know").await
}

/// Registers somebody and opens a session for them, as signing in would.
async fn sign_in(postgres: &Postgres, new: NewUser, key: &str) -> Person {
    let CreateUserOutcome::Created(user) = UserRepository::create(postgres, &new).await.expect("a database") else {
        panic!("{} is taken", new.email);
    };
    let session = Session::begin(SessionId::new(fresh_uuid()), &user, MachineClock.now());
    assert!(postgres.open(&session).await.expect("a database"));
    let tokens = JwtTokens::new(key.as_bytes(), Arc::new(MachineClock)).expect("a key that is long enough");
    Person { email: user.email.as_str().to_owned(), token: tokens.issue(&user, &session).expect("a token") }
}

/// Registers somebody over HTTP and signs them in.
pub(crate) async fn register(server: &Instance, email: &str, password: &str) -> Person {
    let form = json!({"firstName": "Nimali", "lastName": "Perera", "email": email, "password": password});
    server.post("/api/users").json(&form).ask().await.is(201);
    log_in(server, email, password).await
}

/// Signs somebody in over HTTP.
pub(crate) async fn log_in(server: &Instance, email: &str, password: &str) -> Person {
    let answer = server.post("/api/users/login").json(&json!({"email": email, "password": password})).ask().await.is(200);
    Person { email: email.to_owned(), token: answer["token"].as_str().expect("a token").to_owned() }
}

/// An identifier that comes up once.
#[allow(clippy::disallowed_methods, reason = "tests need values that differ, not values that are decided")]
pub(crate) fn fresh_uuid() -> Uuid {
    Uuid::new_v4()
}

struct MachineClock;

impl Clock for MachineClock {
    #[allow(clippy::disallowed_methods, reason = "the servers under test live in the machine's time")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}
