//! Periodic tasks while the server runs: following the catalogue, finishing a migration, mailing due messages, sending the mails of
//! the outbox, reminding customers of bank transfers, cancelling orders that are not paid in time, reading the gateway's records of
//! payments, sending refunds, summing up sales, deleting expired rows and unused uploads, and returning freed memory. All instances
//! run them; all tasks are idempotent.

mod contract_step;

use std::time::Duration;

use application::images::sweep_uploads::SweepUploads;
use application::messages::send_outbox_mails::{SendOutboxMails, SentMails};
use application::payments::reconcile_payments::ReconcilePayments;
use application::payments::send_refunds::{SendRefunds, SentRefunds};
use domain::reports::sales_period::{PeriodLength, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::PortError;
use shop_http::cache::catalogue_watch;
use shop_http::operations::ReadinessNotice;
use shop_http::server::background::Background;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, interval_at};

use crate::config::Config;
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
/// The time between two looks at whether the index of products is built.
const INDEX_LOOK: Duration = Duration::from_secs(1);
/// How often is cleared out.
const CLEARING: Duration = Duration::from_secs(3_600);

/// The time from the start to the tasks that run once.
const SETTLED: Duration = Duration::from_secs(2);
/// The period of returning freed memory to the system.
const GIVING_BACK: Duration = Duration::from_secs(60);

/// Starts all tasks; they run until they are aborted. `background` runs work that is better finished before the process ends.
pub(crate) fn start(config: &Config, adapters: &Adapters, notice: ReadinessNotice, background: Background) -> JoinSet<()> {
    let mut work = JoinSet::new();
    let follower = adapters.search.follower.clone();
    work.spawn(async move { match catalogue_watch::watch(follower).await {} });
    let (follower, postgres, clock) = (adapters.search.follower.clone(), adapters.postgres.clone(), adapters.clock.clone());
    work.spawn(async move {
        // The tables of the former search go once the index stands.
        let mut seconds = every(INDEX_LOOK);
        while follower.counts().succeeded == 0 {
            seconds.tick().await;
        }
        contract_step::run(&*postgres, &notice).await;
        match postgres.book_former_payments(clock.now()).await {
            Ok(0) => {}
            Ok(booked) => tracing::info!(booked, "booked payments that the former release recorded"),
            Err(error) => report("payments that the former release recorded were not booked", &error),
        }
    });
    let use_cases = adapters.use_cases(config);
    let mail = use_cases.messages.mail_contact_messages;
    work.spawn(async move {
        let mut minutes = every(MAILING);
        loop {
            minutes.tick().await;
            shop_http::messages::contact::report(mail.run().await);
        }
    });
    let (outbox, refunds_background) = (use_cases.messages.send_outbox_mails, background.clone());
    work.spawn(async move {
        let mut ticks = every(SENDING);
        loop {
            ticks.tick().await;
            send_mails(&background, outbox.clone()).await;
        }
    });
    let expire_orders = use_cases.payments.expire_orders;
    work.spawn(async move {
        let mut quarters = every(EXPIRING);
        loop {
            quarters.tick().await;
            match expire_orders.run().await {
                Ok(0) => {}
                Ok(expired) => tracing::info!(expired, "cancelled orders that were not paid in time"),
                Err(error) => report("orders that were not paid in time were not cancelled", &error),
            }
        }
    });
    let switch_announcement = use_cases.content.switch_announcement;
    work.spawn(async move {
        let mut minutes = every(ANNOUNCING);
        loop {
            minutes.tick().await;
            if let Err(error) = switch_announcement.run().await {
                tracing::warn!(%error, "the announcement was not looked at");
            }
        }
    });
    let remind_customers = use_cases.payments.remind_customers;
    work.spawn(async move {
        let mut minutes = every(REMINDING);
        loop {
            minutes.tick().await;
            match remind_customers.run().await {
                Ok(0) => {}
                Ok(reminded) => tracing::info!(reminded, "reminded customers of bank transfers"),
                Err(error) => report("customers were not reminded of bank transfers", &error),
            }
        }
    });
    let reconcile = use_cases.payments.reconcile_payments;
    work.spawn(async move {
        let mut periods = every(RECONCILING);
        loop {
            periods.tick().await;
            reconcile_payments(&reconcile).await;
        }
    });
    let send_refunds = use_cases.payments.send_refunds;
    work.spawn(async move {
        let mut periods = every(REFUNDING);
        loop {
            periods.tick().await;
            send_refunds_of(&refunds_background, send_refunds.clone()).await;
        }
    });
    let (books, calendar) = (adapters.clone(), config.calendar);
    work.spawn(async move {
        let mut minutes = every(SUMMING_UP);
        loop {
            minutes.tick().await;
            if let Err(error) = sum_up(&books, calendar).await {
                report("sales were not summed up", &error);
            }
        }
    });
    work.spawn(async {
        let mut minutes = interval_at(Instant::now() + SETTLED, GIVING_BACK);
        minutes.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            minutes.tick().await;
            // It runs on a blocking thread, and its end is not awaited.
            drop(tokio::task::spawn_blocking(give_back));
        }
    });
    let (adapters, sweep_uploads) = (adapters.clone(), use_cases.images.sweep_uploads);
    work.spawn(async move {
        let mut hours = every(CLEARING);
        loop {
            hours.tick().await;
            clear_out(&adapters, &sweep_uploads).await;
        }
    });
    work
}

/// Sends a batch of mails as background work: a process that ends finishes it, so that a mail that was handed over is noted as sent.
async fn send_mails(background: &Background, outbox: SendOutboxMails) {
    let (done, finished) = oneshot::channel::<()>();
    background.run("send mails", async move {
        report_mails(outbox.run().await);
        // The loop is gone when the process ends.
        let _ = done.send(());
    });
    // An error means that there was no room for the work; the next tick tries again.
    let _ = finished.await;
}

fn report_mails(outcome: Result<SentMails, PortError>) {
    match outcome {
        Ok(SentMails { sent, failed, given_up, switched_off, put_off }) => {
            if sent > 0 {
                tracing::info!(sent, "sent mails");
            }
            if switched_off > 0 {
                tracing::info!(switched_off, "mails of kinds that are switched off were not sent");
            }
            for (id, error) in failed {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::warn!(mail = id.0, ?cause, "a mail was not sent: {error}");
            }
            for id in given_up {
                tracing::error!(mail = id.0, "a mail was given up");
            }
            if put_off > 0 {
                tracing::warn!(put_off, "the mail server is away; mails wait");
            }
        }
        Err(error) => report("mails were not sent", &error),
    }
}

/// Completes at once and then after every period.
fn every(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Sums up sales to now, and the days that the longest period of the dashboard shows.
pub(crate) async fn sum_up(adapters: &Adapters, calendar: ShopCalendar) -> Result<(), PortError> {
    let now = adapters.clock.now();
    let period = SalesPeriod::at(now, PeriodLength::Quarter, calendar);
    adapters.postgres.sum_up(now, period.days()).await
}

/// Sends refunds as background work: a process that ends has a moment to hear the gateway's answer.
async fn send_refunds_of(background: &Background, refunds: SendRefunds) {
    let (done, finished) = oneshot::channel::<()>();
    background.run("send refunds", async move {
        report_refunds(refunds.run().await);
        // The loop is gone when the process ends.
        let _ = done.send(());
    });
    // An error means that there was no room for the work; the next tick tries again.
    let _ = finished.await;
}

fn report_refunds(outcome: Result<SentRefunds, PortError>) {
    match outcome {
        Ok(SentRefunds { moved, failures }) => {
            for (refund, state) in moved {
                tracing::info!(%refund, state = state.as_str(), "a refund of the gateway was moved on");
            }
            for (refund, error) in failures {
                report(&format!("the refund {refund} was not moved on"), &error);
            }
        }
        Err(error) => report("no refunds were sent", &error),
    }
}

async fn reconcile_payments(reconcile: &ReconcilePayments) {
    match reconcile.run().await {
        Ok(done) => {
            for (attempt, alarm) in &done.alarms {
                tracing::warn!(%attempt, alarm = alarm.as_str(), "a payment needs to be looked at");
            }
            for (attempt, error) in &done.failures {
                report(&format!("the records of {attempt} were not read"), error);
            }
        }
        Err(error) => report("no records of payments were read", &error),
    }
}

async fn clear_out(adapters: &Adapters, sweep_uploads: &SweepUploads) {
    match adapters.postgres.sweep(adapters.clock.now()).await {
        Ok(swept) => tracing::debug!(?swept, "cleared out the database"),
        Err(error) => report("the database was not cleared out", &error),
    }
    match sweep_uploads.run().await {
        Ok(0) => {}
        Ok(swept) => tracing::info!(swept, "deleted unused uploads"),
        Err(error) => report("unused uploads were not deleted", &error),
    }
}

/// It is tried again before long.
fn report(what: &str, error: &PortError) {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    tracing::warn!(?cause, "{what}: {error}");
}
