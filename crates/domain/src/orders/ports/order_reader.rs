//! Reading orders.

use async_trait::async_trait;

use crate::orders::order::{Order, OrderQuery};
use crate::orders::order_event::OrderEvent;
use crate::orders::order_id::OrderId;
use crate::orders::purchases::Purchases;
use crate::shared::email::EmailAddress;
use crate::shared::page::{PageAnswer, TotalCount};
use crate::shared::ports::PortError;

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
    async fn purchases(&self, customer: &EmailAddress) -> Result<Purchases, PortError>;
}
