//! Background work: it continues after the answer, and the process waits a few seconds for it before it ends.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

/// The most tasks at once. Further ones are dropped: only an attack causes that many.
const ROOM: usize = 1_000;

/// Background work on the runtime that created this value: the process's own, because the runtimes of the server's workers end
/// with the server.
#[derive(Clone, Debug)]
pub struct Background {
    tracker: TaskTracker,
    runtime: Option<Handle>,
    room: Arc<Semaphore>,
}

impl Default for Background {
    fn default() -> Self {
        Self { tracker: TaskTracker::new(), runtime: Handle::try_current().ok(), room: Arc::new(Semaphore::new(ROOM)) }
    }
}

impl Background {
    /// Starts a task and does not wait for it.
    pub fn run(&self, what: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let (Ok(place), Some(runtime)) = (Arc::clone(&self.room).try_acquire_owned(), &self.runtime) else {
            tracing::error!(what, "there is no room for more work in the background");
            return;
        };
        self.tracker.spawn_on(
            async move {
                work.await;
                drop(place);
            },
            runtime,
        );
    }

    /// Waits until all tasks have ended, at most for `patience`.
    pub async fn finish(&self, patience: Duration) {
        self.tracker.close();
        if tokio::time::timeout(patience, self.tracker.wait()).await.is_err() {
            tracing::warn!(unfinished = self.tracker.len(), "work in the background was broken off");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn what_was_begun_is_finished_before_the_end() {
        let background = Background::default();
        let done = Arc::new(AtomicUsize::new(0));
        for _ in 0..10 {
            let done = Arc::clone(&done);
            background.run("count", async move {
                tokio::task::yield_now().await;
                done.fetch_add(1, Ordering::Relaxed);
            });
        }
        background.finish(Duration::from_secs(60)).await;
        assert_eq!(done.load(Ordering::Relaxed), 10);
    }

    #[tokio::test]
    async fn patience_ends_and_so_does_room() {
        let background = Background::default();
        for _ in 0..=ROOM {
            background.run("wait for ever", std::future::pending());
        }
        assert_eq!(background.tracker.len(), ROOM);
        background.finish(Duration::ZERO).await;
    }
}
