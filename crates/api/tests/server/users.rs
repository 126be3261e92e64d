//! Customers and administrators with live sessions, most of them written to the database without hashing a password.

use std::sync::Arc;

use adapter_auth::JwtTokens;
use adapter_postgres::Postgres;
use chrono::{DateTime, SubsecRound as _, Utc};
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::ports::{EmailVerifier as _, SessionStore as _, TokenService as _, UserRepository};
use domain::accounts::session::Session;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, PasswordHash, User};
use domain::shared::ids::SessionId;
use domain::shared::ports::Clock;
use futures_util::{StreamExt as _, stream};
use test_harness::accounts::{self, SignedInUser, fresh_uuid};
use test_harness::instance::Instance;
use test_harness::shop::JWT_SECRET;
use testkit::sample_users;

use crate::shop::Shop;

/// A hash that can be read, of no known password: a sign-in is refused, and does not fail.
const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// One signed-in customer, whose address is verified.
pub(crate) async fn customer(shop: &Shop) -> SignedInUser {
    customers(shop, 1).await.remove(0)
}

/// `count` of them.
pub(crate) async fn customers(shop: &Shop, count: usize) -> Vec<SignedInUser> {
    let postgres = shop.database().postgres().await;
    let signed_in = stream::iter(0..count).map(|_| sign_in_verified(&postgres, sample_users::customer()));
    signed_in.buffer_unordered(10).collect().await
}

/// A signed-in administrator.
pub(crate) async fn admin(shop: &Shop) -> SignedInUser {
    sign_in(&shop.database().postgres().await, sample_users::admin(), JWT_SECRET).await
}

/// A signed-in member of staff with this role.
pub(crate) async fn staff(shop: &Shop, role: StaffRole) -> SignedInUser {
    sign_in(&shop.database().postgres().await, sample_users::staff(role), JWT_SECRET).await
}

/// A new member of staff with this role, and their session.
pub(crate) async fn member(postgres: &Postgres, role: StaffRole) -> (User, SignedInUser) {
    signed_in(postgres, sample_users::staff(role), JWT_SECRET).await
}

/// A new customer with a verified address, and their session.
pub(crate) async fn known_customer(postgres: &Postgres) -> (User, SignedInUser) {
    let new = NewUser { password_hash: Some(PasswordHash::new(HASH.to_owned())), ..sample_users::customer() };
    let (user, session) = signed_in(postgres, new, JWT_SECRET).await;
    verify(postgres, &user).await;
    (user, session)
}

/// An administrator with a live session, whose token is signed with another key than the shop's.
pub(crate) async fn admin_with_forged_token(shop: &Shop) -> SignedInUser {
    sign_in(&shop.database().postgres().await, sample_users::admin(), "another key, which the shop does not know").await
}

/// A signed-in customer whose address was never verified.
pub(crate) async fn new_customer(shop: &Shop) -> SignedInUser {
    sign_in(&shop.database().postgres().await, sample_users::customer(), JWT_SECRET).await
}

/// Creates a user with a verified address.
async fn sign_in_verified(postgres: &Postgres, new: NewUser) -> SignedInUser {
    let (user, session) = signed_in(postgres, new, JWT_SECRET).await;
    verify(postgres, &user).await;
    session
}

async fn verify(postgres: &Postgres, user: &User) {
    let claim = EmailClaim { user: user.id, email: user.email.clone(), until: MachineClock.now() };
    postgres.verify(&claim, MachineClock.now()).await.expect("the user");
}

/// Creates a user with a session, which is confirmed, and issues its token.
async fn sign_in(postgres: &Postgres, new: NewUser, key: &str) -> SignedInUser {
    signed_in(postgres, new, key).await.1
}

/// The same, with the user.
async fn signed_in(postgres: &Postgres, new: NewUser, key: &str) -> (User, SignedInUser) {
    let user = UserRepository::create(postgres, &new).await.expect("a new address");
    let session = Session::begin(SessionId::new(fresh_uuid()), &user, MachineClock.now());
    assert!(postgres.open(&session, None).await.expect("a database"));
    postgres.confirm(session.id, MachineClock.now()).await.expect("a database");
    let tokens = JwtTokens::new(key.as_bytes(), Arc::new(MachineClock)).expect("a key that is long enough");
    let signed_in = SignedInUser { email: user.email.as_str().to_owned(), token: tokens.issue(&user, &session).expect("a token") };
    (user, signed_in)
}

/// Registers a customer over HTTP and signs them in.
pub(crate) async fn register(server: &Instance, email: &str, password: &str) -> SignedInUser {
    accounts::register(server.client(), &server.origin(), email, password).await
}

/// Signs a user in over HTTP.
pub(crate) async fn log_in(server: &Instance, email: &str, password: &str) -> SignedInUser {
    accounts::log_in(server.client(), &server.origin(), email, password).await
}

/// The time of this machine.
pub(crate) struct MachineClock;

impl Clock for MachineClock {
    #[allow(clippy::disallowed_methods, reason = "the servers under test use the machine's time")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}
