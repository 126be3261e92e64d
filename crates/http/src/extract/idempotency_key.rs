//! `Idempotency-Key`: a request that is sent again acts once.

use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use actix_web::{HttpResponse, HttpResponseBuilder};
use domain::shared::idempotency::IdempotencyKey;

use crate::response::problem::Problem;

/// The key of the request: at most one header; a malformed key is 400 (contract, Orders).
pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, Problem> {
    let bad = || {
        Problem::new(
            StatusCode::BAD_REQUEST,
            "request.invalid_idempotency_key",
            "Idempotency-Key must be 1 to 255 printable ASCII characters.",
        )
    };
    let mut given = headers.get_all("Idempotency-Key");
    match (given.next(), given.next()) {
        (None, _) => Ok(None),
        (Some(key), None) => key.to_str().ok().and_then(|k| IdempotencyKey::parse(k).ok()).map(Some).ok_or_else(bad),
        (Some(_), Some(_)) => Err(bad()),
    }
}

/// The answer to a request with an idempotency key: 201, or 200 where an earlier request had the key.
pub(crate) fn created_or_repeated(is_changed: bool) -> HttpResponseBuilder {
    if is_changed {
        return HttpResponse::Created();
    }
    let mut repeated = HttpResponse::Ok();
    repeated.insert_header(("Idempotent-Replayed", "true"));
    repeated
}
