//! Refusals that the framework or a library makes by itself get the same form as the shop's own, and lose their text.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError as _};

use crate::response::problem::Problem;

/// Middleware: a refusal without a form of its own becomes a problem with the same status and headers.
///
/// # Errors
/// Whatever the inner service answers.
pub async fn give_problems<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let answer = next.call(request).await?;
    if !is_bare(answer.response()) {
        return Ok(answer.map_into_left_body());
    }
    let (request, bare) = answer.into_parts();
    let mut problem = problem_for(bare.status()).error_response();
    for (name, value) in bare.headers().iter().filter(|(name, _)| **name != CONTENT_TYPE && **name != CONTENT_LENGTH) {
        problem.headers_mut().append(name.clone(), value.clone());
    }
    Ok(ServiceResponse::new(request, problem).map_into_right_body())
}

/// A library's refusal is plain text or nothing at all; ours name their type.
fn is_bare<B>(response: &HttpResponse<B>) -> bool {
    let content_type = response.headers().get(CONTENT_TYPE).map(|v| v.as_bytes());
    let failed = response.status().is_client_error() || response.status() == StatusCode::INTERNAL_SERVER_ERROR;
    failed && content_type.is_none_or(|kind| kind.starts_with(b"text/plain"))
}

/// The problem that a refusal without a form of its own becomes.
fn problem_for(status: StatusCode) -> Problem {
    let (code, message) = match status {
        StatusCode::NOT_FOUND => return Problem::no_such_route(),
        StatusCode::PAYLOAD_TOO_LARGE => ("request.too_large", "The body is too large."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ("request.unsupported_media_type", "The body has the wrong media type."),
        status if status.is_client_error() => ("request.malformed", "The request is malformed."),
        _ => ("service.internal", "Something went wrong on our side. Please try again."),
    };
    Problem::new(status, code, message)
}
