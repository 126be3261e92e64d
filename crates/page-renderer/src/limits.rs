//! How much a page may cost.

use std::time::Duration;

/// The most stack QuickJS checks for; beyond it the check would be off.
const MAX_STACK: usize = 8 << 20;

/// Limits of a page, and of the pages rendered at once.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of threads, at least one. Each has one runtime (about 3 MiB for a React app) from its first page on.
    pub threads: usize,
    /// Bytes a runtime may hold; a page that needs more fails.
    pub memory: usize,
    /// Bytes of stack a page may use, at most 8 MiB.
    pub stack: usize,
    /// The longest time from the request for a page to its answer, the time in the queue included.
    pub time: Duration,
    /// Number of pages that may wait for a thread, at least one; further ones are refused at once.
    pub queue: usize,
    /// Number of pages after which a runtime is replaced, so that leaks of the bundle are bounded.
    pub renders_per_runtime: u32,
    /// A thread drops its runtime after this time without a page.
    pub idle: Duration,
}

impl Limits {
    /// The same limits with those moved that cannot be kept.
    pub(crate) fn sane(self) -> Self {
        Self {
            threads: self.threads.max(1),
            queue: self.queue.max(1),
            stack: self.stack.clamp(64 << 10, MAX_STACK),
            renders_per_runtime: self.renders_per_runtime.max(1),
            ..self
        }
    }

    /// The stack of a thread that runs JavaScript: the limit, and the stack that the engine uses between two checks.
    pub(crate) fn thread_stack(&self) -> usize {
        self.stack + (4 << 20)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            threads: 2,
            memory: 64 << 20,
            stack: 2 << 20,
            time: Duration::from_secs(1),
            queue: 64,
            renders_per_runtime: 2_000,
            idle: Duration::from_secs(60),
        }
    }
}
