//! How long the stages of placing an order may take.

use std::pin::pin;
use std::time::Duration;

use diesel::QueryResult;
use tokio::time::{Instant, timeout_at};

use crate::connection::pooled::Canceller;

/// The deadlines of the stages of placing an order (contract, Orders: at most 2 s for all waits together).
///
/// The database refuses a lock that is not granted in time. Waits of one statement can add up, such as those for locks of several
/// products or behind another waiter: the statement is cancelled then. Both answers are certain: nothing was written. Only after
/// the last deadline, when the server does not answer the cancellation either, is the outcome unknown, as after a lost
/// connection; the idempotency key tells.
#[derive(Clone, Copy)]
pub(super) struct PlacingTimeouts {
    pub(super) turn: Instant,
    pub(super) locks: Instant,
    pub(super) statement: Instant,
    pub(super) all: Instant,
}

impl PlacingTimeouts {
    /// The deadlines of an order that begins at an instant: 1.5 s for a turn and a connection, 1.8 s for a lock, 1.9 s for the
    /// statement, 3 s for the server's last answer.
    pub(super) fn from(begun: Instant) -> Self {
        let after = |milliseconds| begun + Duration::from_millis(milliseconds);
        Self { turn: after(1_500), locks: after(1_800), statement: after(1_900), all: after(3_000) }
    }
}

/// Awaits a statement. At the deadline it cancels the statement and awaits the server's answer, which tells whether the statement
/// was committed.
pub(super) async fn cancelled_at<T>(
    deadline: Instant,
    canceller: Canceller,
    statement: impl Future<Output = QueryResult<T>>,
) -> QueryResult<T> {
    let mut statement = pin!(statement);
    if let Ok(done) = timeout_at(deadline, &mut statement).await {
        return done;
    }
    canceller.cancel().await;
    statement.await
}
