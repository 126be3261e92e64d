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
use crate::connections::CloseReason;

/// The media type of the text.
pub(super) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// All metrics with their present values.
///
/// # Errors
/// When the text cannot be written.
pub(super) async fn text(counts: &Counts, responses: &ResponseCache) -> Result<String, fmt::Error> {
    let mut readings = of_responses(responses);
    readings.extend(of_pages(counts));
    readings.extend(of_connections(counts));
    // The release of the program: always 1, with the version as its label.
    let build = Reading::gauge("araliya_build_info", "The release of the program", 1);
    readings.push(build.labelled("version", env!("CARGO_PKG_VERSION")));
    if let Some(further) = counts.readings.get() {
        readings.extend(further.read().await);
    }
    let (mut read, mut text) = (Registry::default(), String::new());
    register(&mut read, &readings);
    encode_registry(&mut text, &counts.registered.registry)?;
    encode_registry(&mut text, &read)?;
    encode_eof(&mut text)?;
    Ok(text)
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn of_responses(responses: &ResponseCache) -> Vec<Reading> {
    let counts = responses.counts();
    let help = "Answers of the catalogue: from memory, made and kept, or made while changes were not heard of";
    let answers = |source, count| Reading::counter("catalogue_answers", help, number(count)).labelled("source", source);
    let bytes = Reading::gauge("catalogue_memory_bytes", "Bytes of answers kept in memory", number(counts.bytes));
    vec![answers("memory", counts.hits), answers("made", counts.misses), answers("bypass", counts.bypassed), bytes]
}

fn of_pages(counts: &Counts) -> Vec<Reading> {
    let Some(rendered) = counts.renders.get().and_then(|read| read()) else { return Vec::new() };
    let help = "Pages rendered on the server, and those that were not, by what went wrong";
    let renders = |outcome, count| Reading::counter("page_renders", help, number(count)).labelled("outcome", outcome);
    let mut readings = vec![renders("rendered", rendered.rendered)];
    readings.extend(FailureKind::ALL.map(|kind| renders(name_of(kind), rendered.failed_by(kind))));
    let help = "JavaScript runtimes started, the first of each thread included";
    readings.push(Reading::counter("page_runtimes_started", help, number(rendered.runtimes_started)));
    let queued = number(u64::try_from(rendered.queued).unwrap_or(u64::MAX));
    readings.push(Reading::gauge("page_renders_queued", "Pages that wait for a thread that renders", queued));
    readings
}

fn of_connections(counts: &Counts) -> Vec<Reading> {
    let Some(limiter) = counts.connections.get() else { return Vec::new() };
    let open = i64::try_from(limiter.open()).unwrap_or(i64::MAX);
    let mut readings = vec![Reading::gauge("http_connections", "Connections of clients that are open", open)];
    let help = "Connections that the server refused or closed, by its reason";
    readings.extend(
        CloseReason::ALL.map(|reason| {
            Reading::counter("http_connections_closed", help, number(limiter.closed(reason))).labelled("reason", reason.name())
        }),
    );
    readings
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

fn register(registry: &mut Registry, readings: &[Reading]) {
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
    Family<Vec<(&'static str, &'static str)>, M>: Metric,
{
    let Some(first) = same.first() else { return };
    if first.label.is_none() {
        let metric = M::default();
        set(&metric, first.value);
        return registry.register(first.name, first.help, metric);
    }
    let family = Family::<Vec<(&'static str, &'static str)>, M>::default();
    for reading in same {
        set(&family.get_or_create(&reading.label.into_iter().collect()), reading.value);
    }
    registry.register(first.name, first.help, family);
}
