//! What a server said, and what must be true whatever it says.

use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::Value;

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// Sending a request.
pub(crate) trait Ask {
    /// The answer; `Err` when the connection broke before it was there.
    async fn try_ask(self) -> reqwest::Result<Answer>;
    /// The answer.
    async fn ask(self) -> Answer;
}

impl Ask for RequestBuilder {
    async fn try_ask(self) -> reqwest::Result<Answer> {
        let response = self.send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let answer = Answer { status, headers, text: response.text().await? };
        answer.check();
        Ok(answer)
    }

    async fn ask(self) -> Answer {
        self.try_ask().await.expect("an answer")
    }
}

impl Answer {
    /// What holds for every answer (contract, Conventions).
    fn check(&self) {
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

    /// Every refusal has the same form, and tells nothing of what is inside.
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

    /// A header that must be there.
    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).unwrap_or_else(|| panic!("no {name} in {self:?}"));
        value.to_str().expect("a header of plain text")
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The body of an answer of this status.
    pub(crate) fn is(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// The problem of a refusal with this status and code.
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let problem = self.is(status);
        assert_eq!(problem["code"], code, "{problem}");
        problem
    }
}

/// An amount of dollars in a text.
pub(crate) fn dollar_amount(text: &str) -> Option<&str> {
    text.match_indices(['$', '＄', '﹩'])
        .map(|(at, sign)| (at, text[at + sign.len()..].trim_start()))
        .find(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
        .map(|(at, _)| &text[at..])
}

/// The names of an object's members, in alphabetical order.
pub(crate) fn fields(object: &Value) -> Vec<&str> {
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
