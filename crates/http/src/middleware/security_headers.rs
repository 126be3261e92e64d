//! The security headers of every answer (contract, Conventions).

use std::rc::Rc;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, CROSS_ORIGIN_OPENER_POLICY, HeaderName, HeaderValue, PERMISSIONS_POLICY, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use actix_web::middleware::Next;
use url::Url;

use crate::server::config::HttpConfig;

/// Allows no inline script or style, frames of the shop (the preview of the back-office) and one foreign frame: the map on the contact
/// page, which visitors load by a click. Only the shop itself frames pages below [`PREVIEW`].
pub const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; frame-src 'self' https://www.openstreetmap.org; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The addresses that the back-office shows in a frame.
const PREVIEW: &str = "/preview/";

/// Denies pages every function of the device.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), \
    microphone=(), midi=(), payment=(), usb=()";

/// The headers for a configuration.
#[derive(Clone, Debug)]
pub struct SecurityHeaders(Rc<[(HeaderName, HeaderValue)]>);

impl SecurityHeaders {
    /// The headers of a shop. HSTS is one of them if its public URL is https.
    #[must_use]
    pub fn of(config: &HttpConfig) -> Self {
        let mut headers = vec![
            (CONTENT_SECURITY_POLICY, content_security_policy(config.images_public_url.as_deref(), config.payment_origin.as_deref())),
            (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
            (REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
            (PERMISSIONS_POLICY, HeaderValue::from_static(PERMISSIONS)),
            (CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin")),
        ];
        if config.public_url.starts_with("https://") {
            headers.push((STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000; includeSubDomains")));
        }
        Self(headers.into())
    }
}

/// Middleware: adds the headers to every answer.
///
/// # Errors
/// Those of the inner service.
pub async fn add_security_headers(
    security: SecurityHeaders,
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_preview = request.path().starts_with(PREVIEW);
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    for (name, value) in security.0.iter() {
        headers.insert(name.clone(), if is_preview { framed_by_the_shop(value) } else { value.clone() });
    }
    Ok(response)
}

/// A header of a page that the shop itself may frame.
fn framed_by_the_shop(value: &HeaderValue) -> HeaderValue {
    let Ok(text) = value.to_str() else { return value.clone() };
    let text = if text == "DENY" { "SAMEORIGIN".to_owned() } else { text.replace("frame-ancestors 'none'", "frame-ancestors 'self'") };
    HeaderValue::from_str(&text).unwrap_or_else(|_| value.clone())
}

/// The policy. It allows pictures on any https host; a picture host without https is added by name. Forms go to the shop, and to the
/// payment gateway where one is configured (contract-commerce, section 2).
fn content_security_policy(images_public_url: Option<&str>, payment_origin: Option<&str>) -> HeaderValue {
    let mut policy = CSP.to_owned();
    if let Some(url) = images_public_url.filter(|url| url.starts_with("http://")).and_then(|url| Url::parse(url).ok()) {
        policy = policy.replace("https:;", &format!("https: {};", url.origin().ascii_serialization()));
    }
    if let Some(origin) = payment_origin {
        policy = policy.replace("form-action 'self'", &format!("form-action 'self' {origin}"));
    }
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static(CSP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_without_https_is_named() {
        for images in [None, Some("https://cdn.example/images")] {
            assert_eq!(content_security_policy(images, None), CSP);
        }
        let policy = content_security_policy(Some("http://127.0.0.1:9000/images"), None);
        assert!(policy.to_str().unwrap().contains("img-src 'self' data: blob: https: http://127.0.0.1:9000;"), "{policy:?}");
    }

    #[test]
    fn forms_go_to_the_payment_gateway_where_there_is_one() {
        let policy = content_security_policy(None, Some("https://www.payhere.lk"));
        let expected = CSP.replace("form-action 'self';", "form-action 'self' https://www.payhere.lk;");
        assert!(policy == expected.as_str() && expected != CSP, "{policy:?}");
    }
}
