//! Writing orders.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::orders::idempotency::{IdempotencyKey, RequestMeaning};
use crate::orders::order::{Order, OrderDraft, Shortage};
use crate::orders::order_change::OrderChange;
use crate::orders::order_id::OrderId;
use crate::reports::audit::Actor;
use crate::shared::ids::UserId;
use crate::shared::ports::PortError;

/// What placing an order comes to. Only [`PlaceOrderOutcome::Placed`] wrote anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceOrderOutcome {
    /// It is placed.
    Placed(Order),
    /// The same key placed this order before.
    Replayed(Order),
    /// The same key was used for something else.
    KeyReused,
    /// There is not enough of these.
    OutOfStock(Vec<Shortage>),
    /// A product costs something else by now, or is gone: price the cart again.
    OfferChanged,
    /// The customer is blocked or gone by now.
    CustomerRefused,
    /// Another order has this number: draw another.
    OrderIdTaken,
}

/// What changing an order comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateOrderOutcome {
    /// It is changed.
    Updated(Order),
    /// It said so already; nothing was written.
    Unchanged(Order),
    /// There is none with this number.
    NotFound,
    /// It cannot leave `cancelled`: there is not enough of these. A product that is gone has 0.
    OutOfStock(Vec<Shortage>),
    /// Its status is not the one the change expects ([`OrderChange::is_stale`]): this is the order as it is. Nothing was
    /// written.
    StatusChanged(Order),
}

/// Places and changes orders.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait OrderRepository: Send + Sync {
    /// Places an order. In one transaction it takes the stock of all lines in product order, and writes the order,
    /// its items, the stock movements, the first entry of its history and the idempotency record; or it changes
    /// nothing. The same key of the same user waits for a running one. Deadlocks and serialisation failures are
    /// retried up to 3 times. Once begun it runs to its end even if the caller goes away.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; whether the order was placed is then found out with the same key.
    async fn place(&self, draft: &OrderDraft) -> Result<PlaceOrderOutcome, PortError>;

    /// The order this user placed with this key and what it meant, waiting for one that is being placed right now.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn placed_with(&self, user: UserId, key: &IdempotencyKey) -> Result<Option<(RequestMeaning, Order)>, PortError>;

    /// Changes an order as [`OrderChange::apply`] says. The expected status, the new one, stock (see
    /// [`crate::orders::order_status::StockEffect`]), movements, history and audit entry are one transaction that locks the
    /// order first; two at once happen one after the other.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn update(&self, id: &OrderId, change: &OrderChange, by: &Actor, now: DateTime<Utc>) -> Result<UpdateOrderOutcome, PortError>;
}
