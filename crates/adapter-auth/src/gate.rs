//! A gate before work that needs a processor for itself: a few at a time, a few more in line, the rest turned away.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use domain::shared::ports::PortError;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many jobs a gate lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateLimits {
    /// So many run at once, each on a thread of its own.
    pub running: usize,
    /// So many more may wait for their turn.
    pub waiting: usize,
}

impl GateLimits {
    /// One job per processor, and 32 more per processor in line: with the default hash well under a second's work.
    #[must_use]
    pub fn for_this_machine() -> Self {
        let running = std::thread::available_parallelism().map_or(2, usize::from);
        Self { running, waiting: running.saturating_mul(32) }
    }
}

/// How many jobs there are at a gate, at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateLoad {
    /// So many run.
    pub running: usize,
    /// So many wait for their turn.
    pub waiting: usize,
}

/// How long a thread waits for its next job; then it ends, and what it kept for jobs goes with it.
const KEPT_THREAD: Duration = Duration::from_secs(10);

/// There was no more room in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords wait to be hashed")]
struct GateFull;

/// Runs jobs within [`GateLimits`], first come, first served, on threads of its own. There are no more of them than jobs that
/// run: the server's blocking threads grow to dozens, and the allocator keeps the memory of a hash for each.
#[derive(Debug)]
pub(crate) struct Gate {
    /// One ticket for everybody who runs or waits.
    tickets: Arc<Semaphore>,
    /// One slot for everybody who runs.
    slots: Arc<Semaphore>,
    room: GateLimits,
    /// Runs nothing but jobs; there until the gate is dropped.
    threads: Option<Runtime>,
}

impl Drop for Gate {
    /// Does not wait for jobs that run.
    fn drop(&mut self) {
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

/// The gate's threads are gone, which happens to nobody who still has a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the threads that hash passwords have ended")]
struct GateClosed;

impl Gate {
    /// An open gate. Limits of 0 running are taken as 1, or nothing would ever pass.
    ///
    /// # Errors
    /// When the system refuses what threads need.
    pub(crate) fn new(limits: GateLimits) -> io::Result<Self> {
        let running = limits.running.max(1);
        let tickets = running.saturating_add(limits.waiting).min(Semaphore::MAX_PERMITS);
        let running = running.min(Semaphore::MAX_PERMITS);
        let room = GateLimits { running, waiting: tickets - running };
        let mut threads = Builder::new_current_thread();
        threads.thread_name("passwords").max_blocking_threads(running).thread_keep_alive(KEPT_THREAD);
        Ok(Self {
            tickets: Arc::new(Semaphore::new(tickets)),
            slots: Arc::new(Semaphore::new(running)),
            room,
            threads: Some(threads.build()?),
        })
    }

    /// How many run and wait now.
    pub(crate) fn load(&self) -> GateLoad {
        let running = self.room.running.saturating_sub(self.slots.available_permits());
        let inside = (self.room.running + self.room.waiting).saturating_sub(self.tickets.available_permits());
        GateLoad { running, waiting: inside.saturating_sub(running) }
    }

    /// Runs a job when its turn comes. A caller who goes away while waiting leaves the line; a job that has begun
    /// keeps its slot to the end, whoever waits for it, so that the limit holds.
    ///
    /// # Errors
    /// Unavailable when there is no room in line; internal when the job panicked.
    pub(crate) async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, PortError> {
        let ticket = Arc::clone(&self.tickets).try_acquire_owned().map_err(|_| PortError::unavailable(GateFull))?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(PortError::internal)?;
        let held: (OwnedSemaphorePermit, OwnedSemaphorePermit) = (ticket, slot);
        let threads = self.threads.as_ref().ok_or_else(|| PortError::internal(GateClosed))?;
        let running = threads.spawn_blocking(move || {
            let answer = job();
            drop(held);
            answer
        });
        running.await.map_err(PortError::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::mpsc;
    use std::task::Poll;

    use futures_util::poll;

    use super::*;

    /// A job that runs until told to stop, and what stops it.
    fn endless() -> (impl FnOnce() -> &'static str + Send + 'static, mpsc::Sender<()>) {
        let (stop, stopped) = mpsc::channel::<()>();
        let job = move || {
            let _ = stopped.recv();
            "ran"
        };
        (job, stop)
    }

    #[tokio::test]
    async fn runs_a_few_keeps_a_few_in_line_and_turns_the_rest_away() {
        let gate = Gate::new(GateLimits { running: 1, waiting: 1 }).unwrap();
        let (job, stop) = endless();
        let mut running = pin!(gate.run(job));
        assert!(poll!(&mut running).is_pending());
        let mut waiting = pin!(gate.run(|| "ran too"));
        assert!(poll!(&mut waiting).is_pending());
        assert_eq!(gate.load(), GateLoad { running: 1, waiting: 1 });

        let refused = gate.run(|| "never").await.unwrap_err();
        assert!(refused.is_unavailable());

        drop(stop);
        assert_eq!(running.await.unwrap(), "ran");
        assert_eq!(waiting.await.unwrap(), "ran too");
        assert_eq!(gate.run(|| "open again").await.unwrap(), "open again");
        assert_eq!(gate.load(), GateLoad { running: 0, waiting: 0 });
    }

    #[tokio::test]
    async fn who_leaves_the_line_makes_room() {
        let gate = Gate::new(GateLimits { running: 1, waiting: 1 }).unwrap();
        let (job, stop) = endless();
        let mut running = pin!(gate.run(job));
        assert!(poll!(&mut running).is_pending());
        {
            let mut gone = Box::pin(gate.run(|| "gone"));
            assert!(poll!(&mut gone).is_pending());
        }
        let mut next = pin!(gate.run(|| "next"));
        assert!(matches!(poll!(&mut next), Poll::Pending), "there is room in line again");
        drop(stop);
        assert_eq!(next.await.unwrap(), "next");
    }

    #[tokio::test]
    async fn a_job_that_has_begun_keeps_its_slot_when_nobody_waits_for_it() {
        let gate = Gate::new(GateLimits { running: 1, waiting: 0 }).unwrap();
        let (job, stop) = endless();
        {
            let mut abandoned = Box::pin(gate.run(job));
            assert!(poll!(&mut abandoned).is_pending());
        }
        assert!(gate.run(|| "too early").await.unwrap_err().is_unavailable());
        drop(stop);
        while gate.tickets.available_permits() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(gate.run(|| "now").await.unwrap(), "now");
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_frees_the_slot() {
        let gate = Gate::new(GateLimits { running: 1, waiting: 0 }).unwrap();
        let broken = gate.run(|| assert_eq!(1, 2, "on purpose")).await.unwrap_err();
        assert!(!broken.is_unavailable());
        assert_eq!(gate.run(|| "still works").await.unwrap(), "still works");
    }

    #[tokio::test]
    async fn a_gate_of_nothing_still_lets_one_through() {
        let gate = Gate::new(GateLimits { running: 0, waiting: 0 }).unwrap();
        assert_eq!(gate.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn there_are_no_more_threads_than_jobs_that_run() {
        let gate = Gate::new(GateLimits { running: 2, waiting: 100 }).unwrap();
        let jobs = (0..100).map(|_| gate.run(|| std::thread::current().id()));
        let threads = futures_util::future::try_join_all(jobs).await.unwrap();
        let threads: std::collections::HashSet<_> = threads.into_iter().collect();
        assert!(threads.len() <= 2, "{} threads", threads.len());
    }
}
