//! The place of one thread, as others see it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The state of a thread. A thread that does not return is abandoned: another takes its place, and it ends if it ever returns.
#[derive(Debug, Default)]
pub(crate) struct WorkerSlot {
    busy_until: Mutex<Option<Instant>>,
    given_up: AtomicBool,
}

impl WorkerSlot {
    /// The thread begins a page that is due at `due`.
    pub(crate) fn begin(&self, due: Instant) {
        *self.lock() = Some(due);
    }

    /// The thread is done with its page.
    pub(crate) fn end(&self) {
        *self.lock() = None;
    }

    /// Whether the page was due before `moment` and the thread is still at it.
    pub(crate) fn overdue(&self, moment: Instant) -> bool {
        self.lock().is_some_and(|due| due < moment)
    }

    pub(crate) fn give_up(&self) {
        self.given_up.store(true, Ordering::Release);
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Acquire)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.busy_until.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
