//! The pace of the calls: at most 10 in any 10 seconds. `PayHere` allows 20 (contract-commerce, section 2); a second instance of the
//! shop that starts meanwhile fits in too.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until, timeout};

use crate::call_error::CallError;

/// The number of calls in a window.
const CALLS: usize = 10;
/// The length of a window.
const WINDOW: Duration = Duration::from_secs(10);

/// Lets calls through in the order in which they come.
#[derive(Default)]
pub(crate) struct Pace {
    /// The times of the last calls, the oldest first.
    recent: Mutex<VecDeque<Instant>>,
}

impl Pace {
    /// Waits for a place.
    ///
    /// # Errors
    /// [`CallError::Busy`] when there is none within `patience`.
    pub(crate) async fn turn(&self, patience: Duration) -> Result<(), CallError> {
        timeout(patience, self.wait()).await.map_err(|_| CallError::Busy)
    }

    async fn wait(&self) {
        // The lock is fair, and is held while the first of the queue sleeps.
        let mut recent = self.recent.lock().await;
        if recent.len() >= CALLS
            && let Some(oldest) = recent.front()
        {
            sleep_until(*oldest + WINDOW).await;
            recent.pop_front();
        }
        recent.push_back(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn no_window_has_more_than_ten_calls() {
        let pace = Arc::new(Pace::default());
        let patience = Duration::from_secs(60);
        let calls: Vec<_> = (0..35)
            .map(|_| {
                tokio::spawn({
                    let pace = Arc::clone(&pace);
                    async move { pace.turn(patience).await.map(|()| Instant::now()) }
                })
            })
            .collect();
        let mut times = Vec::new();
        for call in calls {
            times.push(call.await.unwrap().unwrap());
        }
        times.sort();
        assert!(times.windows(11).all(|window| window[10] - window[0] >= WINDOW), "{times:?}");
        assert!(times[34] - times[0] < Duration::from_secs(31), "and none waits longer than it must");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_gives_up_takes_no_place() {
        let pace = Pace::default();
        for _ in 0..10 {
            pace.turn(Duration::from_secs(1)).await.unwrap();
        }
        for _ in 0..5 {
            assert!(matches!(pace.turn(Duration::from_secs(1)).await, Err(CallError::Busy)));
        }
        let before = Instant::now();
        for _ in 0..10 {
            pace.turn(Duration::from_secs(60)).await.unwrap();
        }
        assert!(before.elapsed() <= Duration::from_secs(6), "{:?}", before.elapsed());
    }
}
