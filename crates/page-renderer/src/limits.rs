//! How much a page may cost.

use std::time::Duration;

/// The most stack QuickJS checks for; beyond it the check would be off.
const MAX_STACK: usize = 8 << 20;

/// How much a page may cost, and how many are rendered at once.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Threads that render, at least one; each holds one runtime (about 3 MiB for a React app) from its first page on.
    pub threads: usize,
    /// Bytes a runtime may hold; a page that needs more fails.
    pub memory: usize,
    /// Bytes of stack a page may use, at most 8 MiB.
    pub stack: usize,
    /// The longest a page may take from being asked for, its time in the queue included.
    pub time: Duration,
    /// Pages that may wait for a thread, at least one; more are refused at once.
    pub queue: usize,
    /// Pages a runtime renders before a fresh one takes over, so that nothing piles up.
    pub renders_per_runtime: u32,
    /// A thread that had no page for so long lets its runtime go.
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

    /// The stack of a thread that runs JavaScript: what the engine uses between two checks comes on top.
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
