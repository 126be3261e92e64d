//! The refunds of the gateway that are under way.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::payments::check_times::RETRY;
use domain::payments::refund::{RefundId, RefundState, RefundVia};
use domain::shared::order_id::OrderId;

use super::write::integer;
use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::schema::refunds;

/// The most refunds that are found at once.
const MOST: i64 = 100;

/// The refunds that wait. Each is due again after [`RETRY`], so that no other instance sends them at the same time.
pub(crate) async fn take_due(db: &Postgres, now: DateTime<Utc>, limit: usize) -> Result<Vec<RefundId>, DbError> {
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
                let refund = refunds::table.find((id.order.as_str(), integer(id.number)));
                diesel::update(refund).set(refunds::due_at.eq(now.checked_add_signed(RETRY))).execute(connection).await?;
            }
            Ok(due)
        })
        .await
}

pub(crate) async fn stranded(db: &Postgres, now: DateTime<Utc>) -> Result<Vec<RefundId>, DbError> {
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
