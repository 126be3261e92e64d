//! Writes the counts as text in the OpenMetrics format, which Prometheus reads.

use std::fmt;

use page_renderer::FailureKind;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::TypedMetric;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Metric, Registry};

use super::Counts;
use super::readings::{Reading, ReadingKind};
use crate::cache::response_cache::ResponseCache;
use crate::connections::Closed;

/// The media type of the text.
pub(super) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Labels = Vec<(&'static str, &'static str)>;

/// All metrics with their present values.
///
/// # Errors
/// When the text cannot be written.
pub(super) async fn text(counts: &Counts, responses: &ResponseCache) -> Result<String, fmt::Error> {
    let mut registry = Registry::default();
    register_requests(&mut registry, counts);
    register_memory(&mut registry, responses);
    register_pages(&mut registry, counts);
    register_connections(&mut registry, counts);
    register_searches(&mut registry, counts);
    counts.work.register(&mut registry);
    register_build(&mut registry);
    if let Some(readings) = counts.readings.get() {
        register_readings(&mut registry, &readings.read().await);
    }
    let mut text = String::new();
    encode_registry(&mut text, &registry)?;
    encode_eof(&mut text)?;
    Ok(text)
}

fn register_requests(registry: &mut Registry, counts: &Counts) {
    registry.register("http_requests", "Requests answered, by the pattern of their route", counts.answered.clone());
    registry.register("http_request_duration_seconds", "Time until an answer began", counts.durations.clone());
    registry.register("orders_placed", "Orders placed through this instance", counts.orders_placed.clone());
}

fn register_searches(registry: &mut Registry, counts: &Counts) {
    registry.register("product_searches", "Searches of the index of products, by call and outcome", counts.searches.clone());
    let help = "Time of a search of the index of products, without the rows of its products";
    registry.register("product_search_duration_seconds", help, counts.search_durations.clone());
}

/// A counter for each value, told apart by one label.
fn counters(label: &'static str, values: impl IntoIterator<Item = (&'static str, u64)>) -> Family<Labels, Counter> {
    let family = Family::<Labels, Counter>::default();
    for (name, value) in values {
        family.get_or_create(&vec![(label, name)]).inc_by(value);
    }
    family
}

fn register_memory(registry: &mut Registry, responses: &ResponseCache) {
    let counts = responses.counts();
    let answers = counters("source", [("memory", counts.hits), ("made", counts.misses), ("made_unheard", counts.bypassed)]);
    registry.register(
        "catalogue_answers",
        "Answers of the catalogue: from memory, made and kept, or made while changes were not heard of",
        answers,
    );
    let bytes = Gauge::<i64>::default();
    bytes.set(i64::try_from(counts.bytes).unwrap_or(i64::MAX));
    registry.register("catalogue_memory_bytes", "Bytes of answers kept in memory", bytes);
}

fn register_pages(registry: &mut Registry, counts: &Counts) {
    let Some(rendered) = counts.renders.get().and_then(|read| read()) else { return };
    let failed = FailureKind::ALL.map(|kind| (name_of(kind), rendered.failed_by(kind)));
    let renders = counters("outcome", [("rendered", rendered.rendered)].into_iter().chain(failed));
    registry.register("page_renders", "Pages rendered on the server, and those that were not, by what went wrong", renders);
    let runtimes = Counter::<u64>::default();
    runtimes.inc_by(rendered.runtimes_started);
    registry.register("page_runtimes_started", "JavaScript runtimes started, the first of each thread included", runtimes);
    let queued = Gauge::<i64>::default();
    queued.set(i64::try_from(rendered.queued).unwrap_or(i64::MAX));
    registry.register("page_renders_queued", "Pages that wait for a thread that renders", queued);
}

fn register_connections(registry: &mut Registry, counts: &Counts) {
    let Some(census) = counts.connections.get() else { return };
    let open = Gauge::<i64>::default();
    open.set(i64::try_from(census.open()).unwrap_or(i64::MAX));
    registry.register("http_connections", "Connections of clients that are open", open);
    let closed = counters("reason", Closed::ALL.map(|reason| (reason.name(), census.closed(reason))));
    registry.register("http_connections_closed", "Connections that the server refused or closed, by its reason", closed);
}

const fn name_of(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Threw => "threw",
        FailureKind::TimedOut => "timed_out",
        FailureKind::OutOfMemory => "out_of_memory",
        FailureKind::StackOverflow => "stack_overflow",
        FailureKind::NeverSettled => "never_settled",
        FailureKind::NotAPage => "not_a_page",
        FailureKind::QueueFull => "queue_full",
        FailureKind::Late => "late",
        FailureKind::NoRuntime => "no_runtime",
        FailureKind::Crashed => "crashed",
    }
}

/// The release of the program: always 1, with the version as its label.
fn register_build(registry: &mut Registry) {
    let build = Family::<Labels, Gauge>::default();
    build.get_or_create(&vec![("version", env!("CARGO_PKG_VERSION"))]).set(1);
    registry.register("araliya_build_info", "The release of the program", build);
}

fn register_readings(registry: &mut Registry, readings: &[Reading]) {
    for same in readings.chunk_by(|one, next| one.name == next.name) {
        let Some(first) = same.first() else { continue };
        match first.kind {
            ReadingKind::Gauge => register_values(registry, same, Gauge::<i64>::set),
            ReadingKind::Counter => register_values(registry, same, add),
        }
    }
}

/// Sets a new counter.
fn add(counter: &Counter, value: i64) -> u64 {
    counter.inc_by(u64::try_from(value).unwrap_or_default())
}

/// Registers the readings of one name, which have a label or are one reading without.
fn register_values<M, T>(registry: &mut Registry, same: &[Reading], set: impl Fn(&M, i64) -> T)
where
    M: Metric + Default + Clone + TypedMetric,
    Family<Labels, M>: Metric,
{
    let Some(first) = same.first() else { return };
    if first.label.is_none() {
        let metric = M::default();
        set(&metric, first.value);
        return registry.register(first.name, first.help, metric);
    }
    let family = Family::<Labels, M>::default();
    for reading in same {
        set(&family.get_or_create(&reading.label.into_iter().collect()), reading.value);
    }
    registry.register(first.name, first.help, family);
}
