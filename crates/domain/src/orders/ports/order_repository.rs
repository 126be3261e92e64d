//! Writing orders.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::orders::fulfilment_step::StepRefusal;
use crate::orders::idempotency::{IdempotencyKey, RequestMeaning};
use crate::orders::new_customer::NewCustomerLimit;
use crate::orders::order::{Order, OrderDraft, Shortage};
use crate::orders::order_change::OrderChange;
use crate::orders::order_id::OrderId;
use crate::payments::order_payment::PaymentRefusal;
use crate::reports::audit::Actor;
use crate::shared::ids::UserId;
use crate::shared::ports::PortError;

/// The outcome of `place`. Only [`PlaceOrderOutcome::Placed`] wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceOrderOutcome {
    Placed(Order),
    /// The same key placed this order before.
    Replayed(Order),
    /// The same key was used for something else.
    KeyReused,
    /// There is not enough of these.
    OutOfStock(Vec<Shortage>),
    /// The price of a product changed, or the product was deleted: price the cart again.
    OfferChanged,
    /// The customer was blocked or deleted meanwhile.
    CustomerRefused,
    /// The customer is new, and the order is above this limit of [`OrderDraft::new_customer`].
    NewCustomer(NewCustomerLimit),
    /// Another order has this number: draw another.
    OrderIdTaken,
}

/// The outcome of `update`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateOrderOutcome {
    Updated(Order),
    /// The order has these values already; nothing was written.
    Unchanged(Order),
    /// There is none with this number.
    NotFound,
    /// The order cannot leave `cancelled`: the stock does not cover these lines. A deleted product has 0 units.
    OutOfStock(Vec<Shortage>),
    /// The payment cannot change so; nothing was written.
    PaymentRefused(PaymentRefusal),
    /// The reference of the payment pays this order already; nothing was written.
    ReferenceUsed(OrderId),
    /// Its status is not the expected one ([`OrderChange::is_stale`]); this is the present order. Nothing was written.
    StatusChanged(Order),
    /// The new status stands for a step that is refused ([`OrderChange::step_refusal`]); this is the present order. Nothing was written.
    StepRefused(StepRefusal, Order),
}

/// Places and changes orders.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait OrderRepository: Send + Sync {
    /// Places an order. One transaction takes the stock of all lines in product order, and writes the order, its items, the
    /// stock movements, the first step of its history and the idempotency record; or it changes nothing. A call with the same
    /// key of the same user waits for the running one, and so does any order of a new customer, whose limits are judged under the
    /// lock of the customer. Deadlocks and serialisation failures are retried up to 3 times. The
    /// transaction continues when the caller is cancelled.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; whether the order was placed is then found out with the same key.
    async fn place(&self, draft: &OrderDraft) -> Result<PlaceOrderOutcome, PortError>;

    /// The order that this user placed with this key, and the meaning of that request. Waits for a call of `place` with the key
    /// that is still running.
    async fn placed_with(&self, user: UserId, key: &IdempotencyKey) -> Result<Option<(RequestMeaning, Order)>, PortError>;

    /// Changes an order with [`OrderChange::apply`]. Status, stock (see [`crate::orders::stock_changes::stock_changes`]),
    /// movements, history and audit entry are one transaction that locks the order first, so concurrent changes run one after
    /// the other.
    async fn update(&self, id: &OrderId, change: &OrderChange, by: &Actor, now: DateTime<Utc>) -> Result<UpdateOrderOutcome, PortError>;
}
