//! The boundary at which failures of the shop are logged: once per failure, with the id of a request that it refused.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;

use crate::response::problem::Problem;

/// Middleware: logs the failure behind a refusal.
///
/// # Errors
/// Those of the inner service.
pub async fn log_failures(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let answer = next.call(request).await?;
    if let Some(problem) = answer.response().error().and_then(|error| error.as_error::<Problem>()) {
        problem.log();
    }
    Ok(answer)
}
