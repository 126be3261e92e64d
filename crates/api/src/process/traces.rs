//! Traces: spans of [`TRACE_TARGET`] go to an OpenTelemetry collector by OTLP over HTTP. Without an endpoint nothing of this exists.
//!
//! Ended spans wait in a bounded queue, which a thread of its own empties every two seconds: a collector that is away or slow costs a
//! request nothing, and spans beyond the queue are lost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::shared::trace::TRACE_TARGET;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::{TraceContextExt as _, TracerProvider as _};
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider};
use shop_http::middleware::request_trace::SpanTraces;
use tokio::runtime::Handle;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use crate::CommandError;
use crate::config::TraceConfig;

/// The most ended spans that wait to be sent, about 2 MiB; an order has about ten.
const WAITING_SPANS: usize = 4_096;
/// The time between two batches.
const PERIOD: Duration = Duration::from_secs(2);
/// The longest time of one request to the collector.
const SENDING_TIME: Duration = Duration::from_secs(5);
/// The longest time for the last batch when the process ends.
const LAST_TIME: Duration = Duration::from_secs(3);

/// The traces of this process.
#[derive(Clone)]
pub(crate) struct Traces {
    provider: SdkTracerProvider,
    runtime: Arc<OnceLock<Handle>>,
}

impl Traces {
    /// Prepares the traces; nothing is sent before [`Traces::send_on`].
    ///
    /// # Errors
    /// When the client of the collector cannot be made.
    pub(super) fn new(config: &TraceConfig) -> Result<Self, CommandError> {
        let runtime = Arc::new(OnceLock::new());
        let client = reqwest::Client::builder().timeout(SENDING_TIME).build()?;
        let sender = Sender { client, runtime: runtime.clone(), is_away: Arc::default() };
        let exporter = opentelemetry_otlp::SpanExporter::builder()
            .with_http()
            .with_http_client(sender)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}/v1/traces", config.endpoint))
            .with_timeout(SENDING_TIME)
            .build()?;
        let batches = BatchConfigBuilder::default().with_max_queue_size(WAITING_SPANS).with_scheduled_delay(PERIOD).build();
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = Resource::builder_empty().with_service_name(config.service_name.clone()).with_attribute(version).build();
        let provider = SdkTracerProvider::builder()
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(config.ratio))))
            .with_resource(resource)
            .with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(batches).build())
            .build();
        Ok(Self { provider, runtime })
    }

    /// The layer that takes the spans.
    pub(super) fn layer<S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync>(&self) -> impl Layer<S> + use<S> {
        let layer = tracing_opentelemetry::layer().with_tracer(self.provider.tracer("araliya"));
        let layer = layer.with_location(false).with_threads(false).with_tracked_inactivity(false).with_target(false);
        layer.with_filter(filter_fn(|metadata| metadata.target() == TRACE_TARGET))
    }

    /// Sends spans from now on, on this runtime.
    pub(crate) fn send_on(&self, runtime: Handle) {
        let _ = self.runtime.set(runtime);
    }

    /// Sends the spans that wait, for at most 3 s.
    pub(crate) async fn finish(self) {
        // It blocks until the last batch is sent.
        let finished = tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(LAST_TIME)).await;
        if !matches!(finished, Ok(Ok(()))) {
            tracing::debug!("the last spans were not sent");
        }
    }
}

impl SpanTraces for Traces {
    fn continue_trace(&self, span: &Span, traceparent: &str) {
        let caller = TraceContextPropagator::new().extract(&Traceparent(traceparent));
        // It fails only for a span that no layer takes.
        let _ = span.set_parent(caller);
    }

    fn rename(&self, span: &Span, name: String) {
        span.context().span().update_name(name);
    }

    fn trace_id(&self, span: &Span) -> Option<String> {
        let context = span.context();
        let (span, is_sent) = (context.span(), context.span().span_context().is_sampled());
        is_sent.then(|| span.span_context().trace_id().to_string())
    }
}

/// The one header that names the trace of a caller.
struct Traceparent<'a>(&'a str);

impl Extractor for Traceparent<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        (key == "traceparent").then_some(self.0)
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent"]
    }
}

/// Sends requests on the process's runtime: the thread of the batches has none.
#[derive(Debug)]
struct Sender {
    client: reqwest::Client,
    runtime: Arc<OnceLock<Handle>>,
    /// Whether the last request failed: a collector that is away is logged once.
    is_away: Arc<AtomicBool>,
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: http::Request<Bytes>) -> Result<http::Response<Bytes>, HttpError> {
        let runtime = self.runtime.get().ok_or("the process does not serve")?;
        let sending = runtime.spawn(send(self.client.clone(), request));
        let sent = sending.await.unwrap_or_else(|ended| Err(ended.into()));
        let was_away = self.is_away.swap(sent.is_err(), Ordering::Relaxed);
        match (&sent, was_away) {
            (Err(error), false) => tracing::warn!(%error, "the collector of traces takes no spans; they are dropped"),
            (Ok(_), true) => tracing::info!("the collector of traces takes spans again"),
            _ => {}
        }
        sent
    }
}

async fn send(client: reqwest::Client, request: http::Request<Bytes>) -> Result<http::Response<Bytes>, HttpError> {
    let answer = client.execute(request.try_into()?).await?.error_for_status()?;
    let status = answer.status();
    Ok(http::Response::builder().status(status).body(answer.bytes().await?)?)
}
