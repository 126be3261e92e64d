//! Packing, delivering and cancelling orders, and notes on them. Each is one transaction in a task of its own, so that a request
//! that is dropped does not break it off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::cancellation::{Cancellation, cancelled};
use domain::orders::fulfilment_step::{StepChange, StepRefusal};
use domain::orders::order::Order;
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_id::OrderId;
use domain::orders::order_mails;
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::orders::parcel_change::ParcelChange;
use domain::orders::ports::{CallNoted, CancelOutcome, FulfilmentDesk, ParcelOutcome, StepOutcome};
use domain::payments::cod_confirmation::CallOutcome;
use domain::payments::ledger::Booked;
use domain::reports::audit::Actor;
use domain::shared::ports::PortError;
use serde_json::json;

use super::history::kind_name;
use super::row::audited;
use super::steps::{locked, move_stock, record_event, write_status};
use super::update::write_payment;
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, known, retrying};
use crate::messages::outbox;
use crate::reports::audit::{self, Entry};
use crate::schema::order_notes;

#[async_trait]
impl FulfilmentDesk for Postgres {
    async fn take_step(&self, id: &OrderId, change: &StepChange, by: &Actor, now: DateTime<Utc>) -> Result<StepOutcome, PortError> {
        let (db, id, change, by) = (self.clone(), id.clone(), change.clone(), by.clone());
        let task = cause::spawn(async move { retrying(|| take_step(&db, &id, &change, &by, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }

    async fn change_parcel(&self, id: &OrderId, change: &ParcelChange, by: &Actor, now: DateTime<Utc>) -> Result<ParcelOutcome, PortError> {
        let (db, id, change, by) = (self.clone(), id.clone(), change.clone(), by.clone());
        let task = cause::spawn(async move { retrying(|| change_parcel(&db, &id, &change, &by, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }

    async fn cancel(&self, id: &OrderId, cancellation: &Cancellation, by: &Actor, now: DateTime<Utc>) -> Result<CancelOutcome, PortError> {
        let (db, id, cancellation, by) = (self.clone(), id.clone(), cancellation.clone(), by.clone());
        let task = cause::spawn(async move { retrying(|| cancel(&db, &id, &cancellation, &by, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }

    async fn note_call(&self, id: &OrderId, outcome: CallOutcome, by: &Actor, now: DateTime<Utc>) -> Result<CallNoted, PortError> {
        let (db, id, by) = (self.clone(), id.clone(), by.clone());
        let task = cause::spawn(async move { retrying(|| note_call(&db, &id, outcome, &by, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }

    async fn add_note(&self, id: &OrderId, note: &OrderNote, by: &Actor, now: DateTime<Utc>) -> Result<Option<OrderEvent>, PortError> {
        let (db, id, note, by) = (self.clone(), id.clone(), note.clone(), by.clone());
        let task = cause::spawn(async move { retrying(|| add_note(&db, &id, &note, &by, now)).await });
        Ok(task.await.map_err(DbError::from)??)
    }
}

async fn take_step(db: &Postgres, id: &OrderId, change: &StepChange, by: &Actor, now: DateTime<Utc>) -> Result<StepOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(StepOutcome::NotFound) };
            let changed = match change.clone().apply(current.clone(), &Booked::by(by, now)) {
                Ok(changed) => changed,
                Err(StepRefusal::WrongStep) => return Ok(StepOutcome::WrongStep(current)),
                Err(StepRefusal::Unpaid) => return Ok(StepOutcome::Unpaid(current)),
                Err(StepRefusal::NotForPickup) => return Ok(StepOutcome::NotForPickup(current)),
                Err(StepRefusal::Unconfirmed) => return Ok(StepOutcome::Unconfirmed(current)),
            };
            write(connection, (&current, &changed), &EventKind::Step(change.step), by, now).await?;
            record_audit(connection, &current, &changed, by, now).await?;
            Ok(StepOutcome::Taken(changed))
        })
        .await
}

async fn change_parcel(
    db: &Postgres,
    id: &OrderId,
    change: &ParcelChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<ParcelOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(ParcelOutcome::NotFound) };
            let Ok(changed) = change.clone().apply(current.clone()) else { return Ok(ParcelOutcome::NotOnItsWay(current)) };
            write(connection, (&current, &changed), &EventKind::Parcel { is_mailed: change.is_mailed }, by, now).await?;
            record_audit(connection, &current, &changed, by, now).await?;
            Ok(ParcelOutcome::Changed(changed))
        })
        .await
}

async fn cancel(
    db: &Postgres,
    id: &OrderId,
    cancellation: &Cancellation,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<CancelOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(CancelOutcome::NotFound) };
            let Ok(changed) = cancelled(current.clone()) else { return Ok(CancelOutcome::NotCancellable(current)) };
            write(connection, (&current, &changed), &EventKind::Cancelled(cancellation.reason.clone()), by, now).await?;
            if cancellation.is_by_staff {
                record_audit(connection, &current, &changed, by, now).await?;
            }
            Ok(CancelOutcome::Cancelled(changed))
        })
        .await
}

async fn note_call(db: &Postgres, id: &OrderId, outcome: CallOutcome, by: &Actor, now: DateTime<Utc>) -> Result<CallNoted, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(CallNoted::NotFound) };
            let Ok(changed) = current.clone().called(outcome) else { return Ok(CallNoted::NotConfirmable(current)) };
            write(connection, (&current, &changed), &EventKind::Call(outcome), by, now).await?;
            record_audit(connection, &current, &changed, by, now).await?;
            Ok(CallNoted::Noted(changed))
        })
        .await
}

async fn add_note(db: &Postgres, id: &OrderId, note: &OrderNote, by: &Actor, now: DateTime<Utc>) -> Result<Option<OrderEvent>, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(None) };
            let kind = EventKind::Note(note.clone());
            write(connection, (&current, &current), &kind, by, now).await?;
            let after = Some(json!({ "note": note.text.as_str(), "visibility": note.visibility.as_str() }));
            let entry = Entry { action: "update", entity: "order", entity_id: id.as_str(), before: None, after };
            audit::record(connection, by, now, entry).await?;
            let (from, to) = (Some(current.status), current.status);
            Ok(Some(OrderEvent { at: now, actor: by.email.clone(), from, to, request_id: Some(by.request_id.clone()), kind }))
        })
        .await
}

/// Writes a note on an order, in the transaction of its change. The caller holds the lock of the order.
pub(crate) async fn note(
    connection: &mut AsyncPgConnection,
    order: &Order,
    note: OrderNote,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    write(connection, (order, order), &EventKind::Note(note), by, now).await
}

/// Writes a step: the stock that it moves, the order and the event with its text.
async fn write(
    connection: &mut AsyncPgConnection,
    (current, changed): (&Order, &Order),
    kind: &EventKind,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let moved = move_stock(connection, current, current.status.stock_effect(changed.status), by, now).await?;
    known("stock of a step that takes no units", moved.ok())?;
    write_status(connection, current, changed).await?;
    write_payment(connection, current, changed, None).await?;
    let event = record_event(connection, (current, changed.status), kind_name(kind), by, now).await?;
    let is_moved = changed.status != current.status;
    let mail = if is_moved { order_mails::of_step(changed, event, now) } else { order_mails::of_event(changed, kind, event, now) };
    outbox::enqueue_of(connection, &changed.id, &mail.into_iter().collect::<Vec<_>>()).await?;
    let (visibility, text) = match kind {
        EventKind::Note(note) => (note.visibility, note.text.as_str()),
        EventKind::Cancelled(Some(reason)) => (NoteVisibility::Customer, reason.as_str()),
        EventKind::Cancelled(None) | EventKind::Step(_) | EventKind::Status | EventKind::Call(_) | EventKind::Parcel { .. } => {
            return Ok(());
        }
    };
    diesel::insert_into(order_notes::table)
        .values((order_notes::event_id.eq(event), order_notes::visibility.eq(visibility.as_str()), order_notes::text.eq(text)))
        .execute(connection)
        .await?;
    Ok(())
}

async fn record_audit(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (before, after) = (Some(audited(current)), Some(audited(changed)));
    audit::record(connection, by, now, Entry { action: "update", entity: "order", entity_id: current.id.as_str(), before, after }).await
}
