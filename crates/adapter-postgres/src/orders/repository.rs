//! Placing, changing and reading orders. Transactions that change stock or money run in a task of their own, so that a request that is
//! dropped does not break them off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::idempotency::{IdempotencyKey, RequestFingerprint};
use domain::orders::order::{Order, OrderDraft, OrderQuery};
use domain::orders::order_change::OrderChange;
use domain::orders::order_event::OrderEvent;
use domain::orders::ports::CustomerTotals;
use domain::orders::ports::{OrderReader, OrderRepository, PlaceOrderOutcome};
use domain::shared::decide::Decide;
use domain::shared::edit::Edited;
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::order_id::OrderId;
use domain::shared::page::{PageAnswer, TotalCount};
use domain::shared::ports::PortError;
use tokio::time::{Instant, timeout_at};

use super::place::{self, PlacingTimeouts};
use super::{change, history, items, listing, purchases};
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying};

#[async_trait]
impl OrderRepository for Postgres {
    async fn place(&self, draft: &OrderDraft) -> Result<PlaceOrderOutcome, PortError> {
        let (db, draft) = (self.clone(), draft.clone());
        let timeouts = PlacingTimeouts::from(Instant::now());
        let placing = async move { retrying(|| place::place(&db, &draft, &timeouts)).await };
        let task = cause::spawn(timeout_at(timeouts.all, placing));
        Ok(task.await.map_err(DbError::from)?.map_err(|elapsed| DbError::Connection(elapsed.into()))??)
    }

    async fn placed_with(&self, user: UserId, key: &IdempotencyKey) -> Result<Option<(RequestFingerprint, Order)>, PortError> {
        let connection = self.connection_for(Work::Orders, [row_of::key(user, key)]).await?;
        Ok(place::placed_with(&connection, user, key).await?)
    }

    async fn change(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Edited<Order>, OrderError> {
        let (db, id, by) = (self.clone(), id.clone(), by.clone());
        let change = async move {
            db.in_transaction(Work::Orders, &[row_of::order(&id)], async |connection| {
                change::commit(connection, &id, (&by, now), None, &decide).await
            })
            .await
        };
        cause::spawn(change).await.map_err(DbError::from)?
    }
}

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

    async fn purchases(&self, customer: &EmailAddress) -> Result<CustomerTotals, PortError> {
        Ok(purchases::purchases(&mut *self.connection().await?, customer).await?)
    }
}
