//! A gate before work that needs a processor for itself: a few at a time, a few more in line, the rest turned away.

use std::sync::Arc;

use domain::ports::PortError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

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

/// There was no more room in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords wait to be hashed")]
struct GateFull;

/// Runs jobs on tokio's blocking threads within [`GateLimits`], first come, first served.
#[derive(Debug)]
pub(crate) struct Gate {
    /// One ticket for everybody who runs or waits.
    tickets: Arc<Semaphore>,
    /// One slot for everybody who runs.
    slots: Arc<Semaphore>,
}

impl Gate {
    /// An open gate. Limits of 0 running are taken as 1, or nothing would ever pass.
    pub(crate) fn new(limits: GateLimits) -> Self {
        let running = limits.running.max(1);
        let tickets = running.saturating_add(limits.waiting).min(Semaphore::MAX_PERMITS);
        Self { tickets: Arc::new(Semaphore::new(tickets)), slots: Arc::new(Semaphore::new(running.min(Semaphore::MAX_PERMITS))) }
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
        spawn_blocking(move || {
            let answer = job();
            drop(held);
            answer
        })
        .await
        .map_err(PortError::internal)
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
        let gate = Gate::new(GateLimits { running: 1, waiting: 1 });
        let (job, stop) = endless();
        let mut running = pin!(gate.run(job));
        assert!(poll!(&mut running).is_pending());
        let mut waiting = pin!(gate.run(|| "ran too"));
        assert!(poll!(&mut waiting).is_pending());

        let refused = gate.run(|| "never").await.unwrap_err();
        assert!(refused.is_unavailable());

        drop(stop);
        assert_eq!(running.await.unwrap(), "ran");
        assert_eq!(waiting.await.unwrap(), "ran too");
        assert_eq!(gate.run(|| "open again").await.unwrap(), "open again");
    }

    #[tokio::test]
    async fn who_leaves_the_line_makes_room() {
        let gate = Gate::new(GateLimits { running: 1, waiting: 1 });
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
        let gate = Gate::new(GateLimits { running: 1, waiting: 0 });
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
        let gate = Gate::new(GateLimits { running: 1, waiting: 0 });
        let broken = gate.run(|| assert_eq!(1, 2, "on purpose")).await.unwrap_err();
        assert!(!broken.is_unavailable());
        assert_eq!(gate.run(|| "still works").await.unwrap(), "still works");
    }

    #[tokio::test]
    async fn a_gate_of_nothing_still_lets_one_through() {
        let gate = Gate::new(GateLimits { running: 0, waiting: 0 });
        assert_eq!(gate.run(|| 7).await.unwrap(), 7);
    }
}
