//! Limits of outcomes, such as failures: a request reserves one before its outcome is known, and gives it back where it had another.
//! Requests at once cannot try more than the limit, and those with another outcome count nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, Reference as _};

use super::{Caller, SWEEP_EVERY};

/// The failures of all callers.
pub(super) struct Failures<C: Clock> {
    /// The time in which one failure is forgotten.
    interval: Duration,
    /// The failures at once.
    burst: u32,
    since: C::Instant,
    callers: Mutex<Callers>,
}

#[derive(Default)]
struct Callers {
    /// When all failures of a caller are forgotten, counted from `since`.
    forgotten_at: HashMap<Caller, Duration>,
    checks: u32,
}

impl<C: Clock> Failures<C> {
    pub(super) fn new(interval: Duration, burst: u32, clock: &C) -> Self {
        Self { interval, burst, since: clock.now(), callers: Mutex::default() }
    }

    /// Counts a failure, or answers the time until one is forgotten.
    fn add(&self, caller: Caller, now: &C::Instant) -> Result<(), Duration> {
        let now: Duration = now.duration_since(self.since).into();
        let mut callers = self.callers();
        callers.forget_old(now);
        let at = callers.forgotten_at.entry(caller).or_default();
        let next = (*at).max(now).saturating_add(self.interval);
        let room = self.interval.saturating_mul(self.burst);
        match next.saturating_sub(now).checked_sub(room) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => {
                *at = next;
                Ok(())
            }
        }
    }

    fn take_back(&self, caller: Caller) {
        if let Some(at) = self.callers().forgotten_at.get_mut(&caller) {
            *at = at.saturating_sub(self.interval);
        }
    }

    fn callers(&self) -> MutexGuard<'_, Callers> {
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Callers {
    /// Every [`SWEEP_EVERY`] checks, callers without failures are forgotten, which bounds the memory.
    fn forget_old(&mut self, now: Duration) {
        self.checks = (self.checks + 1) % SWEEP_EVERY;
        if self.checks == 0 {
            self.forgotten_at.retain(|_, at| *at > now);
        }
    }
}

/// An outcome that may happen. Dropped, it did not.
pub struct Reserved(Option<Box<dyn FnOnce() + Send>>);

impl Reserved {
    /// Nothing is counted: the limits are turned off, or nothing is tried.
    #[must_use]
    pub const fn nothing() -> Self {
        Self(None)
    }

    pub(super) fn of<C: Clock + 'static>(failures: &Arc<Failures<C>>, caller: Caller, clock: &C) -> Result<Self, Duration>
    where
        C::Instant: Send + Sync,
    {
        failures.add(caller, &clock.now())?;
        let failures = failures.clone();
        Ok(Self(Some(Box::new(move || failures.take_back(caller)))))
    }

    /// It happened, and counts.
    pub fn count(mut self) {
        self.0 = None;
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if let Some(take_back) = self.0.take() {
            take_back();
        }
    }
}
