//! Reading the gateway's records of attempts: which are due, and booking what they say.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::payments::attempt::AttemptId;
use domain::payments::attention::AttentionKind;
use domain::payments::check_times::RETRY;
use domain::payments::gateway::GatewayPayment;
use domain::payments::gateway_news::Booking;
use domain::payments::gateway_records::recorded;
use domain::payments::ledger::Booked;
use domain::payments::refund_sending::next_read;
use domain::shared::order_id::OrderId;

use super::attempts::{attempt, write_attempt};
use super::attention::{PaymentNews, note_found, note_payment, raise_once, raise_unconfirmed};
use super::references::taken_names;
use super::write::integer;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::orders::{locked, write_payment};
use crate::query::sql::Sql;
use crate::schema::payment_attempts;

/// Takes at most `$2` attempts that are due at `$1`, until `$3`. Rows that another instance takes are left out.
const TAKE_DUE: &str = "
    WITH due AS MATERIALIZED (
        SELECT a.order_id, a.number, a.check_at, coalesce(o.user_id::text, o.id) AS customer,
            EXISTS (SELECT FROM payment_attempts l WHERE l.order_id = a.order_id AND l.number > a.number) AS is_former
        FROM payment_attempts a JOIN orders o ON o.id = a.order_id WHERE a.check_at <= $1
    ), ranked AS MATERIALIZED (
        SELECT order_id, number, row_number() OVER (ORDER BY is_former, turn, check_at, order_id, number) AS place
        FROM (SELECT *, row_number() OVER (PARTITION BY is_former, customer ORDER BY check_at, order_id, number) AS turn FROM due) AS turns
    ), picked AS MATERIALIZED (
        SELECT a.order_id, a.number, r.place FROM ranked r JOIN payment_attempts a USING (order_id, number)
        WHERE a.check_at <= $1 ORDER BY r.place LIMIT $2 FOR UPDATE OF a SKIP LOCKED
    ), taken AS (
        UPDATE payment_attempts a SET check_at = $3 FROM picked p WHERE (a.order_id, a.number) = (p.order_id, p.number)
        RETURNING a.order_id, a.number, p.place
    )
    SELECT order_id, number FROM taken ORDER BY place";

#[derive(Clone, Debug, QueryableByName)]
struct DueRow {
    #[diesel(sql_type = Text)]
    order_id: String,
    #[diesel(sql_type = Integer)]
    number: i32,
}

/// The attempts whose records are due. Each is due again after [`RETRY`], unless [`take_records`] says otherwise meanwhile, so that no
/// other instance reads them at the same time.
pub(super) async fn take_due(db: &Postgres, now: DateTime<Utc>, limit: usize) -> Result<Vec<AttemptId>, DbError> {
    let again = now.checked_add_signed(RETRY).unwrap_or(now);
    let statement = Sql::of(TAKE_DUE, [now.into(), i64::try_from(limit).unwrap_or(i64::MAX).into(), again.into()]);
    let due: Vec<DueRow> = statement.load(&mut *db.connection().await?).await?;
    let attempt = |row: DueRow| {
        let order = stored("order number", OrderId::parse(&row.order_id))?;
        Ok(AttemptId { order, number: stored("number", u32::try_from(row.number))? })
    };
    due.into_iter().map(attempt).collect()
}

/// Books what the records of an attempt say, and sets the time of the next read.
pub(super) async fn take_records(
    db: &Postgres,
    id: &AttemptId,
    payments: &[GatewayPayment],
    now: DateTime<Utc>,
) -> Result<Option<AttentionKind>, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(&id.order)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, &id.order).await? else { return Ok(None) };
            let Some(known) = attempt(connection, id).await? else { return Ok(None) };
            let taken = taken_names(connection, &known, payments.iter().map(|payment| payment.payment.as_str())).await?;
            let Booking { order, attempt, alarm } =
                recorded(current.clone(), known.clone(), payments, &taken, &Booked { by: None, at: now });
            let (attempt, missing) = attempt.after_read(payments, now);
            if attempt != known {
                write_attempt(connection, &attempt).await?;
            }
            if order != current {
                write_payment(connection, &current, &order).await?;
            }
            write_check(connection, id, next_read(&order, &attempt, now)).await?;
            if known.told.has_first_payment() && !attempt.told.has_first_payment() {
                note_found(connection, id).await?;
            }
            // Staff know of a first payment since it was told.
            for told in missing.iter().filter(|told| !told.is_first_payment()) {
                raise_unconfirmed(connection, id, told, now).await?;
            }
            let is_late = alarm == Some(AttentionKind::LatePayment);
            if let Some(alarm) = alarm.filter(|_| !is_late) {
                raise_once(connection, alarm, &id.order, &detail_of(alarm, id), now).await?;
            }
            // That an attempt was paid twice says already that too much came.
            if alarm == Some(AttentionKind::DuplicatePayment) {
                return Ok(alarm);
            }
            let told =
                note_payment(connection, &current, &order, PaymentNews { attempt: &attempt, is_late, is_withheld: false }, now).await?;
            Ok(alarm.or(told))
        })
        .await
}

/// The sentence that tells staff what the records of an attempt say.
fn detail_of(alarm: AttentionKind, id: &AttemptId) -> String {
    match alarm {
        AttentionKind::DuplicatePayment => format!("The attempt {id} was paid more than once, by the gateway's records."),
        AttentionKind::AmountMismatch
        | AttentionKind::Unmatched
        | AttentionKind::LatePayment
        | AttentionKind::Overpaid
        | AttentionKind::LateSlip => {
            format!("The gateway's records of the attempt {id} do not agree with what was asked for.")
        }
    }
}

/// Sets the time of the next read.
pub(super) async fn write_check(connection: &mut AsyncPgConnection, id: &AttemptId, at: Option<DateTime<Utc>>) -> Result<(), DbError> {
    diesel::update(payment_attempts::table.find((id.order.as_str(), integer(id.number))))
        .set(payment_attempts::check_at.eq(at))
        .execute(connection)
        .await?;
    Ok(())
}
