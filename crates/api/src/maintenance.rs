//! Periodic tasks while the server runs: following the catalogue, finishing a migration, mailing due messages, sending the mails of
//! the outbox, reminding customers of bank transfers, cancelling orders that are not paid in time, reading the gateway's records of
//! payments, sending refunds, making the scheduled backup, summing up sales, deleting expired rows and unused uploads, and returning freed
//! memory. All instances run them; all tasks are idempotent.

mod backups;
mod compatibility;
mod contract_step;
mod mails;
mod payments;
mod tasks;

use std::time::Duration;

use application::images::sweep_uploads::SweepUploads;
use domain::reports::sales_period::{PeriodLength, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::PortError;
use shop_http::cache::catalogue_watch;
use shop_http::metrics::Metrics;
use shop_http::operations::{ReadinessChecks, ReadinessNotice};
use shop_http::server::background::Background;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::config::Config;
use crate::maintenance::tasks::{Tasks, every};
use crate::process::allocator::give_back;
use crate::wiring::adapters::Adapters;

/// The period of mailing messages that the mail server did not accept before.
const MAILING: Duration = Duration::from_secs(60);
/// The period of sending mails of the outbox, one batch each time: with its size it bounds the load on mail server and database.
const SENDING: Duration = Duration::from_secs(2);
/// The period of reading the gateway's records of attempts that are due.
const RECONCILING: Duration = Duration::from_secs(15);
/// The period of sending refunds to the gateway.
const REFUNDING: Duration = Duration::from_secs(5);
/// The period of summing up sales; later sales are read from the orders.
const SUMMING_UP: Duration = Duration::from_secs(60);
/// The period of cancelling orders that are not paid in time (contract-commerce, section 2).
const EXPIRING: Duration = Duration::from_secs(15);
/// The period of reminding customers of bank transfers, whose time is hours.
const REMINDING: Duration = Duration::from_secs(60);
/// The period of looking whether the time of an announcement begins or ends.
const ANNOUNCING: Duration = Duration::from_secs(60);
/// The period of looking whether a backup is due.
const BACKING_UP: Duration = Duration::from_secs(60);
/// The time between two looks at whether the index of products is built.
const INDEX_LOOK: Duration = Duration::from_secs(1);
/// The period of looking whether a later release has removed what this one needs.
const CHECKING_SCHEMA: Duration = Duration::from_secs(5);
/// How often is cleared out.
const CLEARING: Duration = Duration::from_secs(3_600);

/// The time from the start to the tasks that run once.
const SETTLED: Duration = Duration::from_secs(2);
/// The period of returning freed memory to the system.
const GIVING_BACK: Duration = Duration::from_secs(60);

/// Starts all tasks; they run until they are aborted. `background` runs work that is better finished before the process ends.
pub(crate) fn start(
    config: &Config,
    adapters: &Adapters,
    readiness: ReadinessChecks,
    background: Background,
    metrics: Metrics,
) -> JoinSet<()> {
    let mut tasks = Tasks::new(metrics.clone(), adapters.clock.clone());
    follow_catalogue(&mut tasks, adapters, readiness.notice);
    let postgres = adapters.postgres.clone();
    tasks.repeat("check_schema", CHECKING_SCHEMA, move || {
        let (postgres, obstacle) = (postgres.clone(), readiness.obstacle.clone());
        async move { compatibility::run(&postgres, &obstacle).await }
    });
    let use_cases = adapters.use_cases(config);
    let mail = use_cases.messages.mail_contact_messages;
    tasks.repeat("mail_messages", MAILING, move || {
        let mail = mail.clone();
        async move { shop_http::messages::contact::report(mail.run().await) }
    });
    let (outbox, mails_background, mail_counts) = (use_cases.messages.send_outbox_mails, background.clone(), metrics.clone());
    tasks.repeat("send_mails", SENDING, move || {
        let (outbox, counts) = (outbox.clone(), mail_counts.clone());
        finished(mails_background.clone(), "send mails", async move { mails::report(outbox.run().await, &counts) })
    });
    let payments = use_cases.payments;
    let expire_orders = payments.clone();
    tasks.repeat("expire_orders", EXPIRING, move || {
        let expire_orders = expire_orders.clone();
        async move {
            let failure = "orders that were not paid in time were not cancelled";
            counted(expire_orders.expire_orders().await, "cancelled orders that were not paid in time", failure)
        }
    });
    let switch_announcement = use_cases.content.switch_announcement;
    tasks.repeat("switch_announcement", ANNOUNCING, move || {
        let switch_announcement = switch_announcement.clone();
        async move {
            let switched = switch_announcement.run().await;
            switched.inspect_err(|error| tracing::warn!(%error, "the announcement was not looked at")).is_ok()
        }
    });
    let remind_customers = payments.clone();
    tasks.repeat("remind_customers", REMINDING, move || {
        let remind_customers = remind_customers.clone();
        async move {
            let failure = "customers were not reminded of bank transfers";
            counted(remind_customers.remind_customers().await, "reminded customers of bank transfers", failure)
        }
    });
    let (reconcile, record_counts) = (payments.clone(), metrics.clone());
    tasks.repeat("reconcile_payments", RECONCILING, move || {
        let (reconcile, counts) = (reconcile.clone(), record_counts.clone());
        async move { payments::report_records(reconcile.reconcile().await, &counts) }
    });
    tasks.repeat("send_refunds", REFUNDING, move || {
        let (refunds, counts) = (payments.clone(), metrics.clone());
        finished(background.clone(), "send refunds", async move { payments::report_refunds(refunds.send_refunds().await, &counts) })
    });
    let (books, calendar) = (adapters.clone(), config.calendar);
    tasks.repeat("sum_up_sales", SUMMING_UP, move || {
        let books = books.clone();
        async move { succeeded(sum_up(&books, calendar).await, "sales were not summed up") }
    });
    if let Some(run_backups) = backups::of(config, adapters) {
        tasks.repeat("back_up", BACKING_UP, move || {
            let run_backups = run_backups.clone();
            async move { backups::run(&run_backups).await }
        });
    }
    let (adapters, sweep_uploads) = (adapters.clone(), use_cases.images.sweep_uploads);
    tasks.repeat("clear_out", CLEARING, move || {
        let (adapters, sweep_uploads) = (adapters.clone(), sweep_uploads.clone());
        async move { clear_out(&adapters, &sweep_uploads).await }
    });
    let mut work = tasks.into_work();
    work.spawn(async {
        let mut minutes = interval_at(Instant::now() + SETTLED, GIVING_BACK);
        minutes.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            minutes.tick().await;
            // It runs on a blocking thread, and its end is not awaited.
            drop(tokio::task::spawn_blocking(give_back));
        }
    });
    work
}

/// Follows the catalogue, and ends a migration once the index of products stands.
fn follow_catalogue(tasks: &mut Tasks, adapters: &Adapters, notice: ReadinessNotice) {
    let follower = adapters.search.follower.clone();
    tasks.work().spawn(async move { match catalogue_watch::watch(follower).await {} });
    let (follower, postgres) = (adapters.search.follower.clone(), adapters.postgres.clone());
    tasks.work().spawn(async move {
        // The tables of the former search go once the index stands.
        let mut seconds = every(INDEX_LOOK, Duration::ZERO);
        while follower.counts().succeeded == 0 {
            seconds.tick().await;
        }
        contract_step::run(|| postgres.finish_migrations(), &notice).await;
    });
}

/// Runs work in the background, so that a process that ends finishes it: a mail that was handed over is noted as sent, and a refund has a
/// moment to hear the gateway's answer. False when there is no room for the work, or it failed.
async fn finished(background: Background, what: &'static str, work: impl Future<Output = bool> + Send + 'static) -> bool {
    let (done, finished) = oneshot::channel();
    background.run(what, async move {
        // The loop is gone when the process ends.
        let _ = done.send(work.await);
    });
    finished.await.unwrap_or(false)
}

/// Logs how many orders a task changed, or the failure; true if it succeeded.
fn counted(changed: Result<usize, PortError>, done: &str, failure: &str) -> bool {
    let changed = changed.inspect(|orders| {
        if *orders > 0 {
            tracing::info!(orders, "{done}");
        }
    });
    succeeded(changed, failure)
}

/// Logs a failure; true if there is none.
fn succeeded<T>(outcome: Result<T, PortError>, failure: &str) -> bool {
    outcome.inspect_err(|error| report(failure, error)).is_ok()
}

/// Sums up sales to now, and the days that the longest period of the dashboard shows.
async fn sum_up(adapters: &Adapters, calendar: ShopCalendar) -> Result<(), PortError> {
    let now = adapters.clock.now();
    let period = SalesPeriod::at(now, PeriodLength::Quarter, calendar);
    adapters.postgres.sum_up(now, period.days()).await
}

async fn clear_out(adapters: &Adapters, sweep_uploads: &SweepUploads) -> bool {
    let swept = adapters.postgres.sweep(adapters.clock.now()).await;
    let is_swept =
        succeeded(swept.inspect(|swept| tracing::debug!(?swept, "cleared out the database")), "the database was not cleared out");
    let uploads = sweep_uploads.run().await;
    let counted = uploads.inspect(|swept| {
        if *swept > 0 {
            tracing::info!(swept, "deleted unused uploads");
        }
    });
    succeeded(counted, "unused uploads were not deleted") && is_swept
}

/// Logs a failure of work that is tried again before long.
fn report(what: &str, error: &PortError) {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    tracing::warn!(?cause, "{what}: {error}");
}
