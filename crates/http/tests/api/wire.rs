//! Requests as tests write them and answers as tests read them.

use actix_web::http::header::HeaderMap;
use actix_web::test::TestRequest;
use serde_json::Value;

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The body as it is.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header, empty when there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|v| v.to_str().unwrap()).unwrap_or_default()
    }

    /// Whether it is for one person alone.
    pub(crate) fn is_personal(&self) -> bool {
        self.header("cache-control") == "no-store"
    }

    /// Checks that it is a refusal in its proper form, and answers its code.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert!(self.is_personal());
        let body = self.json();
        let code = body["code"].as_str().unwrap().to_owned();
        assert_eq!(body["status"], status);
        assert_eq!(body["type"], format!("urn:araliya:problem:{code}"));
        assert_eq!(body["detail"], body["message"]);
        assert_eq!(body["requestId"], self.header("x-request-id"));
        assert!(!body["title"].as_str().unwrap().is_empty() && !body["message"].as_str().unwrap().is_empty());
        code
    }

    /// Checks that it is a 422, and answers the sentence for each field.
    #[track_caller]
    pub(crate) fn field_errors(&self) -> Vec<(String, String)> {
        assert_eq!(self.problem(422), "request.invalid");
        let errors = self.json()["errors"].as_object().unwrap().clone();
        errors.into_iter().map(|(field, sentences)| (field, sentences[0].as_str().unwrap().to_owned())).collect()
    }

    /// The fields of a 422.
    #[track_caller]
    pub(crate) fn wrong_fields(&self) -> Vec<String> {
        self.field_errors().into_iter().map(|(field, _)| field).collect()
    }
}

/// Requests by people.
pub(crate) trait By {
    /// The same request with this token.
    fn by(self, token: &str) -> Self;
}

impl By for TestRequest {
    fn by(self, token: &str) -> Self {
        self.insert_header(("Authorization", format!("Bearer {token}")))
    }
}

/// A GET request.
pub(crate) fn get(path: &str) -> TestRequest {
    TestRequest::get().uri(path)
}

/// A POST request.
pub(crate) fn post(path: &str, body: &Value) -> TestRequest {
    TestRequest::post().uri(path).set_json(body)
}

/// A PUT request.
pub(crate) fn put(path: &str, body: &Value) -> TestRequest {
    TestRequest::put().uri(path).set_json(body)
}

/// A DELETE request.
pub(crate) fn delete(path: &str) -> TestRequest {
    TestRequest::delete().uri(path)
}
