//! The waiting jobs and the number of running ones.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::job::Job;
use crate::{ExecutorLimits, ExecutorLoad};

/// The queue of an executor. Its threads take jobs from it themselves: while jobs wait, a thread goes from one to the next without
/// being woken.
pub(crate) struct Queue {
    limits: ExecutorLimits,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of threads that work, each on one job. While it is below its limit, no job waits.
    running: usize,
    /// The waiting jobs in the order of their numbers.
    waiting: VecDeque<(u64, Box<dyn Job>)>,
    /// The number of the next job.
    next: u64,
}

/// A job that was accepted.
pub(crate) enum Accepted<'a> {
    /// The job has a slot: the caller runs [`Queue::work`] with it on a thread.
    Begins(Box<dyn Job>),
    /// The job waits for a thread that works already.
    Waits(Place<'a>),
}

/// The place of a waiting job. Dropping it takes the job out of the queue if it still waits.
pub(crate) struct Place<'a> {
    queue: &'a Queue,
    number: u64,
}

impl Queue {
    pub(crate) fn new(limits: ExecutorLimits) -> Self {
        Self { limits, state: Mutex::default() }
    }

    /// Accepts a job; `None` when running and waiting jobs are at their limits.
    pub(crate) fn accept(&self, job: Box<dyn Job>) -> Option<Accepted<'_>> {
        let mut state = self.state();
        if state.running < self.limits.running {
            state.running += 1;
            return Some(Accepted::Begins(job));
        }
        if state.waiting.len() >= self.limits.waiting {
            return None;
        }
        let number = state.next;
        state.next += 1;
        state.waiting.push_back((number, job));
        Some(Accepted::Waits(Place { queue: self, number }))
    }

    /// Runs a job, then those that wait. The slot is free before the caller of the last one gets its result.
    pub(crate) fn work(&self, first: Box<dyn Job>) {
        let mut next = Some(first);
        while let Some(mut job) = next {
            job.run();
            next = self.take();
            job.deliver();
        }
    }

    /// The running and waiting jobs.
    pub(crate) fn load(&self) -> ExecutorLoad {
        let state = self.state();
        ExecutorLoad { running: state.running, waiting: state.waiting.len() }
    }

    /// The first waiting job, for a thread that has ended one. Without one the thread gives up its slot.
    fn take(&self) -> Option<Box<dyn Job>> {
        let mut state = self.state();
        let first = state.waiting.pop_front();
        state.running -= usize::from(first.is_none());
        first.map(|(_, job)| job)
    }

    /// No job runs while the lock is held, so no panic can leave the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        let place = state.waiting.binary_search_by_key(&self.number, |(number, _)| *number);
        let cancelled = place.ok().and_then(|place| state.waiting.remove(place));
        drop(state);
        // Outside of the lock: it frees what the job holds.
        drop(cancelled);
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("limits", &self.limits).field("load", &self.load()).finish()
    }
}
