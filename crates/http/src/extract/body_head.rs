//! Checks of the headers that describe a body, before the body is read.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName};

use crate::response::problem::Problem;

/// Refuses a body that is not `media`, or is compressed.
///
/// # Errors
/// 415.
pub(crate) fn check_media(headers: &HeaderMap, media: &str) -> Result<(), Problem> {
    let header = |name: HeaderName| headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let refused = |code, message: &str| Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, code, message));
    let essence = header(CONTENT_TYPE).split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case(media) {
        return refused("request.unsupported_media_type", &format!("The body must be {media}."));
    }
    if headers.contains_key(CONTENT_ENCODING) && !header(CONTENT_ENCODING).eq_ignore_ascii_case("identity") {
        return refused("request.unsupported_encoding", "Compressed bodies are not accepted.");
    }
    Ok(())
}

/// The declared length in bytes, if any.
pub(crate) fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
