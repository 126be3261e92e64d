//! How often pages were rendered and why not.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{FailureKind, RenderError};

/// Counts since the start, at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderCounts {
    pub rendered: u64,
    /// Pages that failed, by kind; every kind is there.
    pub failed: Vec<(FailureKind, u64)>,
    /// Runtimes started, the first ones of the threads included.
    pub runtimes_started: u64,
    /// Pages that wait for a thread now.
    pub queued: usize,
}

impl RenderCounts {
    /// Pages that failed in this way.
    #[must_use]
    pub fn failed_by(&self, kind: FailureKind) -> u64 {
        self.failed.iter().find(|(k, _)| *k == kind).map_or(0, |(_, count)| *count)
    }
}

#[derive(Debug)]
pub(crate) struct Counters {
    rendered: AtomicU64,
    failed: [(FailureKind, AtomicU64); FailureKind::ALL.len()],
    runtimes_started: AtomicU64,
}

impl Counters {
    pub(crate) fn new() -> Self {
        let failed = FailureKind::ALL.map(|kind| (kind, AtomicU64::new(0)));
        Self { rendered: AtomicU64::new(0), failed, runtimes_started: AtomicU64::new(0) }
    }

    pub(crate) fn note<T>(&self, answer: &Result<T, RenderError>) {
        match answer {
            Ok(_) => add_one(&self.rendered),
            Err(error) => self.failed.iter().filter(|(kind, _)| *kind == error.kind()).for_each(|(_, count)| add_one(count)),
        }
    }

    /// Counts a runtime that was started.
    pub(crate) fn note_runtime(&self) {
        add_one(&self.runtimes_started);
    }

    /// The counts, with the number of pages that wait for a thread.
    pub(crate) fn read(&self, queued: usize) -> RenderCounts {
        RenderCounts {
            rendered: self.rendered.load(Ordering::Relaxed),
            failed: self.failed.iter().map(|(kind, count)| (*kind, count.load(Ordering::Relaxed))).collect(),
            runtimes_started: self.runtimes_started.load(Ordering::Relaxed),
            queued,
        }
    }
}

fn add_one(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}
