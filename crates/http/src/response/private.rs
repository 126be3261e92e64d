//! Personal answers.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, HttpResponseBuilder};
use serde::Serialize;

/// `body` as JSON that no cache may store.
pub(crate) fn private(mut response: HttpResponseBuilder, body: &impl Serialize) -> HttpResponse {
    response.insert_header((CACHE_CONTROL, "no-store")).json(body)
}

/// 204 that no cache may store.
pub(crate) fn no_content() -> HttpResponse {
    HttpResponse::NoContent().insert_header((CACHE_CONTROL, "no-store")).finish()
}
