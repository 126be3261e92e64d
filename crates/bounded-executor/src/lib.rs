//! Runs jobs that need a processor for themselves on threads of their own: a limited number at once, a limited number in the
//! queue. A job beyond both limits is refused at once.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

/// How many jobs an executor accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecutorLimits {
    /// The number of jobs that run at once, each on a thread of its own. 0 counts as 1.
    pub running: usize,
    /// The number of jobs that may wait in the queue.
    pub waiting: usize,
}

/// The jobs of an executor at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecutorLoad {
    /// The number of running jobs.
    pub running: usize,
    /// The number of waiting jobs.
    pub waiting: usize,
}

/// Why a job has no result.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// The queue was full; the job did not begin.
    #[error("the queue of '{0}' is full")]
    QueueFull(&'static str),
    #[error("a job of '{name}' failed")]
    Failed {
        /// The name of the executor.
        name: &'static str,
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Runs jobs within [`ExecutorLimits`], first in, first out. Its threads are not tokio's shared blocking threads: these grow to
/// dozens, and the allocator keeps memory for each of them.
#[derive(Debug)]
pub struct BoundedExecutor {
    name: &'static str,
    limits: ExecutorLimits,
    /// One permit for each job that may run or wait.
    places: Arc<Semaphore>,
    /// One permit for each job that may run.
    slots: Arc<Semaphore>,
    /// Runs only these jobs; `None` while the executor is dropped.
    threads: Option<Runtime>,
}

impl Drop for BoundedExecutor {
    /// Does not wait for running jobs.
    fn drop(&mut self) {
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

impl BoundedExecutor {
    /// An executor whose threads have this `name`, and end after `keep_alive` without a job.
    ///
    /// # Errors
    /// The system's error when the runtime of the threads cannot be created.
    pub fn new(name: &'static str, limits: ExecutorLimits, keep_alive: Duration) -> io::Result<Self> {
        let limits = ExecutorLimits { running: limits.running.max(1), ..limits };
        let mut threads = Builder::new_current_thread();
        threads.thread_name(name).max_blocking_threads(limits.running).thread_keep_alive(keep_alive);
        let places = Arc::new(Semaphore::new(limits.running.saturating_add(limits.waiting)));
        let slots = Arc::new(Semaphore::new(limits.running));
        Ok(Self { name, limits, places, slots, threads: Some(threads.build()?) })
    }

    /// The jobs that run and wait now.
    #[must_use]
    pub fn load(&self) -> ExecutorLoad {
        let ExecutorLimits { running, waiting } = self.limits;
        let accepted = running.saturating_add(waiting).saturating_sub(self.places.available_permits());
        let running = running.saturating_sub(self.slots.available_permits());
        ExecutorLoad { running, waiting: accepted.saturating_sub(running) }
    }

    /// Runs `job` when its turn comes. A caller that is cancelled while its job waits takes the job out of the queue. A job that
    /// has begun keeps its slot until it ends, even if its caller is cancelled, so that the limit holds.
    ///
    /// # Errors
    /// [`ExecutorError::QueueFull`] when running and waiting jobs are at their limits; [`ExecutorError::Failed`] when the job panicked.
    pub async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, ExecutorError> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| ExecutorError::QueueFull(self.name))?;
        let slot = self.slots.clone().acquire_owned().await.map_err(|error| self.failed(error))?;
        // Only `drop` takes the threads, and it has the executor for itself.
        let threads = self.threads.as_ref().ok_or_else(|| self.failed("the threads have ended"))?;
        let work = move || {
            let _held = (place, slot);
            job()
        };
        threads.spawn_blocking(work).await.map_err(|error| self.failed(error))
    }

    fn failed(&self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ExecutorError {
        ExecutorError::Failed { name: self.name, source: source.into() }
    }
}

#[cfg(test)]
mod tests;
