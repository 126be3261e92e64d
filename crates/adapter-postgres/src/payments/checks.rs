//! Reading the gateway's records of attempts: which are due, and booking what they say.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order_id::OrderId;
use domain::payments::attempt::AttemptId;
use domain::payments::attention::AttentionKind;
use domain::payments::check_times::RETRY;
use domain::payments::gateway::GatewayPayment;
use domain::payments::gateway_news::Booking;
use domain::payments::gateway_records::recorded;
use domain::payments::ledger::Booked;
use domain::payments::refund_sending::next_read;

use super::attempts::{attempt, write_state};
use super::attention::{note_overpayment, raise_once};
use super::write::integer;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::orders::{locked, write_payment};
use crate::schema::payment_attempts;

/// The attempts whose records are due. Each is due again after [`RETRY`], unless [`take_records`] says otherwise meanwhile, so that no
/// other instance reads them at the same time.
pub(super) async fn take_due(db: &Postgres, now: DateTime<Utc>, limit: usize) -> Result<Vec<AttemptId>, DbError> {
    let mut connection = db.connection().await?;
    connection
        .transaction(async |connection| {
            let due: Vec<(String, i32)> = payment_attempts::table
                .filter(payment_attempts::check_at.le(now))
                .order((payment_attempts::check_at, payment_attempts::order_id, payment_attempts::number))
                .limit(i64::try_from(limit).unwrap_or(i64::MAX))
                .select((payment_attempts::order_id, payment_attempts::number))
                .for_update()
                .skip_locked()
                .load(connection)
                .await?;
            let mut ids = Vec::new();
            for (order, number) in due {
                let order = stored("order number", OrderId::parse(&order))?;
                let id = AttemptId { order, number: stored("number", u32::try_from(number))? };
                write_check(connection, &id, now.checked_add_signed(RETRY)).await?;
                ids.push(id);
            }
            Ok(ids)
        })
        .await
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
            let Booking { order, attempt, alarm } = recorded(current.clone(), known.clone(), payments, &Booked { by: None, at: now });
            if attempt.state != known.state {
                write_state(connection, &attempt).await?;
            }
            if order != current {
                write_payment(connection, &current, &order, None).await?;
            }
            write_check(connection, id, next_read(&order, &attempt, now)).await?;
            if let Some(alarm) = alarm {
                raise_once(connection, alarm, &id.order, &detail_of(alarm, id), now).await?;
            }
            // That an attempt was paid twice says already that too much came.
            if alarm == Some(AttentionKind::DuplicatePayment) {
                return Ok(alarm);
            }
            let overpaid = note_overpayment(connection, &current, &order, now).await?;
            Ok(alarm.or(overpaid))
        })
        .await
}

/// The sentence that tells staff what the records of an attempt say.
fn detail_of(alarm: AttentionKind, id: &AttemptId) -> String {
    match alarm {
        AttentionKind::LatePayment => format!("Money came for the cancelled order {}, by the gateway's records.", id.order),
        AttentionKind::DuplicatePayment => format!("The attempt {id} was paid more than once, by the gateway's records."),
        AttentionKind::AmountMismatch | AttentionKind::Unmatched | AttentionKind::Overpaid | AttentionKind::LateSlip => {
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
