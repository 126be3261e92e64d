//! Reading orders.

use async_trait::async_trait;
use domain::orders::order::{Order, OrderQuery};
use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use domain::orders::ports::OrderReader;
use domain::orders::purchases::Purchases;
use domain::shared::email::EmailAddress;
use domain::shared::page::{PageAnswer, TotalCount};
use domain::shared::ports::PortError;

use super::{history, items, listing, purchases};
use crate::connection::pool::Postgres;

#[async_trait]
impl OrderReader for Postgres {
    async fn list(&self, query: &OrderQuery) -> Result<PageAnswer<Order>, PortError> {
        Ok(listing::page(self, query).await?)
    }

    async fn counts(&self, queries: &[OrderQuery]) -> Result<Vec<TotalCount>, PortError> {
        Ok(listing::counts(self, queries).await?)
    }

    async fn by_id(&self, id: &OrderId) -> Result<Option<Order>, PortError> {
        Ok(items::by_id(&*self.connection().await?, id).await?)
    }

    async fn history(&self, id: &OrderId) -> Result<Option<Vec<OrderEvent>>, PortError> {
        Ok(history::history(&*self.connection().await?, id).await?)
    }

    async fn purchases(&self, customer: &EmailAddress) -> Result<Purchases, PortError> {
        Ok(purchases::purchases(&mut *self.connection().await?, customer).await?)
    }
}
