//! The trace of a request: its root span, which continues the trace of the caller (`traceparent`), and its id for the log.

use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderName;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpRequest, web};
use domain::shared::trace::TRACE_TARGET;
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

use crate::middleware::request_id;
use crate::routing::pattern::pattern_of;

/// The header by which a caller names its trace (W3C Trace Context).
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Knows the traces that spans belong to.
pub trait SpanTraces: Send + Sync {
    /// Makes a span that has not begun a part of the trace that a `traceparent` names. A text that names none is ignored.
    fn continue_trace(&self, span: &Span, traceparent: &str);

    /// Gives a span that has begun another name: the pattern of a route is known once the request is routed.
    fn rename(&self, span: &Span, name: String);

    /// The id of the span's trace; `None` where the trace is not sent anywhere.
    fn trace_id(&self, span: &Span) -> Option<String>;
}

/// The traces; without any the middleware does nothing.
#[derive(Clone, Default)]
pub struct RequestTraces(pub Option<Arc<dyn SpanTraces>>);

/// The id of a request's trace, kept with the request.
#[derive(Clone)]
struct TraceId(String);

/// The id of the trace of a request, for its line of the log.
pub(crate) fn trace_id_of(request: &HttpRequest) -> Option<String> {
    request.extensions().get::<TraceId>().map(|id| id.0.clone())
}

/// Middleware: runs the request in its root span. The span has the pattern of the route and no address: a path may name a customer.
///
/// # Errors
/// Those of the inner service.
pub async fn trace_request(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let traces = request.app_data::<web::Data<RequestTraces>>().and_then(|traces| traces.0.clone());
    let Some(traces) = traces else { return next.call(request).await };
    let span = span_of(&request);
    if let Some(traceparent) = request.headers().get(TRACEPARENT).and_then(|value| value.to_str().ok()) {
        traces.continue_trace(&span, traceparent);
    }
    if let Some(id) = traces.trace_id(&span) {
        request.extensions_mut().insert(TraceId(id));
    }
    let answer = next.call(request).instrument(span.clone()).await?;
    note_answer(&span, answer.request(), answer.status());
    traces.rename(&span, format!("{} {}", answer.request().method(), pattern_of(answer.request())));
    Ok(answer)
}

fn span_of(request: &ServiceRequest) -> Span {
    tracing::info_span!(
        target: TRACE_TARGET,
        parent: None,
        "request",
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = request.method().as_str(),
        http.route = Empty,
        http.response.status_code = Empty,
        request.id = request_id::current(),
    )
}

fn note_answer(span: &Span, request: &HttpRequest, status: StatusCode) {
    span.record("http.route", pattern_of(request));
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}
