//! Committing a decided change of an order.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Order;
use domain::orders::order_change::{NewEvent, OrderChange};
use domain::orders::order_event::EventKind;
use domain::orders::order_mails;
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::shared::decide::Decide;
use domain::shared::edit::Edited;
use domain::shared::order_id::OrderId;
use serde_json::json;

use super::history::kind_name;
use super::pricing;
use super::row::audited;
use super::steps::{locked, move_stock, record_event, write_status};
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::messages::outbox;
use crate::payments;
use crate::schema::{order_notes, orders};

/// Locks the order, has the change decided, and writes it.
pub(super) async fn change(
    db: Postgres,
    id: OrderId,
    by: Actor,
    now: DateTime<Utc>,
    decide: Decide<Order, OrderChange, OrderError>,
) -> Result<Edited<Order>, OrderError> {
    db.in_transaction(Work::Orders, &[row_of::order(&id)], async |connection| {
        let current = locked(connection, &id).await?.ok_or(Aborted::Refused(OrderError::NotFound))?;
        let change = decide(&current).map_err(Aborted::Refused)?;
        let is_unchanged = change.order == current && change.event.is_none();
        if is_unchanged || is_paid_by_former_release(connection, &current, &change.order).await? {
            return Ok(Edited { thing: current, is_changed: false });
        }
        write(connection, &current, &change, &by, now).await?;
        Ok(Edited { thing: change.order, is_changed: true })
    })
    .await
}

/// Whether an order that would expire was paid as a former release records it, since it was found.
async fn is_paid_by_former_release(connection: &mut AsyncPgConnection, current: &Order, changed: &Order) -> Result<bool, DbError> {
    if !changed.payment.has_expired || current.payment.has_expired {
        return Ok(false);
    }
    Ok(payments::recorded(connection, &current.id).await?.payment_id != current.payment.payment_id())
}

/// Writes a note on an order, in the transaction of another change. The caller holds the lock of the order.
pub(crate) async fn note(
    connection: &mut AsyncPgConnection,
    order: &Order,
    note: &OrderNote,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    match order.add_note(note, now).event {
        Some(event) => write_event(connection, order, order, &event, by, now).await,
        None => Ok(()),
    }
}

async fn write(
    connection: &mut AsyncPgConnection,
    current: &Order,
    change: &OrderChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), Aborted<OrderError>> {
    let OrderChange { order, event, mails, attention, is_audited, guard } = change;
    if let Some(used) = payments::used_reference(connection, current, order, false).await? {
        return Err(Aborted::Refused(OrderError::ReferenceUsed(used)));
    }
    let large = payments::large_refunds::check(connection, *guard, (current, order), by, now).await?;
    let large = large.map_err(|refusal| Aborted::Refused(refusal.into()))?;
    let moved = move_stock(connection, current, current.status.stock_effect(order.status), by, now).await?;
    moved.map_err(|shortages| Aborted::Refused(OrderError::OutOfStock(shortages)))?;
    if order.notes != current.notes {
        let notes = orders::notes.eq(order.notes.as_str());
        diesel::update(orders::table.find(order.id.as_str())).set(notes).execute(connection).await?;
    }
    write_status(connection, current, order).await?;
    if let Some(event) = event {
        write_event(connection, current, order, event, by, now).await?;
    }
    write_money(connection, current, order, None).await?;
    outbox::enqueue_of(connection, &order.id, mails).await?;
    if let Some(attention) = attention {
        payments::raise_once(connection, attention.kind, &order.id, &attention.detail, now).await?;
    }
    if *is_audited {
        record_audit(connection, current, change, by, now).await?;
    }
    Ok(payments::large_refunds::tell(connection, large, order, by, now).await?)
}

/// Writes an event, its text and the mail about it.
async fn write_event(
    connection: &mut AsyncPgConnection,
    current: &Order,
    order: &Order,
    event: &NewEvent,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let number = record_event(connection, (current, order.status), kind_name(&event.kind), by, now).await?;
    let mail = event.mail.clone().map(|mail| mail.about_event(number));
    outbox::enqueue_of(connection, &order.id, mail.as_slice()).await?;
    let (visibility, text) = match &event.kind {
        EventKind::Note(note) => (note.visibility, note.text.as_str()),
        EventKind::Cancelled(Some(reason)) => (NoteVisibility::Customer, reason.as_str()),
        EventKind::Cancelled(None) | EventKind::Step(_) | EventKind::Status | EventKind::Call(_) | EventKind::Parcel { .. } => {
            return Ok(());
        }
    };
    diesel::insert_into(order_notes::table)
        .values((order_notes::event_id.eq(number), order_notes::visibility.eq(visibility.as_str()), order_notes::text.eq(text)))
        .execute(connection)
        .await?;
    Ok(())
}

async fn record_audit(
    connection: &mut AsyncPgConnection,
    current: &Order,
    change: &OrderChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (before, after) = match &change.event {
        Some(NewEvent { kind: EventKind::Note(note), .. }) => {
            (None, json!({ "note": note.text.as_str(), "visibility": note.visibility.as_str() }))
        }
        _ => (Some(audited(current)), audited(&change.order)),
    };
    let entry = Entry { action: "update", entity: "order", entity_id: current.id.as_str(), before, after: Some(after) };
    audit::record(connection, by, now, entry).await
}

/// Writes what changed in the payment and the total, with the mails about money that came in or went back, in the transaction of the
/// change. A new charge or refund remembers `key`.
pub(crate) async fn write_payment(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    key: Option<&IdempotencyKey>,
) -> Result<(), DbError> {
    write_money(connection, current, changed, key).await?;
    outbox::enqueue_of(connection, &changed.id, &order_mails::of_payment(current, changed)).await?;
    Ok(())
}

/// The same without the mails.
async fn write_money(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    key: Option<&IdempotencyKey>,
) -> Result<(), DbError> {
    payments::write(connection, current, changed, key).await?;
    pricing::write(connection, current, changed).await?;
    if (&current.payment_id, current.refunded) == (&changed.payment_id, changed.refunded) {
        return Ok(());
    }
    // The release before reads these two.
    let values = (orders::payment_id.eq(changed.payment_id.as_ref().map(|p| p.as_str())), orders::refunded.eq(changed.refunded));
    diesel::update(orders::table.find(changed.id.as_str())).set(values).execute(connection).await?;
    Ok(())
}
