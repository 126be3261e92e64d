//! HTTP over a bare connection, for hostile clients.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::Value;
use test_harness::instance::Instance;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// Sends some bytes and reads until the server closes the connection.
pub(crate) async fn converse(server: &Instance, bytes: &[u8]) -> String {
    let mut connection = TcpStream::connect(server.address()).await.expect("a connection");
    connection.write_all(bytes).await.expect("a server that reads");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.expect("an answer");
    answer
}

/// Timeout of an answer, for a busy machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// An answer, read from the connection.
#[derive(Debug)]
pub(crate) struct RawAnswer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl RawAnswer {
    /// Whether the framework refused it, before it became a request.
    pub(crate) fn is_bare(&self) -> bool {
        (400..500).contains(&self.status) && self.body.is_empty() && !self.head.contains("x-request-id")
    }

    /// The code of a refusal that is a problem document.
    pub(crate) fn problem_code(&self) -> String {
        let has = |header: &str| self.head.lines().any(|line| line.eq_ignore_ascii_case(header));
        assert!((400..500).contains(&self.status) && has("content-type: application/problem+json"), "{self:?}");
        assert!(has("x-content-type-options: nosniff") && has("cache-control: no-store"), "{self:?}");
        let problem: Value = serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert_eq!(problem["status"], self.status, "{self:?}");
        assert!(has(&format!("x-request-id: {}", problem["requestId"].as_str().unwrap())), "{self:?}");
        for inner in ["panicked", ".rs", "actix", "serde", "line 1", "SELECT"] {
            assert!(!self.body.contains(inner), "{inner} in {self:?}");
        }
        problem["code"].as_str().unwrap().to_owned()
    }
}

/// A connection from an address of this machine; the shop counts each address as one client.
pub(crate) async fn connect_from(server: SocketAddr, client: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((client, 0).into()).expect("an address of this machine");
    // A small buffer, so that a client which reads nothing holds little of the answer.
    socket.set_recv_buffer_size(4_096).expect("a small buffer");
    socket.connect(server).await.expect("a connection")
}

/// Sends some bytes and reads the first answer, whether the server closes the connection behind it or not. A server that
/// answers before it has read everything resets the connection after that; the answer read by then counts.
pub(crate) async fn answer_to(server: &Instance, bytes: &[u8]) -> RawAnswer {
    answer_on(TcpStream::connect(server.address()).await.expect("a connection"), bytes).await
}

/// The same on an open connection.
pub(crate) async fn answer_on(connection: TcpStream, bytes: &[u8]) -> RawAnswer {
    let (mut reading, mut writing) = connection.into_split();
    let bytes = bytes.to_vec();
    let sending = tokio::spawn(async move {
        let _ = writing.write_all(&bytes).await;
        writing
    });
    let mut received = Vec::new();
    let answer = tokio::time::timeout(ANSWER_TIMEOUT, async {
        let mut chunk = vec![0; 64 * 1024];
        loop {
            match reading.read(&mut chunk).await {
                Ok(0) | Err(_) => return whole(&received).unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(&received))),
                Ok(read) => received.extend_from_slice(&chunk[..read]),
            }
            if let Some(answer) = whole(&received) {
                return answer;
            }
        }
    });
    let answer = answer.await.expect("an answer in time");
    sending.abort();
    answer
}

/// The answer at the beginning of some bytes, if it is complete.
fn whole(bytes: &[u8]) -> Option<RawAnswer> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n")?;
    let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok())?;
    let body = body.get(..length)?.to_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(RawAnswer { status, head: head.to_owned(), body })
}
