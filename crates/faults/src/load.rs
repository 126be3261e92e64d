//! Customers who order one thing after the other, whatever happens.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::{Client, RequestBuilder};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::accounts::{Person, fresh_uuid};
use crate::answer::ask;
use crate::ledger::{Attempt, body_of};

/// What everybody who orders has to know.
#[derive(Clone)]
pub(crate) struct Counter {
    pub(crate) client: Client,
    /// Where the shop is reached; customers go to the next place when they get no answer at one.
    pub(crate) places: Arc<RwLock<Vec<String>>>,
    pub(crate) customers: Arc<Vec<Person>>,
    /// The codes of all products.
    pub(crate) codes: Arc<Vec<String>>,
}

impl Counter {
    /// The request that places an order at the `turn`-th place.
    pub(crate) fn order(&self, turn: usize, attempt: &Attempt) -> RequestBuilder {
        let places = self.places.read().expect("nobody panicked while changing it");
        let url = format!("{}/api/orders", places[turn % places.len()]);
        let order = self.client.post(url).bearer_auth(&self.customers[attempt.by].token);
        order.header("Idempotency-Key", &attempt.key).json(&body_of(&attempt.lines, &self.codes))
    }

    /// Somebody's next order: one to three products, a few of each.
    pub(crate) fn next(&self, by: usize, random: &mut StdRng) -> Attempt {
        let mut lines: Vec<(usize, i64)> = Vec::new();
        for _ in 0..random.random_range(1..=3) {
            let product = random.random_range(0..self.codes.len());
            if lines.iter().all(|(other, _)| *other != product) {
                lines.push((product, random.random_range(1..=3)));
            }
        }
        Attempt::new(by, fresh_uuid().to_string(), lines)
    }
}

/// All of them at work.
pub(crate) struct Load {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    writers: Vec<JoinHandle<Vec<Attempt>>>,
}

impl Load {
    /// Lets every customer begin.
    pub(crate) fn start(counter: &Counter, seed: u64) -> Self {
        let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let writers = (0..counter.customers.len()).map(|by| {
            let random = StdRng::seed_from_u64(seed ^ (by as u64) << 32);
            tokio::spawn(write(counter.clone(), by, random, stop.clone(), answered.clone()))
        });
        Self { writers: writers.collect(), stop, answered }
    }

    /// Waits until so many more orders were placed.
    pub(crate) async fn placed(&self, orders: usize) {
        let goal = self.answered.load(Ordering::Relaxed) + orders;
        let patience = async {
            while self.answered.load(Ordering::Relaxed) < goal {
                assert!(self.writers.iter().all(|writer| !writer.is_finished()), "a customer has given up");
                sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), patience).await.expect("customers who get their orders");
    }

    /// Nobody begins anything new.
    pub(crate) fn halt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Lets everybody finish what they are at, and answers all attempts.
    pub(crate) async fn stop(self) -> Vec<Attempt> {
        self.halt();
        let mut attempts = Vec::new();
        for writer in self.writers {
            attempts.append(&mut writer.await.expect("a customer who was answered as promised"));
        }
        attempts
    }
}

/// Somebody without an answer asks again under the same key, as the web app does, until told to stop.
async fn write(counter: Counter, by: usize, mut random: StdRng, stop: Arc<AtomicBool>, answered: Arc<AtomicUsize>) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let mut turn = by;
    while !stop.load(Ordering::Relaxed) {
        let mut attempt = counter.next(by, &mut random);
        loop {
            attempt.hear(&ask(counter.order(turn, &attempt)).await);
            if !attempt.is_open() || stop.load(Ordering::Relaxed) {
                break;
            }
            turn += 1;
            sleep(Duration::from_millis(random.random_range(100..300))).await;
        }
        answered.fetch_add(usize::from(!attempt.is_open()), Ordering::Relaxed);
        attempts.push(attempt);
    }
    attempts
}
