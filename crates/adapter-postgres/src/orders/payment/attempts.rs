//! Changing an order by an attempt to pay at the gateway.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use domain::orders::error::OrderError;
use domain::orders::invoicing::repository::ConfiguredSeller;
use domain::orders::payment::attempts::{AttemptChange, OrderAttempts};
use domain::orders::payment::error::PaymentError;
use domain::shared::decide::Decide;
use domain::shared::edit::Edit;
use domain::shared::order_id::OrderId;

use crate::connection::transaction::Aborted;
use crate::error::DbError;
use crate::orders::change::write_payment;
use crate::orders::invoicing::issue_due;
use crate::orders::steps::locked;
use crate::payments::attempts;
use crate::payments::attention::{add_attention, note_found};
use crate::payments::checks::write_check;
use crate::payments::references::{booked_elsewhere, keep_recorded, taken_names};

/// Locks the order, has the change of an attempt decided, and writes it.
pub(super) async fn change(
    connection: &mut AsyncPgConnection,
    seller: &ConfiguredSeller,
    id: &OrderId,
    now: DateTime<Utc>,
    names: &[String],
    decide: &Decide<OrderAttempts, AttemptChange, PaymentError>,
) -> Result<AttemptChange, Aborted<PaymentError>> {
    let present = with_attempts(connection, id, names).await?.ok_or_else(|| Aborted::Refused(OrderError::NotFound.into()))?;
    let change = decide(&present).map_err(Aborted::Refused)?;
    write(connection, seller, &present, &change, now).await?;
    Ok(change)
}

/// The order, locked until the transaction ends, with its attempts.
pub(super) async fn with_attempts(
    connection: &mut AsyncPgConnection,
    id: &OrderId,
    names: &[String],
) -> Result<Option<OrderAttempts>, DbError> {
    let Some(order) = locked(connection, id).await? else { return Ok(None) };
    let (attempts, taken) = (attempts::all_of(connection, id).await?, taken_names(connection, id, names).await?);
    let booked_elsewhere = booked_elsewhere(connection, id, names).await?;
    Ok(Some(OrderAttempts { order, attempts, taken, booked_elsewhere }))
}

/// Writes the change of an attempt.
pub(super) async fn write(
    connection: &mut AsyncPgConnection,
    seller: &ConfiguredSeller,
    present: &OrderAttempts,
    change: &AttemptChange,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let AttemptChange { order, attempt, next_read, attention, recorded, is_found, .. } = change;
    if !present.attempts.contains(attempt) {
        attempts::write_attempt(connection, attempt).await?;
    }
    if *order != present.order {
        write_payment(connection, &present.order, order).await?;
    }
    keep_recorded(connection, &attempt.id, recorded, now).await?;
    match next_read {
        Edit::Keep => {}
        Edit::Set(at) => write_check(connection, &attempt.id, Some(*at)).await?,
        Edit::Clear => write_check(connection, &attempt.id, None).await?,
    }
    if *is_found {
        note_found(connection, &attempt.id).await?;
    }
    for item in attention {
        add_attention(connection, Some(&order.id), item, now).await?;
    }
    issue_due(connection, seller, (&present.order, order), now).await
}
