//! Attempts to pay at the gateway.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::payments::attempt::{AttemptId, AttemptState};
use domain::payments::attempt_record::{Attempt, LastAttempt};
use domain::payments::gateway::PaymentRef;
use domain::payments::told_payment::ToldPayments;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use serde_json::Value;

use super::told::{json_of, told_of};
use super::write::integer;
use crate::error::{DbError, stored};
use crate::schema::payment_attempts;

#[derive(Queryable, Selectable)]
#[diesel(table_name = payment_attempts, check_for_backend(diesel::pg::Pg))]
struct AttemptRow {
    number: i32,
    state: String,
    amount_cents: i64,
    started_at: DateTime<Utc>,
    /// When the newest of the movements was told that wait for the records.
    told_at: Option<DateTime<Utc>>,
    /// The number of the payment that the release before has told.
    told_payment: Option<String>,
    /// The movements.
    told: Value,
}

/// Order, number, state and start of a newest attempt.
pub(super) type LastRow = (String, i32, String, DateTime<Utc>);

/// The newest attempt of each of these orders.
pub(super) async fn last_of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> QueryResult<Vec<LastRow>> {
    use payment_attempts::{number, order_id, started_at, state};
    let of_orders = payment_attempts::table.filter(order_id.eq_any(ids)).distinct_on(order_id);
    of_orders.order((order_id, number.desc())).select((order_id, number, state, started_at)).load(&mut &*connection).await
}

/// The newest attempt of an order, and its number.
pub(super) fn last_attempt_of((order, number, state, started_at): LastRow) -> Result<(String, LastAttempt), DbError> {
    let state = stored("state of an attempt", AttemptState::parse(&state))?;
    Ok((order, LastAttempt { number: stored("number", u32::try_from(number))?, state, started_at }))
}

/// All attempts of an order, the oldest first.
pub(crate) async fn all_of(connection: &mut AsyncPgConnection, order: &OrderId) -> Result<Vec<Attempt>, DbError> {
    let of_order = payment_attempts::table.filter(payment_attempts::order_id.eq(order.as_str()));
    let rows: Vec<AttemptRow> = of_order.order(payment_attempts::number).select(AttemptRow::as_select()).load(connection).await?;
    rows.into_iter().map(|row| attempt_of(order, row)).collect()
}

/// Adds an attempt, or writes its state and the told movements that wait. The release before reads the newest one alone.
pub(crate) async fn write_attempt(connection: &mut AsyncPgConnection, attempt: &Attempt) -> Result<(), DbError> {
    let values = (
        payment_attempts::state.eq(attempt.state.as_str()),
        payment_attempts::told_at.eq(attempt.told.newest()),
        payment_attempts::told_payment.eq(attempt.told.iter().last().and_then(|told| told.what.number()).map(PaymentRef::as_str)),
        payment_attempts::told.eq(json_of(&attempt.told)),
    );
    diesel::insert_into(payment_attempts::table)
        .values((
            payment_attempts::order_id.eq(attempt.id.order.as_str()),
            payment_attempts::number.eq(integer(attempt.id.number)),
            payment_attempts::amount_cents.eq(attempt.amount.cents()),
            payment_attempts::started_at.eq(attempt.started_at),
            values.clone(),
        ))
        .on_conflict((payment_attempts::order_id, payment_attempts::number))
        .do_update()
        .set(values)
        .execute(connection)
        .await?;
    Ok(())
}

fn attempt_of(order: &OrderId, row: AttemptRow) -> Result<Attempt, DbError> {
    let AttemptRow { number, state, amount_cents, started_at, told_at, told_payment, told } = row;
    let told = match told_at {
        Some(at) => told_of(at, told_payment, &told)?,
        None => ToldPayments::default(),
    };
    Ok(Attempt {
        id: AttemptId { order: order.clone(), number: stored("number", u32::try_from(number))? },
        state: stored("state of an attempt", AttemptState::parse(&state))?,
        amount: stored("amount", Money::from_cents(amount_cents))?,
        started_at,
        told,
    })
}
