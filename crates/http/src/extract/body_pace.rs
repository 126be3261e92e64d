//! The minimum speed of a large body: slow connections are served, stalled ones are not (contract, Conventions).

use std::time::Duration;

use actix_web::http::StatusCode;
use tokio::time::{Instant, timeout_at};

use crate::response::problem::Problem;

/// The allowance at the beginning (contract, Conventions: 15 s) …
const PATIENCE: Duration = Duration::from_secs(15);
/// … and the minimum speed from then on, in bytes per second: that of a bad mobile connection.
const SLOWEST: u64 = 32 * 1_024;

/// The bytes received, and the time since the beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    begun: Instant,
    taken: usize,
}

impl Pace {
    /// Starts the clock.
    pub(crate) fn begin() -> Self {
        Self { begun: Instant::now(), taken: 0 }
    }

    /// Counts received bytes and returns their sum.
    pub(crate) fn take(&mut self, bytes: usize) -> usize {
        self.taken = self.taken.saturating_add(bytes);
        self.taken
    }

    /// Waits for `wait`, at most until the body is below its minimum speed.
    ///
    /// # Errors
    /// 408 if it is.
    pub(crate) async fn in_time<T>(&self, wait: impl Future<Output = T>) -> Result<T, Problem> {
        let taken = u64::try_from(self.taken).unwrap_or(u64::MAX);
        let deadline = self.begun + PATIENCE + Duration::from_millis(taken.saturating_mul(1_000) / SLOWEST);
        timeout_at(deadline, wait).await.map_err(|_| too_slow())
    }
}

pub(crate) fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "request.too_slow", "The body took too long to arrive.")
}
