//! Changing an order, with its stock, history and audit entry in one transaction.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::{Order, Shortage};
use domain::orders::order_change::OrderChange;
use domain::orders::order_id::OrderId;
use domain::orders::order_mails;
use domain::orders::order_status::StockEffect;
use domain::orders::ports::UpdateOrderOutcome;
use domain::payments::ledger::Booked;
use domain::reports::audit::Actor;

use super::pricing;
use super::row::audited;
use super::steps::{locked, move_stock, record_event, write_status};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::messages::outbox;
use crate::payments;
use crate::reports::audit::{self, Entry};
use crate::schema::orders;

pub(crate) async fn update(
    db: &Postgres,
    id: &OrderId,
    change: &OrderChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<UpdateOrderOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(UpdateOrderOutcome::NotFound) };
            if change.is_stale(current.status) {
                return Ok(UpdateOrderOutcome::StatusChanged(current));
            }
            if let Some(refusal) = change.step_refusal(&current) {
                return Ok(UpdateOrderOutcome::StepRefused(refusal, current));
            }
            let changed = match change.clone().apply(current.clone(), &Booked::by(by, now)) {
                Ok(changed) => changed,
                Err(refusal) => return Ok(UpdateOrderOutcome::PaymentRefused(refusal)),
            };
            if changed == current {
                return Ok(UpdateOrderOutcome::Unchanged(current));
            }
            if let Some(order) = payments::used_reference(connection, &current, &changed, false).await? {
                return Ok(UpdateOrderOutcome::ReferenceUsed(order));
            }
            let large = match payments::large_refunds::check(connection, change.guard, (&current, &changed), by, now).await? {
                Ok(large) => large,
                Err(refusal) => return Ok(UpdateOrderOutcome::PaymentRefused(refusal)),
            };
            let effect = change.stock_effect(current.status);
            if let Some(shortages) = carry_out(connection, &current, &changed, effect, by, now).await? {
                return Ok(UpdateOrderOutcome::OutOfStock(shortages));
            }
            payments::large_refunds::tell(connection, large, &changed, by, now).await?;
            Ok(UpdateOrderOutcome::Updated(changed))
        })
        .await
}

/// Moves the stock and writes the changed order, in the transaction of the change; or answers what is short, and wrote nothing.
pub(crate) async fn carry_out(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    effect: StockEffect,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<Option<Vec<Shortage>>, DbError> {
    if let Err(shortages) = move_stock(connection, current, effect, by, now).await? {
        return Ok(Some(shortages));
    }
    write(connection, current, changed, by, now).await?;
    Ok(None)
}

async fn write(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    diesel::update(orders::table.find(current.id.as_str())).set(orders::notes.eq(changed.notes.as_str())).execute(connection).await?;
    write_status(connection, current, changed).await?;
    if changed.status != current.status {
        let event = record_event(connection, (current, changed.status), None, by, now).await?;
        let mails: Vec<_> = order_mails::of_step(changed, event, now).into_iter().collect();
        outbox::enqueue_of(connection, &changed.id, &mails).await?;
    }
    write_payment(connection, current, changed, None).await?;
    payments::note_overpayment(connection, current, changed, now).await?;
    let (before, after) = (Some(audited(current)), Some(audited(changed)));
    audit::record(connection, by, now, Entry { action: "update", entity: "order", entity_id: current.id.as_str(), before, after }).await
}

/// Writes what changed in the payment and the total, with the mails about money that came in or went back, in the transaction of the
/// change. A new charge or refund remembers `key`.
pub(crate) async fn write_payment(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    key: Option<&IdempotencyKey>,
) -> Result<(), DbError> {
    payments::write(connection, current, changed, key).await?;
    pricing::write(connection, current, changed).await?;
    outbox::enqueue_of(connection, &changed.id, &order_mails::of_payment(current, changed)).await?;
    if (&current.payment_id, current.refunded) == (&changed.payment_id, changed.refunded) {
        return Ok(());
    }
    // The release before reads these two.
    let values = (orders::payment_id.eq(changed.payment_id.as_ref().map(|p| p.as_str())), orders::refunded.eq(changed.refunded));
    diesel::update(orders::table.find(changed.id.as_str())).set(values).execute(connection).await?;
    Ok(())
}
