//! What the shop counts of its own work, for Prometheus (contract, Operations). Nothing is counted unless somebody can read
//! it.

mod exposition;
mod listener;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use async_trait::async_trait;
use page_renderer::RenderCounts;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use crate::connections::Census;
use crate::routing::pattern::pattern_of;

pub use listener::listen;

/// Upper ends of the durations, in seconds: from an answer out of memory to one that nobody waits for.
const SECONDS: [f64; 13] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// A number that is read when somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What Prometheus calls it. Readings of one name come one after the other.
    pub name: &'static str,
    /// What it is, in words.
    pub help: &'static str,
    /// What tells it from others of its name.
    pub label: Option<(&'static str, &'static str)>,
    /// The number.
    pub value: i64,
}

/// Where numbers are read.
#[async_trait]
pub trait Readings: Send + Sync {
    /// The numbers now; those that cannot be had are left out.
    async fn read(&self) -> Vec<Reading>;
}

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

/// Reads the counts of rendered pages; `None` while there is no renderer.
type ReadRenders = dyn Fn() -> Option<RenderCounts> + Send + Sync;

/// The counts; none while they are off.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Counts>>);

struct Counts {
    answered: Family<Answered, Counter>,
    durations: Family<Asked, Histogram, fn() -> Histogram>,
    orders_placed: Counter,
    renders: OnceLock<Box<ReadRenders>>,
    connections: OnceLock<Census>,
    readings: Arc<dyn Readings>,
}

impl Metrics {
    /// Counts that are on, with the numbers that are read elsewhere.
    #[must_use]
    pub fn on(readings: Arc<dyn Readings>) -> Self {
        let durations = Family::<_, _, fn() -> Histogram>::new_with_constructor(|| Histogram::new(SECONDS));
        Self(Some(Arc::new(Counts {
            answered: Family::default(),
            durations,
            orders_placed: Counter::default(),
            renders: OnceLock::new(),
            connections: OnceLock::new(),
            readings,
        })))
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

/// The method, where it is one of those in use: clients may send any word, and none of them is to be remembered.
fn label_of(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Middleware: counts the request by the pattern of its route (`-` for pages, files and addresses that lead nowhere), and how
/// long its answer took to begin.
///
/// # Errors
/// Whatever the inner service answers.
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
