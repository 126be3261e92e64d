//! The attempts to pay at the gateway, and what the gateway told of them.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::orders::order::Order;
use crate::payments::attempt::AttemptId;
use crate::payments::attempt_record::Attempt;
use crate::payments::attention::AttentionKind;
use crate::payments::gateway::{GatewayPayment, Notification};
use crate::payments::told_payment::ToldPayments;
use crate::shared::order_id::OrderId;
use crate::shared::ports::PortError;

/// The outcome of `start`. Only [`StartOutcome::Started`] wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartOutcome {
    Started(Order, Attempt),
    /// The last attempt is open ([`Attempt::is_open`]): the customer goes to the gateway with it again.
    Open(Order, Attempt),
    /// There is no order with this number.
    NotFound,
    /// The order is cancelled.
    Cancelled,
    /// Nothing is to be paid.
    NothingDue,
    /// Less is to be paid than the gateway takes ([`crate::payments::attempt_record::LEAST`]).
    TooLittle,
    /// The order has as many attempts as it may have ([`crate::payments::attempt_record::MOST_STARTED`]).
    TooManyAttempts,
    /// A success that was told waits for the gateway's records: with it less may be due.
    BeingChecked,
}

/// An attempt of which a payment may still come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidAttempt {
    pub id: AttemptId,
    /// The movements that were told and wait for the gateway's records.
    pub told: ToldPayments,
}

impl UnpaidAttempt {
    /// Whether the records do not have a told payment yet. A chargeback does not pay the order.
    #[must_use]
    pub fn is_ahead_of(&self, records: &[GatewayPayment]) -> bool {
        self.told.iter().any(|told| !told.what.is_chargeback() && !told.what.is_in(records))
    }
}

/// The outcome of `take`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeOutcome {
    /// It is kept, and the order and the attempt are as [`crate::payments::gateway_news::notified`] says.
    Taken(Option<AttentionKind>),
    /// The same notification is kept already; nothing was written.
    Repeated,
}

#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PaymentAttempts: Send + Sync {
    /// Starts an attempt for what is due, or finds the open one, and moves the order's expiry
    /// ([`Order::at_attempt`]). One transaction that locks the order first, so that two requests
    /// at once get one attempt.
    async fn start(&self, id: &OrderId, now: DateTime<Utc>) -> Result<StartOutcome, PortError>;

    /// Keeps a notification and books what it says. One transaction that locks the order first; it continues when the caller is
    /// cancelled. The same notification is applied once, however often it comes. A success by which the order would hold more than it
    /// owes is booked at once only where the gateway has no records (`has_records`); else its attempt is due for a read, which books
    /// it. Either way staff are told ([`AttentionKind::Overpaid`]).
    ///
    /// # Errors
    /// [`PortError`] when the store fails; nothing was kept then, and the gateway may send it again.
    async fn take(&self, notification: &Notification, has_records: bool, now: DateTime<Utc>) -> Result<TakeOutcome, PortError>;

    /// At most `limit` attempts whose records are due ([`crate::payments::check_times::next_check`]). The newest attempts of their orders come
    /// first, those of different customers in turn, and of one customer the longest due first: nobody's attempts, however many, keep
    /// those of others waiting. They are due again after [`crate::payments::check_times::RETRY`] unless their records are taken; another caller gets others.
    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<AttemptId>, PortError>;

    /// The attempts of an order of which a payment may still come ([`crate::payments::attempt::AttemptState::is_unanswered`]), the
    /// oldest first: at most 5, those that wait for the gateway's records before those that the gateway told of otherwise, and these before
    /// the newest others.
    async fn unpaid_of(&self, id: &OrderId) -> Result<Vec<UnpaidAttempt>, PortError>;

    /// Books what the gateway's records of an attempt say ([`crate::payments::gateway_records::recorded`]), and answers why staff are
    /// to look at it. One transaction that locks the order first; it continues when the caller is cancelled.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; nothing was booked then.
    async fn take_records(
        &self,
        id: &AttemptId,
        payments: &[GatewayPayment],
        now: DateTime<Utc>,
    ) -> Result<Option<AttentionKind>, PortError>;
}
