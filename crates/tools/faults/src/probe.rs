//! The availability of the shop: a customer reads their orders 20 times a second and records each status and its time.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::Client;
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// The longest time to a 503 while the database is away (contract).
pub(crate) const REFUSAL_LIMIT: Duration = Duration::from_secs(2);

const RECOVERY_TIMEOUT: Duration = Duration::from_secs(45);

/// Time between two samples.
const PAUSE: Duration = Duration::from_millis(50);

/// One request and its result.
#[derive(Clone, Debug)]
struct Sample {
    begun: Instant,
    took: Duration,
    /// The status, or the reason why none came.
    got: Result<u16, String>,
}

/// Two tasks that send requests until this is dropped.
pub(crate) struct Probe {
    samples: Arc<Mutex<Vec<Sample>>>,
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
    /// Starts to probe an origin with two tasks: while one waits for an answer, the other still sends.
    pub(crate) fn start(client: &Client, origin: &str, user: &SignedInUser) -> Self {
        let samples = Arc::new(Mutex::new(Vec::new()));
        let tasks = (0..2).map(|_| {
            let (samples, client, url, user) = (samples.clone(), client.clone(), format!("{origin}/api/orders?limit=1"), user.clone());
            tokio::spawn(async move {
                loop {
                    let begun = Instant::now();
                    let answer = client.get(&url).signed_in_as(&user).try_ask().await;
                    let got = answer.map(|answer| answer.status.as_u16()).map_err(|error| error.to_string());
                    samples.lock().expect("a lock that no panic has poisoned").push(Sample { begun, took: begun.elapsed(), got });
                    sleep(PAUSE).await;
                }
            })
        });
        Self { tasks: tasks.collect(), samples }
    }

    fn samples_where(&self, wanted: impl Fn(&Sample) -> bool) -> Vec<Sample> {
        self.samples.lock().expect("a lock that no panic has poisoned").iter().filter(|sample| wanted(sample)).cloned().collect()
    }

    /// The slowest 503 since a moment. Every sample since then must be 200 or 503 within [`REFUSAL_LIMIT`].
    ///
    /// # Panics
    /// When a sample is neither, is late, or no 503 came at all.
    pub(crate) fn slowest_refusal(&self, since: Instant) -> Duration {
        let samples = self.samples_where(|sample| sample.begun + sample.took >= since);
        for sample in &samples {
            assert!(matches!(sample.got, Ok(200 | 503)), "answered while the database was away: {sample:?}");
            assert!(sample.took <= REFUSAL_LIMIT, "an answer took {:?} while the database was away", sample.took);
        }
        let refused = samples.iter().filter(|sample| sample.got == Ok(503)).map(|sample| sample.took);
        refused.max().expect("a 503 while the database was away")
    }

    /// The time from a moment to the first 200 on a request sent after it.
    ///
    /// # Panics
    /// When that takes longer than 45 s.
    pub(crate) async fn recovery(&self, since: Instant) -> Duration {
        loop {
            let well = self.samples_where(|sample| sample.begun >= since && sample.got == Ok(200));
            if let Some(back) = well.iter().map(|sample| sample.begun + sample.took - since).min() {
                return back;
            }
            assert!(since.elapsed() < RECOVERY_TIMEOUT, "the shop does not come back: {:?}", self.samples_where(|_| true).last());
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// The number of requests since a moment that were answered with 200.
    pub(crate) fn successes(&self, since: Instant) -> usize {
        self.samples_where(|sample| sample.begun >= since && sample.got == Ok(200)).len()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    fn samples_where(samples: &[(u64, Result<u16, &str>)]) -> Probe {
        let begun = Instant::now();
        let sample =
            |(took, got): &(u64, Result<u16, &str>)| Sample { begun, took: Duration::from_millis(*took), got: got.map_err(str::to_owned) };
        Probe { samples: Arc::new(Mutex::new(samples.iter().map(sample).collect())), tasks: Vec::new() }
    }

    #[test]
    fn late_and_unexpected_answers_fail() {
        let since = Instant::now();
        let kept = samples_where(&[(5, Ok(200)), (1_400, Ok(503)), (3, Ok(503))]);
        assert_eq!(kept.slowest_refusal(since), Duration::from_millis(1_400));
        assert_eq!(kept.successes(since), 1);
        for broken in [
            samples_where(&[(2_100, Ok(503))]),
            samples_where(&[(2_100, Ok(200)), (1, Ok(503))]),
            samples_where(&[(1, Ok(500)), (1, Ok(503))]),
            samples_where(&[(1, Err("no connection")), (1, Ok(503))]),
            samples_where(&[(1, Ok(200))]),
        ] {
            assert!(catch_unwind(AssertUnwindSafe(|| broken.slowest_refusal(since))).is_err(), "{:?}", broken.samples_where(|_| true));
        }
    }
}
