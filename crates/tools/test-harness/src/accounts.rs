//! Accounts of a shop, made and signed in over HTTP.

use reqwest::{Client, RequestBuilder};
use serde_json::json;
use uuid::Uuid;

use crate::answer::Ask as _;

/// A user with a session.
#[derive(Clone, Debug)]
pub struct SignedInUser {
    /// The address of the account.
    pub email: String,
    /// The bearer token of the session.
    pub token: String,
}

/// Sending a request in the name of a user.
pub trait SignedInAs {
    /// The request with the user's bearer token.
    #[must_use]
    fn signed_in_as(self, user: &SignedInUser) -> Self;
}

impl SignedInAs for RequestBuilder {
    fn signed_in_as(self, user: &SignedInUser) -> Self {
        self.bearer_auth(&user.token)
    }
}

/// Registers a customer and signs them in.
///
/// # Panics
/// When either is refused.
pub async fn register(client: &Client, origin: &str, email: &str, password: &str) -> SignedInUser {
    let form = json!({"firstName": "Nimali", "lastName": "Perera", "email": email, "password": password});
    client.post(format!("{origin}/api/users")).json(&form).ask().await.expect_status(201);
    log_in(client, origin, email, password).await
}

/// Signs a user in.
///
/// # Panics
/// When it is refused.
pub async fn log_in(client: &Client, origin: &str, email: &str, password: &str) -> SignedInUser {
    let login = client.post(format!("{origin}/api/users/login")).json(&json!({"email": email, "password": password}));
    let answer = login.ask().await.expect_status(200);
    SignedInUser { email: email.to_owned(), token: answer["token"].as_str().expect("a token").to_owned() }
}

/// A new random identifier, for addresses and idempotency keys.
#[must_use]
#[allow(clippy::disallowed_methods, reason = "tests need values that differ; nothing is decided by them")]
pub fn fresh_uuid() -> Uuid {
    Uuid::new_v4()
}
