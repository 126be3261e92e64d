//! Packing, delivering and cancelling orders, and notes on them.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::orders::cancellation::Cancellation;
use crate::orders::fulfilment_step::StepChange;
use crate::orders::order::Order;
use crate::orders::order_event::OrderEvent;
use crate::orders::order_id::OrderId;
use crate::orders::order_note::OrderNote;
use crate::orders::parcel_change::ParcelChange;
use crate::payments::cod_confirmation::CallOutcome;
use crate::reports::audit::Actor;
use crate::shared::ports::PortError;

/// The outcome of `take_step`. Only [`StepOutcome::Taken`] wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The order after the step.
    Taken(Order),
    /// The step is out of order; this is the present order.
    WrongStep(Order),
    /// The order is paid in advance, and money is due; this is the present order.
    Unpaid(Order),
    /// The customer has to be called before the order is packed; this is the present order.
    Unconfirmed(Order),
    /// The order is not picked up; this is the present order.
    NotForPickup(Order),
    /// There is none with this number.
    NotFound,
}

/// The outcome of `change_parcel`. Only [`ParcelOutcome::Changed`] wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParcelOutcome {
    /// The order with its parcel.
    Changed(Order),
    /// The parcel is not on its way; this is the present order.
    NotOnItsWay(Order),
    /// There is none with this number.
    NotFound,
}

/// The outcome of `cancel`. Only [`CancelOutcome::Cancelled`] wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CancelOutcome {
    /// The order, now cancelled.
    Cancelled(Order),
    /// The order is packed already, further on, or cancelled; this is the present order.
    NotCancellable(Order),
    /// There is none with this number.
    NotFound,
}

/// The outcome of `note_call`. Only [`CallNoted::Noted`] wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNoted {
    /// The order after the call.
    Noted(Order),
    /// The order waits for no call; this is the present order.
    NotConfirmable(Order),
    /// There is none with this number.
    NotFound,
}

/// Takes the steps of an order's life. Each call is one transaction that locks the order first, so of a cancellation and a step at
/// once one is made and the other is refused. It continues when the caller is cancelled.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait FulfilmentDesk: Send + Sync {
    /// Takes a step with [`StepChange::apply`], with its event, its audit entry, the cash of a delivery in the ledger
    /// and, where the order becomes cancelled, its units put back on the shelf.
    async fn take_step(&self, id: &OrderId, change: &StepChange, by: &Actor, now: DateTime<Utc>) -> Result<StepOutcome, PortError>;

    /// Corrects the parcel of an order with [`ParcelChange::apply`], with its event, its audit entry and, where it is asked for, the
    /// mail to the customer.
    async fn change_parcel(&self, id: &OrderId, change: &ParcelChange, by: &Actor, now: DateTime<Utc>) -> Result<ParcelOutcome, PortError>;

    /// Cancels an order with [`crate::orders::cancellation::cancelled`], with its event, and its units put back on the shelf. A
    /// cancellation by staff has an audit entry.
    async fn cancel(&self, id: &OrderId, cancellation: &Cancellation, by: &Actor, now: DateTime<Utc>) -> Result<CancelOutcome, PortError>;

    /// Notes what came of a call to the customer with [`Order::called`], with its event and its audit entry; a refused order is
    /// cancelled and its units are put back on the shelf.
    async fn note_call(&self, id: &OrderId, outcome: CallOutcome, by: &Actor, now: DateTime<Utc>) -> Result<CallNoted, PortError>;

    /// Adds a note to the history of an order, with its audit entry. `None` when there is no such order.
    async fn add_note(&self, id: &OrderId, note: &OrderNote, by: &Actor, now: DateTime<Utc>) -> Result<Option<OrderEvent>, PortError>;
}
