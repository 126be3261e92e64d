//! Writing orders. Transactions that change stock or money run in a task of their own, so that a request that is dropped does not
//! break them off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::orders::idempotency::{IdempotencyKey, RequestMeaning};
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_change::OrderChange;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{OrderRepository, PlaceOrderOutcome, UpdateOrderOutcome};
use domain::reports::audit::Actor;
use domain::shared::ids::UserId;
use domain::shared::ports::PortError;
use tokio::time::{Instant, timeout_at};

use super::place::{self, PlacingTimeouts};
use super::update;
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

    async fn placed_with(&self, user: UserId, key: &IdempotencyKey) -> Result<Option<(RequestMeaning, Order)>, PortError> {
        let connection = self.connection_for(Work::Orders, [row_of::key(user, key)]).await?;
        Ok(place::placed_with(&connection, user, key).await?)
    }

    async fn update(&self, id: &OrderId, change: &OrderChange, by: &Actor, now: DateTime<Utc>) -> Result<UpdateOrderOutcome, PortError> {
        let (db, id, change, by) = (self.clone(), id.clone(), change.clone(), by.clone());
        let task = cause::spawn(async move { retrying(|| update::update(&db, &id, &change, &by, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }
}
