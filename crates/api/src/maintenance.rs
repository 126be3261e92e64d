//! What is done every hour while the shop is open: clearing out what nobody needs any more. Every instance does it; doing
//! it twice is doing it once.

use std::time::Duration;

use domain::ports::PortError;
use tokio::time::{MissedTickBehavior, interval};

use crate::wiring::Adapters;

/// How often.
const EVERY: Duration = Duration::from_secs(3_600);

/// Clears out, now and every hour, until it is aborted.
pub(crate) async fn run(adapters: Adapters) {
    let sweep_uploads = adapters.sweep_uploads();
    let mut hours = interval(EVERY);
    hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        hours.tick().await;
        match adapters.postgres.sweep(adapters.clock.now()).await {
            Ok(swept) => tracing::debug!(?swept, "cleared out the database"),
            Err(error) => report("the database was not cleared out", &error),
        }
        match sweep_uploads.run().await {
            Ok(0) => {}
            Ok(swept) => tracing::info!(swept, "deleted uploads that nobody took"),
            Err(error) => report("uploads that nobody took were not deleted", &error),
        }
    }
}

/// It is tried again in an hour.
fn report(what: &str, error: &PortError) {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    tracing::warn!(?cause, "{what}: {error}");
}
