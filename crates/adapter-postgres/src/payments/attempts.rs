//! Attempts to pay at the gateway. Their transactions run in tasks of their own, so that a request that is dropped does not break them
//! off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_status::OrderStatus;
use domain::payments::attempt::{AttemptId, AttemptState};
use domain::payments::attempt_record::{Attempt, LEAST, LastAttempt, MOST_STARTED};
use domain::payments::attention::AttentionKind;
use domain::payments::check_times::next_check;
use domain::payments::gateway::{GatewayPayment, Notification, PaymentRef};
use domain::payments::ports::{PaymentAttempts, StartOutcome, TakeOutcome, UnpaidAttempt};
use domain::payments::told_payment::ToldPayments;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use serde_json::Value;

use super::checks;
use super::notifications::take_notification;
use super::told::{json_of, told_of};
use super::unpaid_attempts::{is_being_checked, unpaid_of};
use super::write::integer;
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying, stored};
use crate::orders::{locked, write_payment};
use crate::schema::payment_attempts;

#[async_trait]
impl PaymentAttempts for Postgres {
    async fn start(&self, id: &OrderId, now: DateTime<Utc>) -> Result<StartOutcome, PortError> {
        let (db, id) = (self.clone(), id.clone());
        let task = cause::spawn(async move { retrying(|| start(&db, &id, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }

    async fn take(&self, notification: &Notification, has_records: bool, now: DateTime<Utc>) -> Result<TakeOutcome, PortError> {
        let (db, notification) = (self.clone(), notification.clone());
        let task = cause::spawn(async move { retrying(|| take_notification(&db, &notification, has_records, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }

    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<AttemptId>, PortError> {
        Ok(checks::take_due(self, now, limit).await?)
    }

    async fn unpaid_of(&self, id: &OrderId) -> Result<Vec<UnpaidAttempt>, PortError> {
        Ok(unpaid_of(self, id).await?)
    }

    async fn take_records(
        &self,
        id: &AttemptId,
        payments: &[GatewayPayment],
        now: DateTime<Utc>,
    ) -> Result<Option<AttentionKind>, PortError> {
        let (db, id, payments) = (self.clone(), id.clone(), payments.to_vec());
        let task = cause::spawn(async move { retrying(|| checks::take_records(&db, &id, &payments, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }
}

async fn start(db: &Postgres, id: &OrderId, now: DateTime<Utc>) -> Result<StartOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(order) = locked(connection, id).await? else { return Ok(StartOutcome::NotFound) };
            if order.status == OrderStatus::Cancelled {
                return Ok(StartOutcome::Cancelled);
            }
            let due = stored("amount", Money::from_cents(order.figures().amount_due_cents()))?;
            if due == Money::ZERO {
                return Ok(StartOutcome::NothingDue);
            }
            if due < LEAST {
                return Ok(StartOutcome::TooLittle);
            }
            let last = last_of(connection, id).await?;
            match last {
                Some(last) if last.is_open(due, now) => Ok(StartOutcome::Open(order, last)),
                Some(_) if is_being_checked(connection, id, now).await? => Ok(StartOutcome::BeingChecked),
                Some(_) if started(connection, id).await? >= MOST_STARTED => Ok(StartOutcome::TooManyAttempts),
                last => match AttemptId::after(order.id.clone(), last.map(|last| last.id.number)) {
                    Some(id) => begin(connection, order, id, due, now).await,
                    None => Ok(StartOutcome::TooManyAttempts),
                },
            }
        })
        .await
}

/// The number of attempts of an order.
async fn started(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<i64, DbError> {
    Ok(payment_attempts::table.filter(payment_attempts::order_id.eq(id.as_str())).count().get_result(connection).await?)
}

/// Writes a new attempt.
async fn begin(
    connection: &mut AsyncPgConnection,
    order: Order,
    id: AttemptId,
    due: Money,
    now: DateTime<Utc>,
) -> Result<StartOutcome, DbError> {
    diesel::insert_into(payment_attempts::table)
        .values((
            payment_attempts::order_id.eq(id.order.as_str()),
            payment_attempts::number.eq(integer(id.number)),
            payment_attempts::amount_cents.eq(due.cents()),
            payment_attempts::started_at.eq(now),
            payment_attempts::check_at.eq(next_check(now, now)),
        ))
        .execute(connection)
        .await?;
    let attempt = Attempt { id, state: AttemptState::Created, amount: due, started_at: now, told: ToldPayments::default() };
    let mut later = order.clone().at_attempt(now);
    later.payment.note_attempt(&attempt);
    write_payment(connection, &order, &later).await?;
    Ok(StartOutcome::Started(later, attempt))
}

/// Number, state, amount in cents and start, when the newest of the movements was told that wait for the records, the number of a payment
/// that the release before has told, and the movements.
pub(super) type AttemptRow = (i32, String, i64, DateTime<Utc>, Option<DateTime<Utc>>, Option<String>, Value);

pub(super) const COLUMNS: (
    payment_attempts::number,
    payment_attempts::state,
    payment_attempts::amount_cents,
    payment_attempts::started_at,
    payment_attempts::told_at,
    payment_attempts::told_payment,
    payment_attempts::told,
) = (
    payment_attempts::number,
    payment_attempts::state,
    payment_attempts::amount_cents,
    payment_attempts::started_at,
    payment_attempts::told_at,
    payment_attempts::told_payment,
    payment_attempts::told,
);

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

/// The newest attempt of an order.
async fn last_of(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<Option<Attempt>, DbError> {
    let of_order = payment_attempts::table.filter(payment_attempts::order_id.eq(id.as_str()));
    let row = of_order.order(payment_attempts::number.desc()).select(COLUMNS).first::<AttemptRow>(connection).await.optional()?;
    row.map(|row| attempt_of(id, row)).transpose()
}

/// An attempt. The caller holds the lock of its order.
pub(super) async fn attempt(connection: &mut AsyncPgConnection, id: &AttemptId) -> Result<Option<Attempt>, DbError> {
    let found = payment_attempts::table.find((id.order.as_str(), integer(id.number))).select(COLUMNS);
    let row = found.first::<AttemptRow>(connection).await.optional()?;
    row.map(|row| attempt_of(&id.order, row)).transpose()
}

/// Writes the state of an attempt, and the told movements that wait. The caller holds the lock of its order. The release before reads the
/// newest one alone.
pub(super) async fn write_attempt(connection: &mut AsyncPgConnection, attempt: &Attempt) -> Result<(), DbError> {
    let told = json_of(&attempt.told);
    let number = attempt.told.iter().last().and_then(|told| told.what.number()).map(PaymentRef::as_str);
    diesel::update(payment_attempts::table.find((attempt.id.order.as_str(), integer(attempt.id.number))))
        .set((
            payment_attempts::state.eq(attempt.state.as_str()),
            payment_attempts::told_at.eq(attempt.told.newest()),
            payment_attempts::told_payment.eq(number),
            payment_attempts::told.eq(told),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) fn attempt_of(order: &OrderId, row: AttemptRow) -> Result<Attempt, DbError> {
    let (number, state, amount, started_at, told_at, told_payment, told) = row;
    let told = match told_at {
        Some(at) => told_of(at, told_payment, &told)?,
        None => ToldPayments::default(),
    };
    Ok(Attempt {
        id: AttemptId { order: order.clone(), number: stored("number", u32::try_from(number))? },
        state: stored("state of an attempt", AttemptState::parse(&state))?,
        amount: stored("amount", Money::from_cents(amount))?,
        started_at,
        told,
    })
}
