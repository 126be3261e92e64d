//! The refunds of the gateway that are under way. Each step is one transaction in a task of its own, so that a caller who is dropped does
//! not break it off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::payments::check_times::{RETRY, next_check};
use domain::payments::ledger::Booked;
use domain::payments::ports::RefundQueue;
use domain::payments::refund::{RefundId, RefundState, RefundVia};
use domain::payments::refund_sending::{PATIENCE, RefundStep, attempt_to_read};
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;

use super::checks::write_check;
use super::write::integer;
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying, stored};
use crate::orders::{locked, write_payment};
use crate::schema::refunds;

/// The most refunds that are found at once.
const MOST: i64 = 100;

#[async_trait]
impl RefundQueue for Postgres {
    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<RefundId>, PortError> {
        Ok(take_due(self, now, limit).await?)
    }

    async fn stranded(&self, now: DateTime<Utc>) -> Result<Vec<RefundId>, PortError> {
        Ok(stranded(self, now).await?)
    }

    async fn step(&self, id: &RefundId, step: &RefundStep, now: DateTime<Utc>) -> Result<Option<RefundState>, PortError> {
        let (db, id, step) = (self.clone(), id.clone(), step.clone());
        let task = cause::spawn(async move { retrying(|| take_step(&db, &id, &step, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }
}

/// The refunds that wait. Each is due again after [`RETRY`], so that no other instance sends them at the same time.
async fn take_due(db: &Postgres, now: DateTime<Utc>, limit: usize) -> Result<Vec<RefundId>, DbError> {
    let mut connection = db.connection().await?;
    connection
        .transaction(async |connection| {
            let waiting = refunds::table
                .filter(refunds::state.eq(RefundState::Requested.as_str()))
                .filter(refunds::via.eq(RefundVia::Gateway.as_str()))
                .filter(refunds::due_at.is_null().or(refunds::due_at.le(now)));
            let due: Vec<(String, i32)> = waiting
                .order((refunds::at, refunds::order_id, refunds::number))
                .limit(i64::try_from(limit).unwrap_or(i64::MAX))
                .select((refunds::order_id, refunds::number))
                .for_update()
                .skip_locked()
                .load(connection)
                .await?;
            let due = ids_of(due)?;
            for id in &due {
                write_due(connection, id, now.checked_add_signed(RETRY)).await?;
            }
            Ok(due)
        })
        .await
}

async fn stranded(db: &Postgres, now: DateTime<Utc>) -> Result<Vec<RefundId>, DbError> {
    let sending = refunds::table.filter(refunds::state.eq(RefundState::Sending.as_str())).filter(refunds::due_at.le(now));
    let found = sending.order(refunds::at).limit(MOST).select((refunds::order_id, refunds::number));
    ids_of(found.load(&mut *db.connection().await?).await?)
}

fn ids_of(rows: Vec<(String, i32)>) -> Result<Vec<RefundId>, DbError> {
    let id = |(order, number): (String, i32)| {
        Ok(RefundId { order: stored("order number", OrderId::parse(&order))?, number: stored("number", u32::try_from(number))? })
    };
    rows.into_iter().map(id).collect()
}

async fn take_step(db: &Postgres, id: &RefundId, step: &RefundStep, now: DateTime<Utc>) -> Result<Option<RefundState>, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(&id.order)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, &id.order).await? else { return Ok(None) };
            let Some(changed) = current.with_refund_step(id.number, step, &Booked { by: None, at: now }) else { return Ok(None) };
            write_payment(connection, &current, &changed, None).await?;
            write_times(connection, id, &changed, step, now).await?;
            Ok(changed.payment.refunds.iter().find(|refund| refund.number == id.number).map(|refund| refund.state))
        })
        .await
}

/// Sets the time after which a refund that is being sent is stranded, or has the records read that may settle it.
async fn write_times(
    connection: &mut AsyncPgConnection,
    id: &RefundId,
    changed: &Order,
    step: &RefundStep,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if *step == RefundStep::Begin {
        return write_due(connection, id, now.checked_add_signed(PATIENCE)).await;
    }
    match attempt_to_read(changed, id) {
        Some(attempt) => write_check(connection, &attempt, next_check(now, now)).await,
        None => Ok(()),
    }
}

async fn write_due(connection: &mut AsyncPgConnection, id: &RefundId, at: Option<DateTime<Utc>>) -> Result<(), DbError> {
    let refund = refunds::table.find((id.order.as_str(), integer(id.number)));
    diesel::update(refund).set(refunds::due_at.eq(at)).execute(connection).await?;
    Ok(())
}
