//! What the HTTP parser refuses never becomes a request, and no middleware sees it: a malformed head, one that is too large
//! or too slow. The framework answers with a bare status then. A [`Connection`] gives it the form of the shop's other
//! refusals on its way out (contract, Conventions).

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::ResponseError as _;
use actix_web::body::MessageBody as _;
use actix_web::http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::access_log;
use crate::framework_refusals::problem_for;
use crate::request_id::{self, X_REQUEST_ID};
use crate::security_headers::SecurityHeaders;

/// What stands between the status and the date of a bare answer. Whatever the shop answers itself has a request id in there.
const BARE: &[u8] = b"\r\ncontent-length: 0\r\nconnection: close\r\ndate: ";
/// How long a date is (RFC 9110 §5.6.7).
const DATE: usize = 29;
/// How every head ends.
const END: &[u8] = b"\r\n\r\n";
/// The longest status line the framework writes is shorter than this.
const STATUS_LINE: usize = 64;

/// A connection with a client.
#[derive(Debug)]
pub struct Connection<S> {
    stream: S,
    security: SecurityHeaders,
    replacing: Option<Replacing>,
}

/// A refusal that goes out in place of a bare one.
#[derive(Debug)]
struct Replacing {
    /// The length of the bare one.
    instead_of: usize,
    answer: Vec<u8>,
    written: usize,
}

impl<S> Connection<S> {
    /// A connection whose refusals carry these headers.
    pub fn new(stream: S, security: SecurityHeaders) -> Self {
        Self { stream, security, replacing: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.replacing.is_none() {
            let Some(bare) = Bare::at_the_end_of(buffer) else { return Pin::new(&mut this.stream).poll_write(cx, buffer) };
            // Answers to requests before it go first, as they are.
            if let Some(before) = buffer.get(..bare.begin).filter(|before| !before.is_empty()) {
                return Pin::new(&mut this.stream).poll_write(cx, before);
            }
            this.replacing = Some(Replacing { instead_of: buffer.len(), answer: bare.answer(&this.security), written: 0 });
        }
        let Some(replacing) = &mut this.replacing else { return Poll::Ready(Ok(0)) };
        while let Some(rest) = replacing.answer.get(replacing.written..).filter(|rest| !rest.is_empty()) {
            let written = ready!(Pin::new(&mut this.stream).poll_write(cx, rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            replacing.written += written;
        }
        let done = replacing.instead_of;
        this.replacing = None;
        Poll::Ready(Ok(done))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// A bare refusal among the bytes that are to be sent.
struct Bare<'a> {
    begin: usize,
    status: StatusCode,
    date: &'a [u8],
}

impl<'a> Bare<'a> {
    /// The refusal that some bytes end with: the connection is closed behind it, so it is always the last.
    fn at_the_end_of(bytes: &'a [u8]) -> Option<Self> {
        let (before, date) = bytes.strip_suffix(END)?.split_last_chunk::<DATE>()?;
        let before = before.strip_suffix(BARE)?;
        let near = before.len().saturating_sub(STATUS_LINE);
        let line = before.get(near..)?;
        let at = line.windows(9).rposition(|nine| nine == b"HTTP/1.1 ")?;
        let status = StatusCode::from_bytes(line.get(at + 9..at + 12)?).ok()?;
        let is_refusal = status.is_client_error() || status.is_server_error();
        is_refusal.then_some(Self { begin: near + at, status, date })
    }

    /// The same refusal as a problem.
    fn answer(&self, security: &SecurityHeaders) -> Vec<u8> {
        let (id, refusal) = request_id::with_new_name(|| problem_for(self.status).error_response());
        let status = self.status.as_u16();
        tracing::info!(target: access_log::TARGET, request_id = id, status, "refused before it was a request");
        let (head, body) = refusal.into_parts();
        let body = body.try_into_bytes().unwrap_or_default();
        let mut answer =
            format!("HTTP/1.1 {}\r\ncontent-length: {}\r\nconnection: close\r\n{X_REQUEST_ID}: {id}\r\n", self.status, body.len())
                .into_bytes();
        let own = head.headers().iter().chain(security.iter().map(|(name, value)| (name, value)));
        for (name, value) in own {
            answer.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
        }
        answer.extend([b"date: ", self.date, END, &body].concat());
        answer
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;
    use crate::app_state::{HttpConfig, ShopDetails};

    const REFUSED: &str =
        "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\ndate: Sat, 21 Nov 2026 00:41:06 GMT\r\n\r\n";
    const ANSWERED: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-request-id: 1\r\ndate: Sat, 21 Nov 2026 00:41:06 GMT\r\n\r\n{}";

    fn security() -> SecurityHeaders {
        let nothing = String::new;
        let shop = ShopDetails {
            name: nothing(),
            phone: nothing(),
            email: nothing(),
            address: nothing(),
            opening_hours: nothing(),
            time_zone: nothing(),
        };
        SecurityHeaders::of(&HttpConfig {
            public_url: "https://shop.example".into(),
            shop,
            cors_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            rate_limit_scale: 0.0,
            image_url_hosts: Vec::new(),
            images_public_url: None,
            google: None,
        })
    }

    /// What a client gets that reads so many bytes at a time.
    async fn received(sent: &str, at_a_time: usize) -> String {
        let (server, mut client) = tokio::io::duplex(at_a_time);
        let mut connection = Connection::new(server, security());
        let sent = sent.to_owned();
        let sending = async move {
            connection.write_all(sent.as_bytes()).await.unwrap();
            connection.shutdown().await.unwrap();
        };
        let mut received = String::new();
        let ((), read) = tokio::join!(sending, client.read_to_string(&mut received));
        read.unwrap();
        received
    }

    fn problem(answer: &str, status: &str) -> serde_json::Value {
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{head}");
        for header in [
            "content-type: application/problem+json",
            "cache-control: no-store",
            "connection: close",
            "x-content-type-options: nosniff",
            "strict-transport-security: max-age=31536000; includeSubDomains",
            "date: Sat, 21 Nov 2026 00:41:06 GMT",
            &format!("content-length: {}", body.len()),
        ] {
            assert!(head.lines().any(|line| line == header), "{header} in {head}");
        }
        let problem: serde_json::Value = serde_json::from_str(body).unwrap();
        let id = problem["requestId"].as_str().unwrap();
        assert!(head.contains(&format!("x-request-id: {id}")), "{head}");
        problem
    }

    #[tokio::test]
    async fn a_bare_refusal_gets_the_form_of_the_others_however_it_is_sent() {
        for at_a_time in [1, 7, 100, 100_000] {
            let problem = problem(&received(REFUSED, at_a_time).await, "400 Bad Request");
            assert_eq!((problem["status"].as_u64(), problem["code"].as_str()), (Some(400), Some("request.malformed")));
        }
        for (bare, code) in [
            ("408 Request Timeout", "request.too_slow"),
            ("431 Request Header Fields Too Large", "request.head_too_large"),
            ("500 Internal Server Error", "service.internal"),
        ] {
            let refused = received(&REFUSED.replace("400 Bad Request", bare), 100_000).await;
            assert_eq!(problem(&refused, bare)["code"], code);
        }
    }

    #[tokio::test]
    async fn answers_before_it_go_out_as_they_are() {
        for at_a_time in [1, 7, 100_000] {
            let all = received(&format!("{ANSWERED}{REFUSED}"), at_a_time).await;
            problem(all.strip_prefix(ANSWERED).unwrap(), "400 Bad Request");
        }
    }

    #[tokio::test]
    async fn nothing_else_is_touched() {
        for other in [
            ANSWERED,
            "",
            "\r\n\r\n",
            &REFUSED.replace("400 Bad Request", "204 No Content"),
            &REFUSED.replace("connection: close", "x-request-id: 1\r\nconnection: close"),
            &format!("{REFUSED}{ANSWERED}"),
            REFUSED.strip_suffix("\r\n").unwrap(),
        ] {
            assert_eq!(received(other, 100_000).await, other);
        }
    }
}
