//! Middleware that counts requests.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{Error, web};

use super::{Metrics, RequestLabels, RouteLabels};
use crate::routing::pattern::pattern_of;

/// The method as a label. A client may send any word as its method; all unknown ones share the label `other`, which bounds the
/// memory.
fn label_of(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Middleware: counts the request by the pattern of its route (`-` for pages, files and unknown addresses) and measures the
/// time until its answer begins.
///
/// # Errors
/// Those of the inner service.
pub async fn count_request(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let metrics = request.app_data::<web::Data<Metrics>>().filter(|metrics| metrics.0.is_some()).cloned();
    let Some(metrics) = metrics else { return next.call(request).await };
    let (begun, method) = (Instant::now(), label_of(request.method()));
    let answer = next.call(request).await?;
    let (route, status) = (pattern_of(answer.request()).to_owned(), answer.status().as_u16());
    metrics.count(|counts| {
        counts.requests.get_or_create(&RequestLabels { method, route: route.clone(), status }).inc();
        counts.request_times.get_or_create(&RouteLabels { method, route }).observe(begun.elapsed().as_secs_f64());
    });
    Ok(answer)
}
