//! Customers who place one order after the other while faults happen.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use test_harness::accounts::{SignedInUser, fresh_uuid};
use test_harness::answer::Ask as _;
use test_harness::orders::{order_body, place_order};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::attempt::Attempt;

/// Timeout of the orders that [`Load::placed`] waits for.
const ORDERS_TIMEOUT: Duration = Duration::from_secs(60);

/// The customers of a shop: what each needs to send an order.
#[derive(Clone)]
pub(crate) struct Customers {
    pub(crate) client: Client,
    /// The clients of customers with addresses of their own, in the order of `users`; empty where all use `client`.
    pub(crate) clients: Arc<Vec<Client>>,
    /// The origins of the shop's instances; a customer goes to the next one when an order is not answered.
    pub(crate) origins: Arc<RwLock<Vec<String>>>,
    pub(crate) users: Arc<Vec<SignedInUser>>,
    pub(crate) product_codes: Arc<Vec<String>>,
    /// How they pay, where it is not in cash.
    pub(crate) payment_method: Option<&'static str>,
}

impl Customers {
    /// The request that places an order at the origin number `turn`, counted round.
    pub(crate) fn order(&self, turn: usize, attempt: &Attempt) -> RequestBuilder {
        let origins = self.origins.read().expect("a lock that no panic has poisoned");
        place_order(
            self.clients.get(attempt.by).unwrap_or(&self.client),
            &origins[turn % origins.len()],
            &self.users[attempt.by],
            &attempt.key,
            &self.body(attempt),
        )
    }

    /// The body of an order.
    pub(crate) fn body(&self, attempt: &Attempt) -> Value {
        let mut body = order_body(attempt.lines.iter().map(|(product, units)| (self.product_codes[*product].as_str(), *units)));
        if let Some(method) = self.payment_method {
            body["paymentMethod"] = method.into();
        }
        body
    }

    /// The next order of a customer: one to three products, one to three units of each.
    pub(crate) fn next(&self, by: usize, rng: &mut StdRng) -> Attempt {
        let mut lines: Vec<(usize, i64)> = Vec::new();
        for _ in 0..rng.random_range(1..=3) {
            let product = rng.random_range(0..self.product_codes.len());
            if lines.iter().all(|(other, _)| *other != product) {
                lines.push((product, rng.random_range(1..=3)));
            }
        }
        Attempt::new(by, fresh_uuid().to_string(), lines)
    }
}

/// All customers at work, one task each.
pub(crate) struct Load {
    stop: Arc<AtomicBool>,
    resolved: Arc<AtomicUsize>,
    tasks: Vec<JoinHandle<Vec<Attempt>>>,
}

impl Load {
    /// Starts every customer.
    pub(crate) fn start(customers: &Customers, seed: u64) -> Self {
        let (stop, resolved) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let tasks = (0..customers.users.len()).map(|by| {
            let rng = StdRng::seed_from_u64(seed ^ (by as u64) << 32);
            tokio::spawn(place_orders(customers.clone(), by, rng, stop.clone(), resolved.clone()))
        });
        Self { tasks: tasks.collect(), stop, resolved }
    }

    /// Waits until this many more orders were placed or refused for lack of stock.
    pub(crate) async fn placed(&self, orders: usize) {
        let goal = self.resolved.load(Ordering::Relaxed) + orders;
        let waiting = async {
            while self.resolved.load(Ordering::Relaxed) < goal {
                assert!(self.tasks.iter().all(|task| !task.is_finished()), "a customer has given up");
                sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(ORDERS_TIMEOUT, waiting).await.expect("orders that are answered");
    }

    /// Tells every customer to begin no further order.
    pub(crate) fn halt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the requests in flight and returns all attempts.
    pub(crate) async fn stop(self) -> Vec<Attempt> {
        self.halt();
        let mut attempts = Vec::new();
        for task in self.tasks {
            attempts.append(&mut task.await.expect("a customer who was answered as promised"));
        }
        attempts
    }
}

/// Places orders until told to stop. A request without a final answer is repeated under the same key, as the web app does.
async fn place_orders(customers: Customers, by: usize, mut rng: StdRng, stop: Arc<AtomicBool>, resolved: Arc<AtomicUsize>) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let mut turn = by;
    while !stop.load(Ordering::Relaxed) {
        let mut attempt = customers.next(by, &mut rng);
        loop {
            attempt.record(&customers.order(turn, &attempt).try_ask().await);
            if !attempt.is_unresolved() || stop.load(Ordering::Relaxed) {
                break;
            }
            turn += 1;
            sleep(Duration::from_millis(rng.random_range(100..300))).await;
        }
        resolved.fetch_add(usize::from(!attempt.is_unresolved()), Ordering::Relaxed);
        attempts.push(attempt);
    }
    attempts
}
