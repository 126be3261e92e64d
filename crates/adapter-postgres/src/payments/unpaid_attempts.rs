//! The attempts whose records are read before their order expires.

use std::cmp::Reverse;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::payments::attempt::AttemptState;
use domain::payments::attempt_record::Attempt;
use domain::payments::ports::UnpaidAttempt;
use domain::shared::order_id::OrderId;

use super::attempts::{AttemptRow, COLUMNS, attempt_of};
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::schema::payment_attempts;

/// The most attempts of an order that are read before it expires: each read uses one of the calls that the gateway allows, and other orders
/// wait meanwhile.
const READ_AT_END: usize = 5;

pub(super) async fn unpaid_of(db: &Postgres, id: &OrderId) -> Result<Vec<UnpaidAttempt>, DbError> {
    let states = AttemptState::ALL.into_iter().filter(|state| state.is_unanswered()).map(AttemptState::as_str);
    let unanswered = payment_attempts::table
        .filter(payment_attempts::order_id.eq(id.as_str()))
        .filter(payment_attempts::state.eq_any(states.collect::<Vec<_>>()).or(payment_attempts::told_at.is_not_null()));
    let rows: Vec<AttemptRow> = unanswered.select(COLUMNS).load(&mut *db.connection().await?).await?;
    let mut found = rows.into_iter().map(|row| attempt_of(id, row)).collect::<Result<Vec<Attempt>, _>>()?;
    found.sort_by_key(|attempt| Reverse((!attempt.told.is_empty(), attempt.state == AttemptState::Pending, attempt.id.number)));
    found.truncate(READ_AT_END);
    found.sort_by_key(|attempt| attempt.id.number);
    Ok(found.into_iter().map(|attempt| UnpaidAttempt { id: attempt.id, told: attempt.told }).collect())
}

/// A told payment keeps refunds and further attempts waiting for this time at most: staff can see the payment at the gateway, too.
const WAITED_FOR: TimeDelta = TimeDelta::hours(1);

/// Whether a payment of the order that was told within the last hour waits for the gateway's records: the money counts in no figure yet.
pub(super) async fn is_being_checked(connection: &mut AsyncPgConnection, id: &OrderId, now: DateTime<Utc>) -> Result<bool, DbError> {
    let since = now.checked_sub_signed(WAITED_FOR).unwrap_or(now);
    let waiting = payment_attempts::table.filter(payment_attempts::order_id.eq(id.as_str())).filter(payment_attempts::told_at.gt(since));
    Ok(diesel::select(exists(waiting)).get_result(connection).await?)
}
