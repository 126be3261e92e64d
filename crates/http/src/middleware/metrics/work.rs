//! Counts of the shop's work besides requests: refused orders, payments, calls of the gateway, mails, background tasks, pages and
//! waits for a connection to the database.
//!
//! Every label has few values, and all that an alert reads exist from the start with the value 0: a counter that begins at 1 has no
//! increase that Prometheus can see.

use std::time::Duration;

use domain::messages::mail_message::MailKind;
use domain::payments::attention::AttentionKind;
use domain::payments::refund::RefundState;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::outcomes::{GatewayCall, MailOutcome, NotificationOutcome, PageSource};
use super::{Metrics, SECONDS};

/// One label, or two.
type Labels<const N: usize> = [(&'static str, &'static str); N];
type Counters<const N: usize> = Family<Labels<N>, Counter>;
type Times = Family<Labels<1>, Histogram, fn() -> Histogram>;

/// The upper bounds of the buckets of calls of other servers and of rendered pages, in seconds.
const LONG_SECONDS: [f64; 10] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0];
/// The codes of the problems with which an order is refused; any other is counted as `other`.
const REFUSALS: [&str; 11] = [
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
];

/// Whether work succeeded, as a label.
const fn outcome(succeeded: bool) -> (&'static str, &'static str) {
    ("outcome", if succeeded { "succeeded" } else { "failed" })
}

/// The counts.
pub(super) struct WorkCounts {
    refused_orders: Counters<1>,
    notifications: Counters<1>,
    alarms: Counters<1>,
    records: Counters<1>,
    gateway_calls: Counters<2>,
    gateway_times: Times,
    refunds: Counters<1>,
    mails: Counters<2>,
    tasks: Counters<2>,
    task_successes: Family<Labels<1>, Gauge>,
    pages: Counters<1>,
    render_times: Times,
    connection_waits: Histogram,
}

impl Default for WorkCounts {
    fn default() -> Self {
        let long: fn() -> Histogram = || Histogram::new(LONG_SECONDS);
        let counts = Self {
            refused_orders: Family::default(),
            notifications: Family::default(),
            alarms: Family::default(),
            records: Family::default(),
            gateway_calls: Family::default(),
            gateway_times: Family::new_with_constructor(long),
            refunds: Family::default(),
            mails: Family::default(),
            tasks: Family::default(),
            task_successes: Family::default(),
            pages: Family::default(),
            render_times: Family::new_with_constructor(long),
            connection_waits: Histogram::new(SECONDS),
        };
        counts.begin_at_zero();
        counts
    }
}

impl WorkCounts {
    fn begin_at_zero(&self) {
        for code in REFUSALS.into_iter().chain(["other"]) {
            drop(self.refused_orders.get_or_create(&[("reason", code)]));
        }
        for what in NotificationOutcome::ALL {
            drop(self.notifications.get_or_create(&[("outcome", what.name())]));
        }
        for kind in AttentionKind::ALL {
            drop(self.alarms.get_or_create(&[("kind", kind.as_str())]));
        }
        for succeeded in [true, false] {
            drop(self.records.get_or_create(&[outcome(succeeded)]));
            for call in GatewayCall::ALL {
                drop(self.gateway_calls.get_or_create(&[("call", call.name()), outcome(succeeded)]));
            }
        }
        for kind in MailKind::ALL {
            for what in MailOutcome::ALL {
                drop(self.mails.get_or_create(&[("kind", kind.as_str()), ("outcome", what.name())]));
            }
        }
        for state in RefundState::ALL {
            drop(self.refunds.get_or_create(&[("state", state.as_str())]));
        }
        for source in PageSource::ALL {
            drop(self.pages.get_or_create(&[("source", source.name())]));
        }
    }

    /// Adds the counts to a registry.
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Orders refused, by the code of the problem";
        registry.register("orders_refused", help, self.refused_orders.clone());
        let help = "Notifications of the payment gateway, by outcome";
        registry.register("payment_notifications", help, self.notifications.clone());
        let help = "Payments that staff were asked to look at by this instance, by kind";
        registry.register("payment_alarms", help, self.alarms.clone());
        let help = "Attempts whose records of the gateway were read and booked, or were not";
        registry.register("payment_records_read", help, self.records.clone());
        let help = "Calls of the payment gateway, by outcome";
        registry.register("payment_gateway_calls", help, self.gateway_calls.clone());
        let help = "Time of a call of the payment gateway, its wait for a free place within the gateway's limit included";
        registry.register("payment_gateway_call_duration_seconds", help, self.gateway_times.clone());
        registry.register("refunds_moved", "Refunds that moved to a state", self.refunds.clone());
        let help = "Attempts to send a mail of the outbox, by kind of mail and outcome";
        registry.register("outbox_mails_handled", help, self.mails.clone());
        registry.register("background_task_runs", "Runs of periodic tasks, by outcome", self.tasks.clone());
        let help = "When a periodic task last succeeded, in Unix time";
        registry.register("background_task_last_success_timestamp_seconds", help, self.task_successes.clone());
        let help = "Public pages: from memory, made on request, or refused a rendering for their number";
        registry.register("page_answers", help, self.pages.clone());
        let help = "Time of rendering a page on the server, its wait for a thread included";
        registry.register("page_render_duration_seconds", help, self.render_times.clone());
        let help = "Time a request waited for a connection to the database";
        registry.register("database_connection_wait_seconds", help, self.connection_waits.clone());
    }
}

impl Metrics {
    /// Runs `count` if the counts are on.
    fn work<T>(&self, count: impl FnOnce(&WorkCounts) -> T) {
        if let Some(counts) = &self.0 {
            count(&counts.work);
        }
    }

    /// Counts an order that was refused with this code of a problem.
    pub(crate) fn count_refused_order(&self, code: &str) {
        let known = REFUSALS.into_iter().find(|known| *known == code).unwrap_or("other");
        self.work(|work| work.refused_orders.get_or_create(&[("reason", known)]).inc());
    }

    /// Counts a notification of the payment gateway.
    pub(crate) fn count_notification(&self, outcome: NotificationOutcome) {
        self.work(|work| work.notifications.get_or_create(&[("outcome", outcome.name())]).inc());
    }

    /// Counts a payment that staff have to look at.
    pub fn count_alarm(&self, kind: AttentionKind) {
        self.work(|work| work.alarms.get_or_create(&[("kind", kind.as_str())]).inc());
    }

    /// Counts attempts whose records of the gateway were read, or were not.
    pub fn count_records(&self, succeeded: bool, attempts: usize) {
        self.work(|work| work.records.get_or_create(&[outcome(succeeded)]).inc_by(attempts as u64));
    }

    /// Counts a call of the payment gateway, and the time that it took.
    pub fn count_gateway_call(&self, call: GatewayCall, succeeded: bool, took: Duration) {
        self.work(|work| {
            work.gateway_calls.get_or_create(&[("call", call.name()), outcome(succeeded)]).inc();
            work.gateway_times.get_or_create(&[("call", call.name())]).observe(took.as_secs_f64());
        });
    }

    /// Counts a refund that moved to a state.
    pub fn count_refund(&self, state: RefundState) {
        self.work(|work| work.refunds.get_or_create(&[("state", state.as_str())]).inc());
    }

    /// Counts an attempt to send a mail.
    pub fn count_mail(&self, kind: MailKind, outcome: MailOutcome) {
        self.work(|work| work.mails.get_or_create(&[("kind", kind.as_str()), ("outcome", outcome.name())]).inc());
    }

    /// Makes a periodic task known, before its first run: it has no success yet.
    pub fn begin_task(&self, task: &'static str) {
        self.work(|work| {
            for succeeded in [true, false] {
                drop(work.tasks.get_or_create(&[("task", task), outcome(succeeded)]));
            }
        });
    }

    /// Counts a run of a periodic task that ended at `now`, in seconds of Unix time.
    pub fn count_task(&self, task: &'static str, succeeded: bool, now: i64) {
        self.work(|work| {
            work.tasks.get_or_create(&[("task", task), outcome(succeeded)]).inc();
            if succeeded {
                work.task_successes.get_or_create(&[("task", task)]).set(now);
            }
        });
    }

    /// Counts a public page that was asked for.
    pub(crate) fn count_page(&self, source: PageSource) {
        self.work(|work| work.pages.get_or_create(&[("source", source.name())]).inc());
    }

    /// Notes the time in which a page was rendered, or was not.
    pub(crate) fn observe_render(&self, rendered: bool, took: Duration) {
        self.work(|work| work.render_times.get_or_create(&[outcome(rendered)]).observe(took.as_secs_f64()));
    }

    /// Notes the time for which a request waited for a connection to the database.
    pub fn observe_connection_wait(&self, took: Duration) {
        self.work(|work| work.connection_waits.observe(took.as_secs_f64()));
    }
}
