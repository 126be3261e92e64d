//! Answers of the catalogue with a strong `ETag`, and 304 for those who have it already.

use actix_web::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;

/// The strong validator of a body.
#[must_use]
pub fn etag_of(body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    format!("\"{}\"", URL_SAFE_NO_PAD.encode(digest.get(..16).unwrap_or_default()))
}

/// Whether the caller says they have it already.
#[must_use]
pub fn matches(request: &HttpRequest, etag: &str) -> bool {
    let same = |tag: &str| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag;
    request.headers().get_all(IF_NONE_MATCH).filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(',')).any(|tag| same(tag.trim()))
}

/// `value` as JSON with its `ETag`, or 304. Anybody may keep it, and has to ask again before using it.
///
/// # Errors
/// A 500 when the value cannot be written as JSON.
pub fn catalogue_json(request: &HttpRequest, mut response: HttpResponseBuilder, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    let body = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer could not be written as JSON");
        Problem::new(
            actix_web::http::StatusCode::INTERNAL_SERVER_ERROR,
            "service.internal",
            "Something went wrong on our side. Please try again.",
        )
    })?;
    let etag = etag_of(&body);
    response.insert_header((CACHE_CONTROL, "public, no-cache")).insert_header((ETAG, etag.as_str()));
    if matches(request, &etag) {
        return Ok(response.status(actix_web::http::StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response.content_type("application/json").body(body))
}
