//! Conditional answers: a strong `ETag`, and 304 if the caller's copy is current.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderValue, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::response::problem::Problem;

/// The strong `ETag` of a body.
#[must_use]
pub fn etag_of(body: &[u8]) -> String {
    etag_of_digest(&Sha256::digest(body))
}

/// The strong `ETag` of a body with this SHA-256.
#[must_use]
pub fn etag_of_digest(digest: &[u8]) -> String {
    format!("\"{}\"", URL_SAFE_NO_PAD.encode(digest.get(..16).unwrap_or_default()))
}

/// Whether `If-None-Match` names this `ETag`.
#[must_use]
pub fn matches(request: &HttpRequest, etag: impl AsRef<[u8]>) -> bool {
    let same = |tag: &str| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == etag.as_ref();
    request.headers().get_all(IF_NONE_MATCH).filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(',')).any(|tag| same(tag.trim()))
}

/// `value` as JSON with its `ETag`, or 304. Caches may store it, and must revalidate it before each use.
///
/// # Errors
/// A 500 when the value cannot be written as JSON.
pub fn catalogue_json(request: &HttpRequest, mut response: HttpResponseBuilder, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    let body = json_bytes(value)?;
    let etag = HeaderValue::from_str(&etag_of(&body)).unwrap_or(HeaderValue::from_static("\"\""));
    response.insert_header((CACHE_CONTROL, "public, no-cache")).insert_header((ETAG, etag.clone()));
    if matches(request, &etag) {
        return Ok(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response.content_type("application/json").body(body))
}

/// `value` as JSON.
///
/// # Errors
/// A 500 when it cannot be written.
pub fn json_bytes(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    json_text(value).map(String::into_bytes)
}

/// The same as text.
///
/// # Errors
/// A 500 when it cannot be written.
pub fn json_text(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "an answer could not be written as JSON");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
    })
}
