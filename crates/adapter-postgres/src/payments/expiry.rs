//! Orders that are not paid in time.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order_id::OrderId;
use domain::orders::order_status::{OrderStatus, StockEffect};
use domain::payments::ports::ExpiringOrders;
use domain::reports::audit::Actor;
use domain::shared::ports::PortError;

use super::former::recorded;
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying, stored};
use crate::orders::{carry_out, locked};
use crate::schema::{order_fulfilment, order_payments, orders};

/// The most orders that are found at once.
const MOST: i64 = 100;
/// The actor in the audit log.
const EXPIRY: &str = "payment expiry";

#[async_trait]
impl ExpiringOrders for Postgres {
    async fn overdue(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError> {
        Ok(overdue(self, now).await?)
    }

    async fn expire(&self, id: &OrderId, now: DateTime<Utc>) -> Result<bool, PortError> {
        let (db, id) = (self.clone(), id.clone());
        let task = cause::spawn(async move { retrying(|| expire(&db, &id, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }
}

/// Reads the index of unpaid orders that expire. Packed orders do not, nor those whose payment another release has recorded.
async fn overdue(db: &Postgres, now: DateTime<Utc>) -> Result<Vec<OrderId>, DbError> {
    let stages = [FulfilmentStatus::Packed, FulfilmentStatus::ReadyForPickup].map(FulfilmentStatus::as_str);
    let packed = order_fulfilment::table
        .filter(order_fulfilment::order_id.eq(order_payments::order_id))
        .filter(order_fulfilment::stage.eq_any(stages));
    let unpaid = order_payments::table
        .inner_join(orders::table)
        .filter(order_payments::expires_at.le(now))
        .filter(order_payments::charged_cents.eq(0))
        .filter(not(order_payments::has_expired))
        .filter(orders::status.eq(OrderStatus::Processing.as_str()))
        .filter(orders::payment_id.is_null())
        .filter(not(exists(packed)));
    let ids = unpaid.order(order_payments::expires_at).limit(MOST).select(order_payments::order_id);
    let ids: Vec<String> = ids.load(&mut *db.connection().await?).await?;
    ids.iter().map(|id| stored("order number", OrderId::parse(id))).collect()
}

async fn expire(db: &Postgres, id: &OrderId, now: DateTime<Utc>) -> Result<bool, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(false) };
            let is_unfulfilled = current.fulfilment_status() == FulfilmentStatus::Unfulfilled;
            let is_overdue = is_unfulfilled && current.payment.is_expired(current.owed(), now);
            // Another release may have recorded a payment since the order was found.
            if !is_overdue || recorded(connection, id).await?.payment_id.is_some() {
                return Ok(false);
            }
            let changed = current.clone().expired();
            let shortages = carry_out(connection, &current, &changed, StockEffect::Restock, &Actor::operator(EXPIRY), now).await?;
            Ok(shortages.is_none())
        })
        .await
}
