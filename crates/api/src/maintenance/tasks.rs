//! Periodic tasks: each runs soon after the start and then after every period, and its runs are counted.

use std::sync::Arc;
use std::time::Duration;

use domain::shared::ports::Clock;
use shop_http::metrics::Metrics;
use tokio::task::JoinSet;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

/// The time from the start to the first runs. Each opens a connection and prepares its statements, and the shop's first answers go first.
const FIRST_RUN: Duration = Duration::from_secs(1);

/// The tasks of a process.
pub(super) struct Tasks {
    work: JoinSet<()>,
    metrics: Metrics,
    clock: Arc<dyn Clock>,
}

impl Tasks {
    pub(super) fn new(metrics: Metrics, clock: Arc<dyn Clock>) -> Self {
        Self { work: JoinSet::new(), metrics, clock }
    }

    /// Starts a task. `name` is its label in the metrics; `run` answers whether the run succeeded.
    pub(super) fn repeat<F, Run>(&mut self, name: &'static str, period: Duration, run: F)
    where
        F: Fn() -> Run + Send + Sync + 'static,
        Run: Future<Output = bool> + Send,
    {
        let (metrics, clock) = (self.metrics.clone(), self.clock.clone());
        metrics.begin_task(name);
        self.work.spawn(async move {
            let mut ticks = every(period, FIRST_RUN);
            loop {
                ticks.tick().await;
                let succeeded = run().await;
                metrics.count_task(name, succeeded, clock.now().timestamp());
            }
        });
    }

    /// The tasks, to add one that is not counted.
    pub(super) fn work(&mut self) -> &mut JoinSet<()> {
        &mut self.work
    }

    /// The tasks, which run until they are aborted.
    pub(super) fn into_work(self) -> JoinSet<()> {
        self.work
    }
}

/// Completes after `first` and then after every period.
pub(super) fn every(period: Duration, first: Duration) -> Interval {
    let mut ticks = interval_at(Instant::now() + first, period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
