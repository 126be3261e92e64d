//! Headers every answer carries (contract, Conventions).

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use url::Url;

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
    let config = request.app_data::<web::Data<AppState>>().map(|state| &state.config);
    let https = config.is_some_and(|config| config.public_url.starts_with("https://"));
    let csp = content_security_policy(config.and_then(|config| config.images_public_url.as_deref()));
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, csp);
    for (name, value) in [
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

/// The policy; pictures on `https` are in it, a bucket without has to be named.
fn content_security_policy(images_public_url: Option<&str>) -> HeaderValue {
    let elsewhere = images_public_url.filter(|url| url.starts_with("http://")).and_then(|url| Url::parse(url).ok());
    let policy = elsewhere.map(|url| CSP.replace("https:;", &format!("https: {};", url.origin().ascii_serialization())));
    policy.and_then(|policy| HeaderValue::from_str(&policy).ok()).unwrap_or_else(|| HeaderValue::from_static(CSP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_without_https_is_named() {
        for images in [None, Some("https://cdn.example/images")] {
            assert_eq!(content_security_policy(images), CSP);
        }
        let policy = content_security_policy(Some("http://127.0.0.1:9000/images"));
        assert!(policy.to_str().unwrap().contains("img-src 'self' data: blob: https: http://127.0.0.1:9000;"), "{policy:?}");
    }
}
