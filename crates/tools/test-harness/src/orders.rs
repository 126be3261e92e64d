//! Requests that place orders.

use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

use crate::accounts::{SignedInAs as _, SignedInUser};

/// The body of an order of these product codes and quantities.
#[must_use]
pub fn order_body<'a>(lines: impl IntoIterator<Item = (&'a str, i64)>) -> Value {
    let items: Vec<Value> = lines.into_iter().map(|(code, quantity)| json!({"productId": code, "quantity": quantity})).collect();
    json!({"orderedItems": items, "name": "Nimali Perera", "address": "12 Temple Road, Kandy", "phone": "+94 71 234 5678"})
}

/// The request that places an order under an idempotency key.
pub fn place_order(client: &Client, origin: &str, user: &SignedInUser, key: &str, order: &Value) -> RequestBuilder {
    client.post(format!("{origin}/api/orders")).signed_in_as(user).header("Idempotency-Key", key).json(order)
}

/// The bytes of the same request.
#[must_use]
pub fn place_order_bytes(user: &SignedInUser, key: &str, order: &Value) -> Vec<u8> {
    let body = order.to_string();
    let head = format!(
        "POST /api/orders HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Authorization: Bearer {}\r\nIdempotency-Key: {key}\r\n\r\n",
        body.len(),
        user.token,
    );
    [head.into_bytes(), body.into_bytes()].concat()
}
