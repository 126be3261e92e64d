//! What the customers asked for and what they were told: the other side of the shop's books.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::answer::Answer;

/// How a customer's attempt stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// The shop says there is an order of this number and total.
    Placed { id: String, total: Value },
    /// There was not enough.
    OutOfStock,
    /// 503: nobody knows, asking again finds out.
    Unavailable,
    /// No answer: nobody knows.
    Unknown(String),
}

/// One order somebody tried to place.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// Which customer.
    pub(crate) by: usize,
    pub(crate) key: String,
    /// Which products, and how many of each.
    pub(crate) lines: Vec<(usize, i64)>,
    pub(crate) outcome: Outcome,
    /// Whether it was open for a while, and turned out to have been placed.
    pub(crate) found: bool,
    /// Every 503 there was: when it came, and how long it took.
    pub(crate) refusals: Vec<(Instant, Duration)>,
}

/// The slowest 503 that came within a span.
pub(crate) fn slowest_refusal(attempts: &[Attempt], from: Instant, to: Instant) -> Option<Duration> {
    let refusals = attempts.iter().flat_map(|attempt| &attempt.refusals);
    refusals.filter(|(at, _)| (from..=to).contains(at)).map(|(_, took)| *took).max()
}

impl Attempt {
    /// One that nobody has heard of yet.
    pub(crate) fn new(by: usize, key: String, lines: Vec<(usize, i64)>) -> Self {
        let outcome = Outcome::Unknown("not asked yet".to_owned());
        Self { by, key, lines, outcome, found: false, refusals: Vec::new() }
    }

    /// Takes an answer, or that there was none.
    ///
    /// # Panics
    /// When it is none that an order may be answered with, whatever happens behind the scenes.
    pub(crate) fn hear(&mut self, answer: &Result<Answer, String>) {
        self.outcome = outcome_of(answer);
        if let Ok(answer) = answer {
            self.found = answer.replayed;
            if answer.status == 503 {
                self.refusals.push((Instant::now(), answer.took));
            }
        }
    }

    /// Whether nobody knows yet what became of it.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.outcome, Outcome::Unavailable | Outcome::Unknown(_))
    }
}

/// What an answer means.
fn outcome_of(answer: &Result<Answer, String>) -> Outcome {
    match answer {
        Err(why) => Outcome::Unknown(why.clone()),
        Ok(answer) => match (answer.status, answer.code()) {
            (200 | 201, _) => {
                let order = &answer.body["order"];
                let id = order["orderId"].as_str().expect("an order's number").to_owned();
                Outcome::Placed { id, total: order["total"].clone() }
            }
            (409, "order.out_of_stock") => Outcome::OutOfStock,
            (503, _) => Outcome::Unavailable,
            (status, _) => panic!("an order was answered with {status}: {}", answer.body),
        },
    }
}

/// The body of an order of these products, by their codes.
pub(crate) fn body_of(lines: &[(usize, i64)], codes: &[String]) -> Value {
    let items: Vec<Value> = lines.iter().map(|(product, units)| json!({"productId": codes[*product], "quantity": units})).collect();
    json!({"orderedItems": items, "name": "Nimali Perera", "address": "12 Temple Road, Kandy", "phone": "+94 71 234 5678"})
}
