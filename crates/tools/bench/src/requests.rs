//! Requests of the web app, in their wire format.

use std::fmt::Write as _;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// Path and query, percent-encoded.
    pub target: String,
    /// Headers besides those of every request.
    pub headers: Vec<(&'static str, String)>,
    /// JSON; empty for a read.
    pub body: String,
}

impl Request {
    /// A GET of `target` that accepts answers in `encoding` (`identity`, `gzip` or `br`).
    #[must_use]
    pub fn get(target: impl Into<String>, encoding: &str) -> Self {
        Self { method: "GET", target: target.into(), headers: vec![("accept-encoding", encoding.to_owned())], body: String::new() }
    }

    /// A POST of JSON with the headers of a browser.
    #[must_use]
    pub fn post(target: impl Into<String>, body: String) -> Self {
        let headers = vec![("accept-encoding", "br".to_owned()), ("content-type", "application/json".to_owned())];
        Self { method: "POST", target: target.into(), headers, body }
    }

    /// The same with one more header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The bytes of HTTP/1.1 for this `host`.
    #[must_use]
    pub fn on_the_wire(&self, host: &str) -> String {
        let mut text = format!("{} {} HTTP/1.1\r\nhost: {host}\r\nuser-agent: bench\r\naccept: */*\r\n", self.method, self.target);
        for (name, value) in &self.headers {
            // Writing to a String cannot fail.
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if !self.body.is_empty() {
            let _ = write!(text, "content-length: {}\r\n", self.body.len());
        }
        text + "\r\n" + &self.body
    }
}

/// The file that `load/replay.lua` reads: before each request a line with its length.
#[must_use]
pub fn replay_file(requests: &[Request], host: &str) -> String {
    let mut text = String::new();
    for request in requests {
        let wire = request.on_the_wire(host);
        let _ = writeln!(text, "{}", wire.len());
        text.push_str(&wire);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_has_a_head_alone() {
        let wire = Request::get("/api/products?limit=24", "br").on_the_wire("shop:1");
        assert_eq!(
            wire,
            "GET /api/products?limit=24 HTTP/1.1\r\nhost: shop:1\r\nuser-agent: bench\r\naccept: */*\r\naccept-encoding: br\r\n\r\n"
        );
    }

    #[test]
    fn lengths_count_bytes() {
        let request = Request::post("/api", "{\"a\":\"é\"}".into()).with("idempotency-key", "k");
        let file = replay_file(&[request.clone(), request], "h");
        let (length, rest) = file.split_once('\n').unwrap();
        let length: usize = length.parse().unwrap();
        assert!(rest[..length].contains("content-length: 10\r\n") && rest[..length].ends_with("\r\n\r\n{\"a\":\"é\"}"));
        assert!(rest[length..].starts_with(&format!("{length}\n")), "{rest}");
    }
}
