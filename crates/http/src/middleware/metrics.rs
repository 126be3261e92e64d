//! Metrics for Prometheus (contract, Operations). The shop counts only if `METRICS_BIND` is set.

mod exposition;
mod listener;
mod outcomes;
pub mod readings;
mod work;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use page_renderer::RenderCounts;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use crate::connections::Census;
use crate::middleware::metrics::readings::Readings;
use crate::middleware::metrics::work::WorkCounts;
use crate::routing::pattern::pattern_of;

pub use listener::PrivateListener;
pub(crate) use outcomes::PageSource;
pub use outcomes::{GatewayCall, MailOutcome, NotificationOutcome};

/// The upper bounds of the histogram's buckets, in seconds: from a cached answer to a timeout.
const SECONDS: [f64; 13] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    method: &'static str,
    route: String,
}

/// A call of the index of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchCall {
    /// A page of found products.
    Find,
    /// Facets.
    Facets,
    /// Suggestions.
    Suggest,
}

impl SearchCall {
    const fn name(self) -> &'static str {
        match self {
            Self::Find => "find",
            Self::Facets => "facets",
            Self::Suggest => "suggest",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Searched {
    call: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Searching {
    call: &'static str,
}

/// Reads the counts of rendered pages; `None` while there is no renderer.
type ReadRenders = dyn Fn() -> Option<RenderCounts> + Send + Sync;

/// The counts; empty while metrics are off.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Counts>>);

struct Counts {
    answered: Family<Answered, Counter>,
    durations: Family<Asked, Histogram, fn() -> Histogram>,
    orders_placed: Counter,
    searches: Family<Searched, Counter>,
    search_durations: Family<Searching, Histogram, fn() -> Histogram>,
    work: WorkCounts,
    renders: OnceLock<Box<ReadRenders>>,
    connections: OnceLock<Census>,
    readings: OnceLock<Arc<dyn Readings>>,
}

impl Metrics {
    /// Counts that are on.
    #[must_use]
    pub fn on() -> Self {
        let new = || Histogram::new(SECONDS);
        Self(Some(Arc::new(Counts {
            answered: Family::default(),
            durations: Family::new_with_constructor(new),
            orders_placed: Counter::default(),
            searches: Family::default(),
            search_durations: Family::new_with_constructor(new),
            work: WorkCounts::default(),
            renders: OnceLock::new(),
            connections: OnceLock::new(),
            readings: OnceLock::new(),
        })))
    }

    /// Counts a search of the index, and the time that it took.
    pub fn count_search(&self, call: SearchCall, is_answered: bool, took: Duration) {
        if let Some(counts) = &self.0 {
            let (call, outcome) = (call.name(), if is_answered { "answered" } else { "failed" });
            counts.searches.get_or_create(&Searched { call, outcome }).inc();
            counts.search_durations.get_or_create(&Searching { call }).observe(took.as_secs_f64());
        }
    }

    /// Sets the source of further readings. Only the first call counts.
    pub fn observe_readings(&self, readings: Arc<dyn Readings>) {
        if let Some(counts) = &self.0 {
            let _ = counts.readings.set(readings);
        }
    }

    /// Counts an order that was placed.
    pub(crate) fn count_order(&self) {
        if let Some(counts) = &self.0 {
            counts.orders_placed.inc();
        }
    }

    /// Sets where the counts of rendered pages are read. A process has one web app: only the first call counts.
    pub(crate) fn observe_renders(&self, read: impl Fn() -> Option<RenderCounts> + Send + Sync + 'static) {
        if let Some(counts) = &self.0 {
            let _ = counts.renders.set(Box::new(read));
        }
    }

    /// Sets whose connections are counted. A process has one public listener: only the first call counts.
    pub(crate) fn observe_connections(&self, census: &Census) {
        if let Some(counts) = &self.0 {
            let _ = counts.connections.set(census.clone());
        }
    }
}

impl Counts {
    fn note(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let (method, route) = (label_of(method), route.to_owned());
        self.answered.get_or_create(&Answered { method, route: route.clone(), status: status.as_u16() }).inc();
        self.durations.get_or_create(&Asked { method, route }).observe(took.as_secs_f64());
    }
}

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
    let counts = request.app_data::<web::Data<Metrics>>().and_then(|metrics| metrics.0.clone());
    let Some(counts) = counts else { return next.call(request).await };
    let (begun, method) = (Instant::now(), request.method().clone());
    let answer = next.call(request).await?;
    counts.note(&method, pattern_of(answer.request()), answer.status(), begun.elapsed());
    Ok(answer)
}
