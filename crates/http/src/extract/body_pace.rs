//! How long a large body may take to arrive: slow connections are waited for, stalled ones are not (contract, Conventions).

use std::time::Duration;

use actix_web::http::StatusCode;
use tokio::time::{Instant, timeout_at};

use crate::response::problem::Problem;

/// The longest a body may take to begin (contract, Conventions: 15 s) …
const PATIENCE: Duration = Duration::from_secs(15);
/// … and how fast it has to come from then on, in bytes a second: what a bad mobile connection manages.
const SLOWEST: u64 = 32 * 1_024;

/// Keeps count of what was taken in, and of the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    begun: Instant,
    taken: usize,
}

impl Pace {
    /// A body begins to arrive.
    pub(crate) fn begin() -> Self {
        Self { begun: Instant::now(), taken: 0 }
    }

    /// So many bytes have arrived; answers how many it is in all.
    pub(crate) fn take(&mut self, bytes: usize) -> usize {
        self.taken = self.taken.saturating_add(bytes);
        self.taken
    }

    /// Waits for something until the body is too slow.
    ///
    /// # Errors
    /// 408 then.
    pub(crate) async fn in_time<T>(&self, wait: impl Future<Output = T>) -> Result<T, Problem> {
        let taken = u64::try_from(self.taken).unwrap_or(u64::MAX);
        let deadline = self.begun + PATIENCE + Duration::from_millis(taken.saturating_mul(1_000) / SLOWEST);
        timeout_at(deadline, wait).await.map_err(|_| too_slow())
    }
}

fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "request.too_slow", "The body took too long to arrive.")
}
