//! How the shop looks from outside: somebody looks at their orders twenty times a second and notes what they got, and when.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::Client;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::accounts::Person;
use crate::answer::ask;

/// The longest anybody may wait to hear that the database is away.
pub(crate) const PROMISE: Duration = Duration::from_secs(2);

/// The longest that coming back may take.
const RECOVERY: Duration = Duration::from_secs(45);

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// One look.
#[derive(Clone, Debug)]
struct Look {
    begun: Instant,
    took: Duration,
    /// The status, or why there was none.
    got: Result<u16, String>,
}

/// Somebody who looks all the time.
pub(crate) struct Probe {
    looks: Arc<Mutex<Vec<Look>>>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Probe {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Probe {
    /// Begins to look at a place, as two people so that one who waits does not hide what the other sees.
    pub(crate) fn start(client: &Client, place: &str, who: &Person) -> Self {
        let looks = Arc::new(Mutex::new(Vec::new()));
        let tasks = (0..2).map(|_| {
            let (looks, client, url, token) = (looks.clone(), client.clone(), format!("{place}/api/orders?limit=1"), who.token.clone());
            tokio::spawn(async move {
                loop {
                    let begun = Instant::now();
                    let got = ask(client.get(&url).bearer_auth(&token)).await.map(|answer| answer.status);
                    looks.lock().expect("nobody panicked").push(Look { begun, took: begun.elapsed(), got });
                    sleep(PAUSE).await;
                }
            })
        });
        Self { tasks: tasks.collect(), looks }
    }

    fn seen(&self, wanted: impl Fn(&Look) -> bool) -> Vec<Look> {
        self.looks.lock().expect("nobody panicked").iter().filter(|look| wanted(look)).cloned().collect()
    }

    /// What was seen since a moment: 503 or what was asked for, and all of it in time. Answers the slowest.
    ///
    /// # Panics
    /// When anything else was seen, or no 503 at all.
    pub(crate) fn was_refused_in_time(&self, since: Instant) -> Duration {
        let looks = self.seen(|look| look.begun + look.took >= since);
        for look in &looks {
            assert!(matches!(look.got, Ok(200 | 503)), "seen while the database was away: {look:?}");
            assert!(look.took <= PROMISE, "somebody waited {:?} to hear that the database is away", look.took);
        }
        let refused = looks.iter().filter(|look| look.got == Ok(503)).map(|look| look.took);
        refused.max().expect("the database was away, and nobody was told")
    }

    /// Waits until a look that was begun after a moment is answered as it should be; how long after.
    ///
    /// # Panics
    /// When that takes too long.
    pub(crate) async fn recovery(&self, since: Instant) -> Duration {
        loop {
            let well = self.seen(|look| look.begun >= since && look.got == Ok(200));
            if let Some(back) = well.iter().map(|look| look.begun + look.took - since).min() {
                return back;
            }
            assert!(since.elapsed() < RECOVERY, "the shop does not come back: {:?}", self.seen(|_| true).last());
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// How many looks since a moment got what they asked for.
    pub(crate) fn successes(&self, since: Instant) -> usize {
        self.seen(|look| look.begun >= since && look.got == Ok(200)).len()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    fn seen(looks: &[(u64, Result<u16, &str>)]) -> Probe {
        let begun = Instant::now();
        let look =
            |(took, got): &(u64, Result<u16, &str>)| Look { begun, took: Duration::from_millis(*took), got: got.map_err(str::to_owned) };
        Probe { looks: Arc::new(Mutex::new(looks.iter().map(look).collect())), tasks: Vec::new() }
    }

    #[test]
    fn what_was_promised_is_told_from_what_was_not() {
        let since = Instant::now();
        let kept = seen(&[(5, Ok(200)), (1_400, Ok(503)), (3, Ok(503))]);
        assert_eq!(kept.was_refused_in_time(since), Duration::from_millis(1_400));
        assert_eq!(kept.successes(since), 1);
        for broken in [
            seen(&[(2_100, Ok(503))]),
            seen(&[(2_100, Ok(200)), (1, Ok(503))]),
            seen(&[(1, Ok(500)), (1, Ok(503))]),
            seen(&[(1, Err("no connection")), (1, Ok(503))]),
            seen(&[(1, Ok(200))]),
        ] {
            assert!(catch_unwind(AssertUnwindSafe(|| broken.was_refused_in_time(since))).is_err(), "{:?}", broken.seen(|_| true));
        }
    }
}
