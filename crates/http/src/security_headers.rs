//! Headers every answer carries (contract, Conventions).

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::app_state::AppState;

/// No inline script or style, nothing from elsewhere but the map that a visitor asks for.
pub const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; frame-src https://www.openstreetmap.org; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// Middleware: adds the headers to every answer, and HSTS when the public URL is https.
///
/// # Errors
/// Whatever the inner service answers.
pub async fn add_security_headers(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let https = request.app_data::<web::Data<AppState>>().is_some_and(|s| s.config.public_url.starts_with("https://"));
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, CSP),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (PERMISSIONS_POLICY, "camera=(), microphone=(), geolocation=(), payment=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000; includeSubDomains"));
    }
    Ok(response)
}
