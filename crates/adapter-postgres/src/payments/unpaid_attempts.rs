//! The attempts whose records are read before their order expires.

use std::cmp::Reverse;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order_id::OrderId;
use domain::payments::attempt::AttemptState;
use domain::payments::attempt_record::Attempt;
use domain::payments::ports::UnpaidAttempt;

use super::attempts::{AttemptRow, COLUMNS, attempt_of};
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::schema::{payment_attempts, payment_notifications};

/// The most attempts of an order that are read before it expires: each read uses one of the calls that the gateway allows, and other orders
/// wait meanwhile.
const READ_AT_END: usize = 5;

/// The code of a notification of success.
const SUCCESS: i32 = 2;

pub(super) async fn unpaid_of(db: &Postgres, id: &OrderId) -> Result<Vec<UnpaidAttempt>, DbError> {
    let connection = &mut *db.connection().await?;
    let attempts = unanswered_of(connection, id).await?;
    let told = told_paid(connection, &attempts).await?;
    let is_told_paid = |attempt: &Attempt| told_at(&told, attempt).is_some();
    let mut found: Vec<_> = attempts.into_iter().map(|attempt| (is_told_paid(&attempt), attempt)).collect();
    found.sort_by_key(|(is_told_paid, attempt)| Reverse((*is_told_paid, attempt.state == AttemptState::Pending, attempt.id.number)));
    found.truncate(READ_AT_END);
    found.sort_by_key(|(_, attempt)| attempt.id.number);
    Ok(found.into_iter().map(|(is_told_paid, attempt)| UnpaidAttempt { id: attempt.id, is_told_paid }).collect())
}

/// A told success keeps refunds and further attempts waiting for this time at most: staff can see the payment at the gateway, too.
const WAITED_FOR: TimeDelta = TimeDelta::hours(1);

/// Whether a success of the order that was told within the last hour waits for the gateway's records: the money counts in no figure yet.
pub(super) async fn is_being_checked(connection: &mut AsyncPgConnection, id: &OrderId, now: DateTime<Utc>) -> Result<bool, DbError> {
    let unanswered = unanswered_of(connection, id).await?;
    let since = now.checked_sub_signed(WAITED_FOR).unwrap_or(now);
    let told = told_paid(connection, &unanswered).await?;
    Ok(unanswered.iter().any(|attempt| told_at(&told, attempt).is_some_and(|at| at > since)))
}

/// The attempts of an order that may still be paid.
async fn unanswered_of(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<Vec<Attempt>, DbError> {
    let states = AttemptState::ALL.into_iter().filter(|state| state.is_unanswered()).map(AttemptState::as_str);
    let unanswered = payment_attempts::table
        .filter(payment_attempts::order_id.eq(id.as_str()))
        .filter(payment_attempts::state.eq_any(states.collect::<Vec<_>>()));
    let rows: Vec<AttemptRow> = unanswered.select(COLUMNS).load(connection).await?;
    rows.into_iter().map(|row| attempt_of(id, row)).collect()
}

/// The time at which a success of this attempt was told first, if it is not booked: its records are read as if it had begun then.
pub(super) async fn waiting_since(connection: &mut AsyncPgConnection, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, DbError> {
    if !attempt.state.is_unanswered() {
        return Ok(None);
    }
    Ok(told_at(&told_paid(connection, std::slice::from_ref(attempt)).await?, attempt))
}

fn told_at(told: &[Told], attempt: &Attempt) -> Option<DateTime<Utc>> {
    let (name, amount) = (attempt.id.to_string(), attempt.amount.to_string());
    told.iter().filter(|(of, told, _)| *of == name && *told == amount).map(|(_, _, at)| *at).min()
}

/// Name and amount of a notification of success, and when it came.
type Told = (String, String, DateTime<Utc>);

/// The notifications of success in rupees about these attempts. Name and amount are compared as by
/// [`domain::payments::gateway::Notification::is_for`].
async fn told_paid(connection: &mut AsyncPgConnection, attempts: &[Attempt]) -> Result<Vec<Told>, DbError> {
    let names: Vec<String> = attempts.iter().map(|attempt| attempt.id.to_string()).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let told = payment_notifications::table
        .filter(payment_notifications::attempt.eq_any(names))
        .filter(payment_notifications::status_code.eq(SUCCESS))
        .filter(payment_notifications::currency.eq("LKR"));
    Ok(told.select((payment_notifications::attempt, payment_notifications::amount, payment_notifications::at)).load(connection).await?)
}
