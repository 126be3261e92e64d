//! A gate before picture work: a few at a time, a few more in line, the rest turned away.

use std::sync::Arc;
use std::thread;

use domain::shared::ports::PortError;
use tokio::sync::{Semaphore, oneshot};

use crate::memory;

/// How many pictures are worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateLimits {
    /// So many at once, each on a thread of its own and with up to about 500 MB of memory.
    pub running: usize,
    /// So many more may wait for their turn.
    pub waiting: usize,
}

impl GateLimits {
    /// A picture for every two processors, so that the others keep serving, as long as all of them together take no more than
    /// a quarter of the memory; and eight more for each in line.
    #[must_use]
    pub fn for_this_machine() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let running = running(processors, memory::of_this_machine());
        Self { running, waiting: running.saturating_mul(8) }
    }
}

/// What a picture takes at most while it is worked on, in bytes.
const PICTURE: u64 = 500 << 20;

fn running(processors: usize, memory: Option<u64>) -> usize {
    let by_memory = memory.map_or(1, |memory| usize::try_from(memory / 4 / PICTURE).unwrap_or(usize::MAX));
    processors.div_ceil(2).min(by_memory).max(1)
}

/// There was no more room in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many pictures wait to be worked on")]
struct GateFull;

/// Runs jobs within [`GateLimits`], first come, first served, each on a thread that ends with it: the server's blocking
/// threads grow to dozens and stay, and the allocator keeps what a picture took for each.
#[derive(Debug)]
pub(crate) struct Gate {
    /// One ticket for everybody who runs or waits.
    tickets: Arc<Semaphore>,
    /// One slot for everybody who runs.
    slots: Arc<Semaphore>,
}

impl Gate {
    /// An open gate that lets at least one job through.
    pub(crate) fn new(limits: GateLimits) -> Self {
        let running = limits.running.clamp(1, Semaphore::MAX_PERMITS);
        let tickets = running.saturating_add(limits.waiting).min(Semaphore::MAX_PERMITS);
        Self { tickets: Arc::new(Semaphore::new(tickets)), slots: Arc::new(Semaphore::new(running)) }
    }

    /// Runs a job when its turn comes. A job that has begun keeps its slot to the end, whoever waits for it.
    ///
    /// # Errors
    /// Unavailable when there is no room in line; internal when the job panicked.
    pub(crate) async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, PortError> {
        let ticket = Arc::clone(&self.tickets).try_acquire_owned().map_err(|_| PortError::unavailable(GateFull))?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(PortError::internal)?;
        let (tell, told) = oneshot::channel();
        let work = move || {
            let answer = job();
            drop((ticket, slot));
            // Whoever waited may have gone.
            drop(tell.send(answer));
        };
        thread::Builder::new().name("pictures".to_owned()).spawn(work).map_err(PortError::internal)?;
        // A job that panics tells nothing, and its ticket and slot are free again.
        told.await.map_err(PortError::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::mpsc;

    use futures_util::poll;

    use super::*;

    #[test]
    fn as_many_as_processors_and_memory_allow() {
        const GIB: u64 = 1 << 30;
        for (processors, memory, at_once) in
            [(1, 64 * GIB, 1), (2, 24 * GIB, 1), (8, 24 * GIB, 4), (16, 2 * GIB, 1), (16, 8 * GIB, 4), (64, 8 * GIB, 4), (8, GIB / 4, 1)]
        {
            assert_eq!(running(processors, Some(memory)), at_once, "{processors} processors, {memory} bytes");
        }
        assert_eq!(running(16, None), 1);
    }

    #[tokio::test]
    async fn runs_a_few_keeps_a_few_in_line_and_turns_the_rest_away() {
        let gate = Gate::new(GateLimits { running: 1, waiting: 1 });
        let (stop, stopped) = mpsc::channel::<()>();
        let mut running = pin!(gate.run(move || stopped.recv().is_err()));
        assert!(poll!(&mut running).is_pending());
        let mut waiting = pin!(gate.run(|| "second"));
        assert!(poll!(&mut waiting).is_pending());
        assert!(gate.run(|| "third").await.unwrap_err().is_unavailable());
        drop(stop);
        assert!(running.await.unwrap());
        assert_eq!(waiting.await.unwrap(), "second");
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_frees_the_slot() {
        let gate = Gate::new(GateLimits { running: 0, waiting: 0 });
        assert!(!gate.run(|| assert_eq!(1, 2, "on purpose")).await.unwrap_err().is_unavailable());
        assert_eq!(gate.run(|| "still works").await.unwrap(), "still works");
    }
}
