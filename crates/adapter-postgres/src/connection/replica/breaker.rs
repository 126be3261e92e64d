//! Leaves a replica alone for a while after a failure, so that it costs one read a wait and not each.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The pause after a failure. One read every 5 s that meets a slow replica is a small share of all.
const PAUSE: Duration = Duration::from_secs(5);

/// Closed at first; open for [`PAUSE`] after each failure.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The end of the pause.
    until: Option<Instant>,
    /// Whether nothing succeeded since the last failure.
    is_failing: bool,
}

impl Breaker {
    /// Whether the replica may be tried. After a pause one caller may, and the others once it succeeded.
    pub(super) fn allows(&self) -> bool {
        let mut state = self.state();
        match state.until {
            Some(until) if Instant::now() < until => false,
            Some(_) => {
                state.until = Some(Instant::now() + PAUSE);
                true
            }
            None => true,
        }
    }

    /// Notes a failure. Answers whether it is the first since a success.
    pub(super) fn failed(&self) -> bool {
        let mut state = self.state();
        state.until = Some(Instant::now() + PAUSE);
        !std::mem::replace(&mut state.is_failing, true)
    }

    /// Notes a success. Answers whether it is the first since a failure.
    pub(super) fn succeeded(&self) -> bool {
        let mut state = self.state();
        state.until = None;
        std::mem::replace(&mut state.is_failing, false)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_failure_nobody_waits_for_the_replica_until_it_is_tried_again() {
        let breaker = Breaker::default();
        assert!(breaker.allows() && breaker.allows());
        assert!(breaker.failed() && !breaker.failed());
        assert!(!breaker.allows());
        breaker.state().until = Some(Instant::now());
        // One caller tries.
        assert!(breaker.allows() && !breaker.allows());
        assert!(breaker.succeeded() && !breaker.succeeded());
        assert!(breaker.allows() && breaker.allows());
    }
}
