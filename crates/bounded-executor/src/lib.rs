//! Runs jobs that need a processor for themselves on threads of their own: a limited number at once, a limited number in the
//! queue. A job beyond both limits is refused at once.

mod job;
mod queue;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use self::job::Work;
use self::queue::{Accepted, Queue};

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
    queue: Arc<Queue>,
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
        Ok(Self { name, queue: Arc::new(Queue::new(limits)), threads: Some(threads.build()?) })
    }

    /// The jobs that run and wait now.
    #[must_use]
    pub fn load(&self) -> ExecutorLoad {
        self.queue.load()
    }

    /// Runs `job` when its turn comes. A caller that is cancelled while its job waits takes the job out of the queue. A job that
    /// has begun keeps its slot until it ends, even if its caller is cancelled, so that the limit holds.
    ///
    /// # Errors
    /// [`ExecutorError::QueueFull`] when running and waiting jobs are at their limits; [`ExecutorError::Failed`] when the job panicked.
    pub async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, ExecutorError> {
        // Only `drop` takes the threads, and it has the executor for itself.
        let threads = self.threads.as_ref().ok_or_else(|| self.failed("the threads have ended"))?;
        let (answer, answered) = oneshot::channel();
        let accepted = self.queue.accept(Box::new(Work::new(job, answer))).ok_or(ExecutorError::QueueFull(self.name))?;
        let _place = match accepted {
            Accepted::Begins(job) => {
                let queue = Arc::clone(&self.queue);
                threads.spawn_blocking(move || queue.work(job));
                None
            }
            Accepted::Waits(place) => Some(place),
        };
        let outcome = answered.await.map_err(|error| self.failed(error))?;
        outcome.map_err(|panic| self.failed(panic))
    }

    fn failed(&self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ExecutorError {
        ExecutorError::Failed { name: self.name, source: source.into() }
    }
}

#[cfg(test)]
mod tests;
