//! What the shop said, and what must be true of everything it says.

use std::time::{Duration, Instant};

use reqwest::RequestBuilder;
use serde_json::Value;

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) replayed: bool,
    pub(crate) took: Duration,
}

/// Asks; `Err` says why there was no answer, which leaves open what was done.
pub(crate) async fn ask(request: RequestBuilder) -> Result<Answer, String> {
    let begun = Instant::now();
    let response = request.send().await.map_err(|error| describe(&error))?;
    let status = response.status().as_u16();
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let (kind, wait, replayed) = (header("content-type"), header("retry-after"), header("idempotent-replayed") == "true");
    let text = response.text().await.map_err(|error| describe(&error))?;
    let took = begun.elapsed();
    if status == 503 {
        assert!(wait.parse::<u32>().is_ok_and(|seconds| seconds > 0), "a 503 without Retry-After: {text}");
    }
    if status >= 400 {
        assert_eq!(kind, "application/problem+json", "{status}: {text}");
    }
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    Ok(Answer { status, body, replayed, took })
}

fn describe(error: &reqwest::Error) -> String {
    let kind = if error.is_timeout() {
        "no answer in time"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the connection broke"
    };
    kind.to_owned()
}

impl Answer {
    /// The stable name of a refusal.
    pub(crate) fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }
}
