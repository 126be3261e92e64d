//! One log line per request: method, route, status and duration. The line has no address, query or header, since they may be
//! personal data.

#![allow(clippy::disallowed_methods, reason = "a duration for the log decides nothing")]

use std::time::Instant;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;

use crate::middleware::request_id;
use crate::middleware::request_trace::trace_id_of;
use crate::routing::pattern::pattern_of;

/// The target of these lines: `RUST_LOG=info,access=off` leaves them out.
pub const TARGET: &str = "access";

/// Middleware: logs the request once its answer begins.
///
/// # Errors
/// Those of the inner service.
pub async fn log_request(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if !tracing::enabled!(target: TARGET, tracing::Level::INFO) {
        return next.call(request).await;
    }
    let begun = Instant::now();
    let method = request.method().clone();
    let answer = next.call(request).await?;
    tracing::info!(
        target: TARGET,
        request_id = request_id::current(),
        trace_id = trace_id_of(answer.request()),
        method = method.as_str(),
        route = pattern_of(answer.request()),
        status = answer.status().as_u16(),
        ms = begun.elapsed().as_micros() as f64 / 1_000.0,
        "answered"
    );
    Ok(answer)
}
