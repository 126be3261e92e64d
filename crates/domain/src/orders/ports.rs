//! Storing and reading orders.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::orders::error::OrderError;
use crate::orders::new_customer::NewCustomerLimit;
use crate::orders::order::{Order, OrderDraft, Shortage};
use crate::orders::order_change::OrderChange;
use crate::orders::order_event::OrderEvent;
use crate::orders::order_filters::OrderQuery;
use crate::shared::decide::Decide;
use crate::shared::edit::Saved;
use crate::shared::email::EmailAddress;
use crate::shared::idempotency::{IdempotencyKey, KeyOwner, RequestFingerprint};
use crate::shared::order_id::OrderId;
use crate::shared::page::{PageAnswer, TotalCount};
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
    /// The guest may not pay on delivery.
    NoCashOnDelivery,
    /// Another order has this number: draw another.
    OrderIdTaken,
}

/// Places and changes orders.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait OrderRepository: Send + Sync {
    /// Places an order. One transaction takes the stock of all lines in product order, and writes the order, its items, the
    /// stock movements, the first step of its history and the idempotency record; or it changes nothing. A call with the same
    /// key of the same customer waits for the running one, and so does any order of a new customer, whose limits are judged under the
    /// lock of the customer, or of a guest's address. A guest's order goes to the account that verified its address, if there is one;
    /// else it is one of [`crate::orders::guest_orders::GuestOrders`]. Deadlocks and serialisation failures are retried up to 3 times. The
    /// transaction continues when the caller is cancelled.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; whether the order was placed is then found out with the same key.
    async fn place(&self, draft: &OrderDraft) -> Result<PlaceOrderOutcome, PortError>;

    /// The order that this customer placed with this key, and the fingerprint of that request. Waits for a call of `place` with the key
    /// that is still running.
    async fn placed_with(&self, owner: &KeyOwner, key: &IdempotencyKey) -> Result<Option<(RequestFingerprint, Order)>, PortError>;

    /// Changes the order with this number. One transaction locks it, calls `decide`, and writes the decided change: the order, the units
    /// that its status moves, its event, the mails, the item for staff and the audit entry. Changes of an order run one after the other.
    /// The transaction is retried up to 3 times after a deadlock, and continues when the caller is cancelled.
    ///
    /// # Errors
    /// [`OrderError::NotFound`], the refusal of `decide`, and what other rows refuse: [`OrderError::ReferenceUsed`],
    /// [`OrderError::Payment`] for a large refund, and [`OrderError::OutOfStock`]. A refusal writes nothing.
    async fn change(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Saved<Order>, OrderError>;
}

/// The sums over all orders placed with one e-mail address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomerTotals {
    /// Orders that are not cancelled.
    pub orders: u64,
    pub cancelled: u64,
    /// The total of those that are not cancelled, in cents; it can pass [`crate::shared::money::Money::MAX`].
    pub spent_cents: i64,
    /// When the newest one was placed, cancelled or not.
    pub last_order_at: Option<DateTime<Utc>>,
}

/// Finds and lists orders, and sums up a customer's.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait OrderReader: Send + Sync {
    /// One page of orders, newest first, with their items.
    async fn list(&self, query: &OrderQuery) -> Result<PageAnswer<Order>, PortError>;

    /// The number of orders of each of these lists; their pages do not matter. Each is the total that [`OrderReader::list`] answers.
    async fn counts(&self, queries: &[OrderQuery]) -> Result<Vec<TotalCount>, PortError>;

    /// The order with this number.
    async fn by_id(&self, id: &OrderId) -> Result<Option<Order>, PortError>;

    /// The history of the order with this number, oldest step first: at most the newest 500 steps. `None` when there is no such
    /// order.
    async fn history(&self, id: &OrderId) -> Result<Option<Vec<OrderEvent>>, PortError>;

    /// The sums over all orders placed with this address.
    async fn purchases(&self, customer: &EmailAddress) -> Result<CustomerTotals, PortError>;
}
