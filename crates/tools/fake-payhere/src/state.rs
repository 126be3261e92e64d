//! What the gateway remembers, while it runs.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::behaviour::Behaviour;

/// The window of the rate limit.
const WINDOW: Duration = Duration::from_secs(10);

/// A checkout whose page a customer has open.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The shop's number.
    pub(crate) order_id: String,
    /// The amount in cents.
    pub(crate) cents: i64,
    /// Where notifications go.
    pub(crate) notify_url: String,
    /// Where the customer goes after paying.
    pub(crate) return_url: String,
    /// Where the customer goes after cancelling.
    pub(crate) cancel_url: String,
}

/// A payment that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The gateway's number.
    pub payment_id: u64,
    /// The shop's number.
    pub order_id: String,
    /// The amount in cents.
    pub cents: i64,
    /// How much was given back, in cents.
    pub refunded_cents: i64,
    /// How many refunds were made of it.
    pub refunds: u32,
    /// `RECEIVED`, `REFUNDED` or `CHARGEBACKED`.
    pub status: String,
    /// Where notifications about it go.
    pub notify_url: String,
}

/// All payments, and figures about the calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The payments, the oldest first.
    pub payments: Vec<Payment>,
    /// The number of tokens that were given.
    pub tokens: u32,
    /// The number of requests for refunds, refused ones included.
    pub refund_calls: u32,
    /// Searches in the records, the refused ones too.
    pub searches: u32,
    /// The statuses with which the shop answered notifications, in order; 0 stands for no answer.
    pub answers: Vec<u16>,
}

/// What changes.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) behaviour: Behaviour,
    pub(crate) sessions: BTreeMap<u64, Session>,
    pub(crate) snapshot: Snapshot,
    /// The only token that counts.
    pub(crate) token: Option<(String, Instant)>,
    calls: VecDeque<Instant>,
}

impl Memory {
    /// Counts a call; false when it is one too many.
    pub(crate) fn count_call(&mut self) -> bool {
        let now = Instant::now();
        while self.calls.front().is_some_and(|call| now.duration_since(*call) >= WINDOW) {
            self.calls.pop_front();
        }
        if self.calls.len() >= self.behaviour.calls_allowed {
            return false;
        }
        self.calls.push_back(now);
        true
    }

    pub(crate) fn take(&mut self, session: &Session) -> Payment {
        let payment = Payment {
            payment_id: rand::random_range(320_000_000_000..=320_999_999_999),
            order_id: session.order_id.clone(),
            cents: session.cents,
            refunded_cents: 0,
            refunds: 0,
            status: "RECEIVED".to_owned(),
            notify_url: session.notify_url.clone(),
        };
        self.snapshot.payments.push(payment.clone());
        payment
    }
}

/// The memory of a gateway, which all its threads share.
#[derive(Default)]
pub(crate) struct State(Mutex<Memory>);

impl State {
    /// The memory; a thread that panicked has changed nothing halfway.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
