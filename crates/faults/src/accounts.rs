//! Who orders, and who looks after the shop.

use reqwest::Client;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::answer::ask;

/// What everybody signs in with.
pub(crate) const PASSWORD: &str = "frangipani by the sea";
/// The administrator the shop makes at its first start.
pub(crate) const ADMIN: &str = "owner@shop.example";

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) email: String,
    pub(crate) token: String,
}

/// A new customer, signed in.
pub(crate) async fn customer(client: &Client, base: &str) -> Person {
    let email = format!("{}@example.com", fresh_uuid().simple());
    let form = json!({"firstName": "Nimali", "lastName": "Perera", "email": email, "password": PASSWORD});
    expect(client, &format!("{base}/api/users"), &form, 201).await;
    log_in(client, base, &email).await
}

/// Signs somebody in.
pub(crate) async fn log_in(client: &Client, base: &str, email: &str) -> Person {
    let login = json!({"email": email, "password": PASSWORD});
    let answer = expect(client, &format!("{base}/api/users/login"), &login, 200).await;
    Person { email: email.to_owned(), token: answer["token"].as_str().expect("a token").to_owned() }
}

async fn expect(client: &Client, url: &str, body: &Value, status: u16) -> Value {
    let answer = ask(client.post(url).json(body)).await.expect("an answer");
    assert_eq!(answer.status, status, "{}", answer.body);
    answer.body
}

/// An identifier nobody else uses.
#[allow(clippy::disallowed_methods, reason = "keys have to differ, nothing is decided by them")]
pub(crate) fn fresh_uuid() -> Uuid {
    Uuid::new_v4()
}
