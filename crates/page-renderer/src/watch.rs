//! The limits of a running page: its deadline and its memory.

use std::cell::Cell;
use std::time::Instant;

use crate::error::RenderError;

/// Shared by a runtime's allocator, which counts, and its interrupt handler, which stops the page. One thread only.
#[derive(Debug)]
pub(crate) struct Watch {
    deadline: Cell<Instant>,
    memory_limit: usize,
    memory_used: Cell<usize>,
    tripped: Cell<Option<Trip>>,
}

/// Why the page was stopped.
#[derive(Clone, Copy, Debug)]
enum Trip {
    Deadline,
    Memory,
}

impl Watch {
    pub(crate) fn new(memory_limit: usize, deadline: Instant) -> Self {
        Self { deadline: Cell::new(deadline), memory_limit, memory_used: Cell::new(0), tripped: Cell::new(None) }
    }

    /// Starts again with another deadline.
    pub(crate) fn restart(&self, deadline: Instant) {
        self.deadline.set(deadline);
        self.tripped.set(None);
    }

    /// Whether the engine must stop; it asks every few thousand steps.
    pub(crate) fn must_stop(&self) -> bool {
        if self.memory_used.get() > self.memory_limit {
            self.trip(Trip::Memory);
        } else if Instant::now() >= self.deadline.get() {
            self.trip(Trip::Deadline);
        }
        self.tripped.get().is_some()
    }

    /// Why it was stopped, if it was.
    pub(crate) fn verdict(&self) -> Option<RenderError> {
        self.tripped.get().map(|trip| match trip {
            Trip::Deadline => RenderError::TimedOut,
            Trip::Memory => RenderError::OutOfMemory,
        })
    }

    /// Whether `more` bytes on top would be too much.
    pub(crate) fn would_pass(&self, more: usize) -> bool {
        self.memory_used.get().saturating_add(more) > self.memory_limit
    }

    /// An allocation was refused.
    pub(crate) fn refuse(&self) {
        self.trip(Trip::Memory);
    }

    pub(crate) fn allocated(&self, bytes: usize) {
        self.memory_used.set(self.memory_used.get().saturating_add(bytes));
    }

    pub(crate) fn freed(&self, bytes: usize) {
        self.memory_used.set(self.memory_used.get().saturating_sub(bytes));
    }

    /// The first reason counts.
    fn trip(&self, trip: Trip) {
        if self.tripped.get().is_none() {
            self.tripped.set(Some(trip));
        }
    }
}
