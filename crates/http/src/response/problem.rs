//! Refusals as RFC 9457 `application/problem+json` (contract, Conventions). This is the only place that maps the kinds of
//! features' errors to HTTP statuses.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use domain::shared::error::{ErrorKind, FeatureError};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::middleware::request_id;
use crate::response::failure::Failure;

/// The body of every refusal.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A URI for this kind of problem.
    #[serde(rename = "type")]
    #[schema(example = "urn:araliya:problem:order.out_of_stock")]
    kind: String,
    /// The status in words.
    title: String,
    /// The HTTP status.
    status: u16,
    /// What happened, in one sentence.
    detail: String,
    /// A stable name for programs.
    #[schema(example = "order.out_of_stock")]
    code: String,
    /// The `X-Request-Id` of this answer, for support.
    #[serde(rename = "requestId")]
    request_id: String,
    /// The sentence a person may read.
    message: String,
    /// What is wrong with which field, sentences per field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    errors: BTreeMap<String, Vec<String>>,
    /// What else this kind of problem tells, such as the lines that are out of stock.
    #[serde(flatten)]
    #[schema(ignore)]
    extra: Map<String, Value>,
}

/// A refusal.
#[derive(Clone, Debug)]
pub struct Problem(Box<Refusal>);

#[derive(Clone, Debug)]
struct Refusal {
    status: StatusCode,
    code: &'static str,
    message: String,
    errors: BTreeMap<String, Vec<String>>,
    extra: Map<String, Value>,
    retry_after_seconds: Option<i64>,
    allow: Option<String>,
    /// Shared by the clones of the problem, so that it is logged once.
    failure: Option<Arc<Failure>>,
}

impl Problem {
    /// A refusal with this status, stable code and sentence.
    #[must_use]
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self(Box::new(Refusal {
            status,
            code,
            message,
            errors: BTreeMap::new(),
            extra: Map::new(),
            retry_after_seconds: None,
            allow: None,
            failure: None,
        }))
    }

    /// 422 with the errors of each field.
    #[must_use]
    pub fn invalid(errors: BTreeMap<String, Vec<String>>) -> Self {
        let mut problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "request.invalid", "Please check the highlighted fields.");
        problem.0.errors = errors;
        problem
    }

    /// 422 with one error of one field.
    #[must_use]
    pub fn invalid_field(field: impl Into<String>, sentence: impl fmt::Display) -> Self {
        Self::invalid(BTreeMap::from([(field.into(), vec![sentence.to_string()])]))
    }

    /// 404 for an unknown address.
    #[must_use]
    pub fn no_such_route() -> Self {
        Self::new(StatusCode::NOT_FOUND, "request.no_such_route", "There is nothing at this address.")
    }

    /// 405 with the allowed methods.
    #[must_use]
    pub fn method_not_allowed(allow: String) -> Self {
        let mut problem =
            Self::new(StatusCode::METHOD_NOT_ALLOWED, "request.method_not_allowed", "This address does not serve this method.");
        problem.0.allow = Some(allow);
        problem
    }

    /// The stable name of the refusal.
    pub(crate) fn code(&self) -> &'static str {
        self.0.code
    }

    /// The sentence a person may read.
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }

    /// Says this sentence where the shop failed.
    #[must_use]
    pub(crate) fn failing(mut self, sentence: &str) -> Self {
        if self.0.failure.is_some() {
            sentence.clone_into(&mut self.0.message);
        }
        self
    }

    /// Adds field errors.
    #[must_use]
    pub fn with_errors(mut self, errors: BTreeMap<String, Vec<String>>) -> Self {
        self.0.errors = errors;
        self
    }

    /// Makes it the error of one field.
    #[must_use]
    pub(crate) fn at(self, field: &str) -> Self {
        let sentence = self.0.message.clone();
        self.with_errors(BTreeMap::from([(field.to_owned(), vec![sentence])]))
    }

    /// Adds a member to the body. A value that cannot be written as JSON is left out.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.0.extra.insert(name.to_owned(), value);
        }
        self
    }

    /// Adds `Retry-After` in whole seconds, rounded up.
    #[must_use]
    pub fn retry_after(mut self, wait: chrono::TimeDelta) -> Self {
        self.0.retry_after_seconds =
            Some(wait.num_milliseconds().max(0).unsigned_abs().div_ceil(1000).try_into().unwrap_or(i64::MAX).max(1));
        self
    }

    /// Logs the failure behind this refusal, if there is one. For refusals that become answers, a middleware does it.
    pub(crate) fn log(&self) {
        if let Some(failure) = &self.0.failure {
            failure.log();
        }
    }

    /// The body as JSON, for an answer that has already begun.
    pub(crate) fn json(&self) -> Value {
        serde_json::to_value(self.body()).unwrap_or_default()
    }

    fn body(&self) -> ProblemBody {
        ProblemBody {
            kind: format!("urn:araliya:problem:{}", self.0.code),
            title: self.0.status.canonical_reason().unwrap_or("Error").to_owned(),
            status: self.0.status.as_u16(),
            detail: self.0.message.clone(),
            code: self.0.code.to_owned(),
            request_id: request_id::current(),
            message: self.0.message.clone(),
            errors: self.0.errors.clone(),
            extra: self.0.extra.clone(),
        }
    }
}

/// Maps the kind to a status, and keeps the failure for the log.
impl<E: FeatureError> From<E> for Problem {
    fn from(error: E) -> Self {
        let status = match error.kind() {
            ErrorKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::NotFound => StatusCode::NOT_FOUND,
            ErrorKind::Conflict => StatusCode::CONFLICT,
            ErrorKind::Unauthenticated => StatusCode::UNAUTHORIZED,
            ErrorKind::Forbidden => StatusCode::FORBIDDEN,
            ErrorKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let mut problem = Self::new(status, error.code(), error.to_string());
        problem.0.failure = Failure::of(&error).map(Arc::new);
        if let Some(roles) = error.roles() {
            problem = problem.with("roles", roles);
        }
        if let Some(field) = error.field() {
            problem.0.errors = BTreeMap::from([(field.to_owned(), vec![error.to_string()])]);
        }
        match (error.retry_after(), status) {
            (Some(wait), _) => problem.retry_after(wait),
            (None, StatusCode::SERVICE_UNAVAILABLE) => problem.retry_after(chrono::TimeDelta::seconds(2)),
            _ => problem,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.status.as_u16(), self.0.code)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.0.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.0.status);
        if let Some(seconds) = self.0.retry_after_seconds {
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        if let Some(allow) = &self.0.allow {
            response.insert_header((ALLOW, allow.as_str()));
        }
        let body = serde_json::to_vec(&self.body()).unwrap_or_default();
        // A refusal may be personal, and its reason may be gone in a moment: caches must not store it.
        response.insert_header((CACHE_CONTROL, "no-store")).insert_header((CONTENT_TYPE, "application/problem+json")).body(body)
    }
}
