//! Metrics for Prometheus (contract, Operations). The shop counts only if `METRICS_BIND` is set.
//!
//! Every label has few values, and all that an alert reads exist from the start with the value 0: a counter that begins at 1 has no
//! increase that Prometheus can see.

mod exposition;
mod listener;
mod outcomes;
pub mod readings;
mod requests;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use domain::messages::mail_message::MailKind;
use domain::payments::attention::AttentionKind;
use domain::payments::refund::RefundState;
use page_renderer::RenderCounts;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::connections::ConnectionLimiter;
use crate::metrics::readings::Readings;

pub use listener::PrivateListener;
pub(crate) use outcomes::PageSource;
pub use outcomes::{GatewayCall, MailOutcome, NotificationOutcome, SearchCall};
pub use requests::count_request;

/// The upper bounds of the histogram's buckets, in seconds: from a cached answer to a timeout.
const SECONDS: [f64; 13] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];
/// The same for calls of other servers and rendered pages.
const LONG_SECONDS: [f64; 10] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0];
/// The codes of the problems with which an order is refused; any other is counted as `other`.
const REFUSALS: [&str; 12] = [
    "order.out_of_stock",
    "order.price_changed",
    "order.unknown_product",
    "order.delivery_not_offered",
    "order.payment_unavailable",
    "order.district_needed",
    "order.new_customer_limit",
    "order.key_reused",
    "order.contended",
    "service.unavailable",
    "service.internal",
    "other",
];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

/// N labels.
type Labels<const N: usize> = [(&'static str, &'static str); N];
type Counters<const N: usize> = Family<Labels<N>, Counter>;
type Histograms<L> = Family<L, Histogram, fn() -> Histogram>;

/// Counters that exist from the start with these labels.
fn from_zero<const N: usize>(labels: impl IntoIterator<Item = Labels<N>>) -> Counters<N> {
    let counters = Counters::default();
    for labels in labels {
        drop(counters.get_or_create(&labels));
    }
    counters
}

/// Whether work succeeded, as a label.
const fn outcome(succeeded: bool) -> (&'static str, &'static str) {
    ("outcome", if succeeded { "succeeded" } else { "failed" })
}

const OUTCOMES: [(&str, &str); 2] = [outcome(true), outcome(false)];

/// Declares each metric once: field, type, name, description and initial value.
macro_rules! metrics {
    ($($field:ident: $type:ty, $name:literal, $help:literal, $new:expr;)+) => {
        struct Registered {
            registry: Registry,
            $($field: $type,)+
        }

        impl Registered {
            fn new() -> Self {
                let mut registry = Registry::default();
                $(let $field: $type = $new;
                registry.register($name, $help, $field.clone());)+
                Self { registry, $($field,)+ }
            }
        }
    };
}

metrics! {
    requests: Family<RequestLabels, Counter>, "http_requests", "Requests answered, by the pattern of their route", Family::default();
    request_times: Histograms<RouteLabels>, "http_request_duration_seconds", "Time until an answer began",
        Family::new_with_constructor(|| Histogram::new(SECONDS));
    orders_placed: Counter, "orders_placed", "Orders placed through this instance", Counter::default();
    orders_refused: Counters<1>, "orders_refused", "Orders refused, by the code of the problem",
        from_zero(REFUSALS.map(|code| [("reason", code)]));
    searches: Counters<2>, "product_searches", "Searches of the index of products, by call and outcome",
        from_zero(SearchCall::ALL.into_iter().flat_map(|call| ["answered", "failed"].map(|outcome| [("call", call.name()), ("outcome", outcome)])));
    search_times: Histograms<Labels<1>>, "product_search_duration_seconds",
        "Time of a search of the index of products, without the rows of its products",
        Family::new_with_constructor(|| Histogram::new(SECONDS));
    notifications: Counters<1>, "payment_notifications", "Notifications of the payment gateway, by outcome",
        from_zero(NotificationOutcome::ALL.map(|outcome| [("outcome", outcome.name())]));
    alarms: Counters<1>, "payment_alarms", "Payments that staff were asked to look at by this instance, by kind",
        from_zero(AttentionKind::ALL.map(|kind| [("kind", kind.as_str())]));
    records: Counters<1>, "payment_records_read", "Attempts whose records of the gateway were read and booked, or were not",
        from_zero(OUTCOMES.map(|outcome| [outcome]));
    gateway_calls: Counters<2>, "payment_gateway_calls", "Calls of the payment gateway, by outcome",
        from_zero(GatewayCall::ALL.into_iter().flat_map(|call| OUTCOMES.map(|outcome| [("call", call.name()), outcome])));
    gateway_times: Histograms<Labels<1>>, "payment_gateway_call_duration_seconds",
        "Time of a call of the payment gateway, its wait for a free place within the gateway's limit included",
        Family::new_with_constructor(|| Histogram::new(LONG_SECONDS));
    refunds: Counters<1>, "refunds_moved", "Refunds that moved to a state",
        from_zero(RefundState::ALL.map(|state| [("state", state.as_str())]));
    mails: Counters<2>, "outbox_mails_handled", "Attempts to send a mail of the outbox, by kind of mail and outcome",
        from_zero(MailKind::ALL.into_iter().flat_map(|kind| {
            MailOutcome::ALL.map(|outcome| [("kind", kind.as_str()), ("outcome", outcome.name())])
        }));
    tasks: Counters<2>, "background_task_runs", "Runs of periodic tasks, by outcome", Family::default();
    task_successes: Family<Labels<1>, Gauge>, "background_task_last_success_timestamp_seconds",
        "When a periodic task last succeeded, in Unix time", Family::default();
    pages: Counters<1>, "page_answers", "Public pages: from memory, made on request, or refused a rendering for their number",
        from_zero(PageSource::ALL.map(|source| [("source", source.name())]));
    render_times: Histograms<Labels<1>>, "page_render_duration_seconds",
        "Time of rendering a page on the server, its wait for a thread included",
        Family::new_with_constructor(|| Histogram::new(LONG_SECONDS));
    connection_waits: Histogram, "database_connection_wait_seconds", "Time a request waited for a connection to the database",
        Histogram::new(SECONDS);
}

/// Reads the counts of rendered pages; `None` while there is no renderer.
type ReadRenders = dyn Fn() -> Option<RenderCounts> + Send + Sync;

struct Counts {
    registered: Registered,
    renders: OnceLock<Box<ReadRenders>>,
    connections: OnceLock<ConnectionLimiter>,
    readings: OnceLock<Arc<dyn Readings>>,
}

/// The counts; empty while metrics are off.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Counts>>);

impl Metrics {
    /// Counts that are on.
    #[must_use]
    pub fn on() -> Self {
        let (renders, connections, readings) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self(Some(Arc::new(Counts { registered: Registered::new(), renders, connections, readings })))
    }

    /// Runs `count` if the counts are on.
    fn count<T>(&self, count: impl FnOnce(&Registered) -> T) {
        if let Some(counts) = &self.0 {
            count(&counts.registered);
        }
    }

    /// Sets the source of further readings. Only the first call counts.
    pub fn observe_readings(&self, readings: Arc<dyn Readings>) {
        if let Some(counts) = &self.0 {
            let _ = counts.readings.set(readings);
        }
    }

    /// Sets where the counts of rendered pages are read. A process has one web app: only the first call counts.
    pub(crate) fn observe_renders(&self, read: impl Fn() -> Option<RenderCounts> + Send + Sync + 'static) {
        if let Some(counts) = &self.0 {
            let _ = counts.renders.set(Box::new(read));
        }
    }

    /// Sets whose connections are counted. A process has one public listener: only the first call counts.
    pub(crate) fn observe_connections(&self, limiter: &ConnectionLimiter) {
        if let Some(counts) = &self.0 {
            let _ = counts.connections.set(limiter.clone());
        }
    }

    /// Counts a search of the index, and the time that it took.
    pub fn count_search(&self, call: SearchCall, is_answered: bool, took: Duration) {
        let (call, outcome) = (("call", call.name()), ("outcome", if is_answered { "answered" } else { "failed" }));
        self.count(|counts| {
            counts.searches.get_or_create(&[call, outcome]).inc();
            counts.search_times.get_or_create(&[call]).observe(took.as_secs_f64());
        });
    }

    /// Counts an order that was placed.
    pub(crate) fn count_order(&self) {
        self.count(|counts| counts.orders_placed.inc());
    }

    /// Counts an order that was refused with this code of a problem.
    pub(crate) fn count_refused_order(&self, code: &str) {
        let known = REFUSALS.into_iter().find(|known| *known == code).unwrap_or("other");
        self.count(|counts| counts.orders_refused.get_or_create(&[("reason", known)]).inc());
    }

    /// Counts a notification of the payment gateway.
    pub(crate) fn count_notification(&self, outcome: NotificationOutcome) {
        self.count(|counts| counts.notifications.get_or_create(&[("outcome", outcome.name())]).inc());
    }

    /// Counts a payment that staff have to look at.
    pub fn count_alarm(&self, kind: AttentionKind) {
        self.count(|counts| counts.alarms.get_or_create(&[("kind", kind.as_str())]).inc());
    }

    /// Counts attempts whose records of the gateway were read, or were not.
    pub fn count_records(&self, succeeded: bool, attempts: usize) {
        self.count(|counts| counts.records.get_or_create(&[outcome(succeeded)]).inc_by(attempts as u64));
    }

    /// Counts a call of the payment gateway, and the time that it took.
    pub fn count_gateway_call(&self, call: GatewayCall, succeeded: bool, took: Duration) {
        self.count(|counts| {
            counts.gateway_calls.get_or_create(&[("call", call.name()), outcome(succeeded)]).inc();
            counts.gateway_times.get_or_create(&[("call", call.name())]).observe(took.as_secs_f64());
        });
    }

    /// Counts a refund that moved to a state.
    pub fn count_refund(&self, state: RefundState) {
        self.count(|counts| counts.refunds.get_or_create(&[("state", state.as_str())]).inc());
    }

    /// Counts an attempt to send a mail.
    pub fn count_mail(&self, kind: MailKind, outcome: MailOutcome) {
        self.count(|counts| counts.mails.get_or_create(&[("kind", kind.as_str()), ("outcome", outcome.name())]).inc());
    }

    /// Makes a periodic task known, before its first run: it has no success yet.
    pub fn begin_task(&self, task: &'static str) {
        self.count(|counts| OUTCOMES.map(|outcome| drop(counts.tasks.get_or_create(&[("task", task), outcome]))));
    }

    /// Counts a run of a periodic task that ended at `now`, in seconds of Unix time.
    pub fn count_task(&self, task: &'static str, succeeded: bool, now: i64) {
        self.count(|counts| {
            counts.tasks.get_or_create(&[("task", task), outcome(succeeded)]).inc();
            if succeeded {
                counts.task_successes.get_or_create(&[("task", task)]).set(now);
            }
        });
    }

    /// Counts a public page that was asked for.
    pub(crate) fn count_page(&self, source: PageSource) {
        self.count(|counts| counts.pages.get_or_create(&[("source", source.name())]).inc());
    }

    /// Notes the time in which a page was rendered, or was not.
    pub(crate) fn observe_render(&self, rendered: bool, took: Duration) {
        self.count(|counts| counts.render_times.get_or_create(&[outcome(rendered)]).observe(took.as_secs_f64()));
    }

    /// Notes the time for which a request waited for a connection to the database.
    pub fn observe_connection_wait(&self, took: Duration) {
        self.count(|counts| counts.connection_waits.observe(took.as_secs_f64()));
    }
}
