//! HTTP by hand, for clients that do not behave.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::instance::Instance;
use crate::people::Person;

/// The bytes of a request that places an order.
pub(crate) fn order_request(who: &Person, key: &str, order: &Value) -> Vec<u8> {
    let body = order.to_string();
    let head = format!(
        "POST /api/orders HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Authorization: Bearer {}\r\nIdempotency-Key: {key}\r\n\r\n",
        body.len(),
        who.token,
    );
    [head.into_bytes(), body.into_bytes()].concat()
}

/// Sends some bytes and goes away after a while: politely, or by breaking the connection off.
pub(crate) async fn send_and_vanish(server: &Instance, bytes: &[u8], after: Duration, politely: bool) {
    let mut connection = TcpStream::connect(server.address()).await.expect("a connection");
    connection.write_all(bytes).await.expect("a server that reads");
    tokio::time::sleep(after).await;
    if !politely {
        connection.set_zero_linger().expect("a connection to be reset");
    }
}

/// Sends some bytes and reads until the server closes the connection.
pub(crate) async fn converse(server: &Instance, bytes: &[u8]) -> String {
    let mut connection = TcpStream::connect(server.address()).await.expect("a connection");
    connection.write_all(bytes).await.expect("a server that reads");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.expect("an answer");
    answer
}
