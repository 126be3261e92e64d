//! `X-Request-Id`: one id for a request in its answer, its log lines and the audit log.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;

/// The header.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the current request; empty outside of a request.
#[must_use]
pub fn current() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_default()
}

/// Runs work with this request id, also after the answer.
pub(crate) fn within<F: Future>(id: String, work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(id, work)
}

/// Keeps the id that a proxy sent if it has 8 to 64 letters, digits and hyphens; else makes a new one.
fn id_for(request: &ServiceRequest) -> String {
    let given = request.headers().get(X_REQUEST_ID).and_then(|v| v.to_str().ok());
    let plain = |id: &&str| (8..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    given.filter(plain).map_or_else(new_id, ToOwned::to_owned)
}

/// Request ids decide nothing, so they need not come through a port.
#[allow(clippy::disallowed_methods)]
fn new_id() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}

/// Middleware: gives the request an id, and puts it into the answer.
///
/// # Errors
/// Those of the inner service.
pub async fn name_request(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = id_for(&request);
    let value = HeaderValue::from_str(&id);
    // The errors of handlers become answers inside this scope, so their bodies have the id.
    let mut answer = CURRENT.scope(id, next.call(request)).await?;
    if let Ok(value) = value {
        answer.headers_mut().insert(X_REQUEST_ID, value);
    }
    Ok(answer)
}
