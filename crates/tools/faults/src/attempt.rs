//! Orders that customers tried to place, with the answers of the shop.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use serde_json::Value;
use test_harness::answer::Answer;

/// The state of an attempt, as its customer knows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// The shop acknowledged an order of this number and total.
    Placed { id: String, total: Value },
    /// The shop refused it for lack of stock.
    OutOfStock,
    /// The shop answered 503: the order may exist, repeating the request tells.
    Unavailable,
    /// No answer came: the order may exist, repeating the request tells.
    Unknown(String),
}

/// One order that a customer tried to place, with all repetitions of the request.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// Index of the customer.
    pub(crate) by: usize,
    /// The idempotency key of every repetition.
    pub(crate) key: String,
    /// Indexes of products, each with a quantity.
    pub(crate) lines: Vec<(usize, i64)>,
    pub(crate) outcome: Outcome,
    /// Whether the last answer repeated that of an earlier request whose answer was lost.
    pub(crate) replayed: bool,
    /// Every 503: the time at which it came and how long it took.
    pub(crate) refusals: Vec<(Instant, Duration)>,
}

/// The slowest 503 that came between two moments.
pub(crate) fn slowest_refusal(attempts: &[Attempt], from: Instant, to: Instant) -> Option<Duration> {
    let refusals = attempts.iter().flat_map(|attempt| &attempt.refusals);
    refusals.filter(|(at, _)| (from..=to).contains(at)).map(|(_, took)| *took).max()
}

impl Attempt {
    /// An attempt whose request has not been sent.
    pub(crate) fn new(by: usize, key: String, lines: Vec<(usize, i64)>) -> Self {
        let outcome = Outcome::Unknown("not sent yet".to_owned());
        Self { by, key, lines, outcome, replayed: false, refusals: Vec::new() }
    }

    /// Records an answer, or that none came.
    ///
    /// # Panics
    /// When an order must not be answered in this way, whatever fails behind the shop.
    pub(crate) fn record(&mut self, answer: &reqwest::Result<Answer>) {
        self.outcome = outcome_of(answer);
        if let Ok(answer) = answer {
            self.replayed = answer.headers.get("idempotent-replayed").is_some_and(|value| value == "true");
            if answer.status == StatusCode::SERVICE_UNAVAILABLE {
                self.refusals.push((Instant::now(), answer.took));
            }
        }
    }

    /// Whether the customer does not know yet if the order exists.
    pub(crate) fn is_unresolved(&self) -> bool {
        matches!(self.outcome, Outcome::Unavailable | Outcome::Unknown(_))
    }
}

fn outcome_of(answer: &reqwest::Result<Answer>) -> Outcome {
    match answer {
        Err(error) => Outcome::Unknown(error.to_string()),
        Ok(answer) => match (answer.status.as_u16(), answer.code().as_str()) {
            (200 | 201, _) => {
                let order = &answer.json()["order"];
                let id = order["orderId"].as_str().expect("an order's number").to_owned();
                Outcome::Placed { id, total: order["total"].clone() }
            }
            (409, "order.out_of_stock") => Outcome::OutOfStock,
            (503, _) => Outcome::Unavailable,
            (status, _) => panic!("an order was answered with {status}: {}", answer.text),
        },
    }
}
