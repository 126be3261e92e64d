//! Responses, read to their end, and what every response of the API has in common.

use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::Value;

/// A response, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// Its body as text; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// The time from sending the request to the last byte of the response.
    pub took: Duration,
}

/// Sends a request and reads the response to its end.
pub trait Ask {
    /// The response, checked against the conventions of the API.
    ///
    /// # Errors
    /// When no response came or the connection broke before its end: what the server did stays unknown.
    fn try_ask(self) -> impl Future<Output = reqwest::Result<Answer>> + Send;

    /// The same, where a response must come.
    fn ask(self) -> impl Future<Output = Answer> + Send;
}

impl Ask for RequestBuilder {
    async fn try_ask(self) -> reqwest::Result<Answer> {
        let begun = Instant::now();
        let (status, headers, body) = exchange(self).await?;
        let text = String::from_utf8_lossy(&body).into_owned();
        let answer = Answer { status, headers, text, took: begun.elapsed() };
        answer.check_conventions();
        Ok(answer)
    }

    async fn ask(self) -> Answer {
        self.try_ask().await.expect("an answer")
    }
}

/// Status, headers and the bytes of the body of any response, unchecked: a page, a picture or a compressed body.
///
/// # Errors
/// When no response came or the connection broke before its end.
pub async fn exchange(request: RequestBuilder) -> reqwest::Result<(StatusCode, HeaderMap, Vec<u8>)> {
    let response = request.send().await?;
    let (status, headers) = (response.status(), response.headers().clone());
    Ok((status, headers, response.bytes().await?.to_vec()))
}

/// A client that waits at most `timeout` for a response.
///
/// # Panics
/// When the TLS library cannot be set up.
#[must_use]
pub fn client(timeout: Duration) -> Client {
    Client::builder().timeout(timeout).build().expect("an HTTP client")
}

impl Answer {
    fn check_conventions(&self) {
        let id = self.header("x-request-id");
        assert!((8..=64).contains(&id.len()), "request id {id:?}");
        assert_eq!(self.header("x-content-type-options"), "nosniff");
        assert_eq!(self.header("x-frame-options"), "DENY");
        assert!(self.header("content-security-policy").contains("default-src 'none'"));
        assert!(!self.header("referrer-policy").is_empty());
        assert_eq!(dollar_amount(&self.text), None, "money is LKR everywhere: {}", self.text);
        if self.status.is_client_error() || self.status.is_server_error() {
            self.check_problem();
        }
    }

    /// A refusal is a problem document and shows nothing of the implementation.
    fn check_problem(&self) {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        let problem = self.json();
        for field in ["type", "title", "detail", "code", "requestId", "message"] {
            assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{field} of {problem}");
        }
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(problem["requestId"], self.header("x-request-id"));
        for secret in ["SELECT", "postgres", "diesel", "panicked", ".rs", "line 1 column"] {
            assert!(!self.text.contains(secret), "{secret} in {}", self.text);
        }
        if self.status == StatusCode::SERVICE_UNAVAILABLE || self.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(self.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
        }
    }

    /// The value of a header that must be present.
    ///
    /// # Panics
    /// When it is absent or no text.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).unwrap_or_else(|| panic!("no {name} in {self:?}"));
        value.to_str().expect("a header of plain text")
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// When it is no JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The stable code of a refusal; empty where the body has none.
    #[must_use]
    pub fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.text).unwrap_or_default();
        body["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The JSON body of a response that must have this status.
    ///
    /// # Panics
    /// When it has another one.
    #[track_caller]
    pub fn expect_status(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// The problem of a response that must have this status and code.
    ///
    /// # Panics
    /// When it has others.
    #[track_caller]
    pub fn expect_problem(&self, status: u16, code: &str) -> Value {
        let problem = self.expect_status(status);
        assert_eq!(problem["code"], code, "{problem}");
        problem
    }
}

/// The first amount of dollars in a text, with what follows it.
fn dollar_amount(text: &str) -> Option<&str> {
    text.match_indices(['$', '＄', '﹩'])
        .map(|(at, sign)| (at, text[at + sign.len()..].trim_start()))
        .find(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
        .map(|(at, _)| &text[at..])
}

/// The names of an object's members, in alphabetical order.
///
/// # Panics
/// When the value is no object.
#[must_use]
pub fn fields(object: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = object.as_object().expect("a JSON object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn amounts_of_dollars_are_noticed() {
    for text in [r#"{"total":"$12"}"#, "US$ 4.50", "＄1", "a $ 9"] {
        assert!(dollar_amount(text).is_some(), "{text}");
    }
    for text in [r#"{"total":12}"#, "LKR. 4,500.00", "$argon2", "^[a-z]+$", "ends with $"] {
        assert_eq!(dollar_amount(text), None, "{text}");
    }
}
