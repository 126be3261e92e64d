//! CORS, for a web app served elsewhere: the allowed origins, and the headers that its scripts may read (contract,
//! Configuration).

use actix_cors::{Cors, CorsError};
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, LINK, RETRY_AFTER};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::{Condition, Next};
use actix_web::{Error, ResponseError as _};

use crate::catalog::products::SEARCH_CORRECTED;
use crate::middleware::request_id::X_REQUEST_ID;
use crate::response::problem::Problem;

/// How long a browser may cache the answer to a preflight request, in seconds.
const PREFLIGHT_AGE: usize = 3_600;

/// Middleware that allows these origins. Without any it is off, and a preflight request is handled like any OPTIONS request.
/// Credentials are never allowed: scripts send the session in a header.
#[must_use]
pub fn cors(origins: &[String]) -> Condition<Cors> {
    let allowed = origins.iter().fold(Cors::default(), |cors, origin| cors.allowed_origin(origin));
    let cors = allowed
        .allowed_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE])
        .allowed_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_NONE_MATCH,
            X_REQUEST_ID,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("order-access"),
        ])
        .expose_headers([
            HeaderName::from_static("x-total-count"),
            SEARCH_CORRECTED,
            LINK,
            X_REQUEST_ID,
            ETAG,
            RETRY_AFTER,
            HeaderName::from_static("idempotent-replayed"),
        ])
        .max_age(PREFLIGHT_AGE);
    Condition::new(!origins.is_empty(), cors)
}

/// Middleware around [`cors`]: a refused preflight request is answered with a problem, without the library's text.
///
/// # Errors
/// Those of the inner service.
pub async fn refuse_preflight<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let answer = next.call(request).await?;
    if answer.response().error().and_then(|error| error.as_error::<CorsError>()).is_none() {
        return Ok(answer.map_into_left_body());
    }
    let problem = Problem::new(StatusCode::BAD_REQUEST, "request.malformed", "The request is malformed.");
    Ok(answer.into_response(problem.error_response()).map_into_right_body())
}
