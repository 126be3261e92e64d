//! Committing a decided change of an order.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::invoicing::repository::ConfiguredSeller;
use domain::orders::order::Order;
use domain::orders::order_change::{Audit, NewEvent, OrderChange};
use domain::orders::order_event::EventKind;
use domain::orders::order_mails;
use domain::orders::order_note::NoteVisibility;
use domain::orders::payment::repository::SlipPicture;
use domain::orders::returns::repository::Enclosure;
use domain::payments::order_payment::PaymentRefusal;
use domain::shared::decide::Decide;
use domain::shared::edit::Saved;
use domain::shared::order_id::OrderId;
use serde_json::json;

use super::history::kind_name;
use super::invoicing::issue_due;
use super::pricing;
use super::promotion_uses;
use super::returns;
use super::row::audited;
use super::steps::{locked, move_stock, record_event, write_status};
use crate::audit::{self, Entry};
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::images::uploads;
use crate::messages::outbox;
use crate::payments;
use crate::schema::{order_notes, orders};

impl Postgres {
    /// [`commit`] in a task and a transaction of its own, so that a request that is dropped does not break it off.
    pub(super) async fn change_order(
        &self,
        id: &OrderId,
        (by, now): (&Actor, DateTime<Utc>),
        enclosure: Option<Enclosure>,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Saved<Order>, OrderError> {
        let (db, id, by, seller) = (self.clone(), id.clone(), by.clone(), self.configured_seller());
        let change = async move {
            db.in_transaction(Work::Orders, &[row_of::order(&id)], async |connection| {
                commit(connection, &seller, &id, (&by, now), enclosure.as_ref(), &decide).await
            })
            .await
        };
        cause::spawn(change).await.map_err(DbError::from)?
    }
}

/// Locks the order, has the change decided, and writes it, in the transaction of the caller. For an enclosed picture its customer must have
/// room.
pub(crate) async fn commit(
    connection: &mut AsyncPgConnection,
    seller: &ConfiguredSeller,
    id: &OrderId,
    (by, now): (&Actor, DateTime<Utc>),
    enclosure: Option<&Enclosure>,
    decide: &Decide<Order, OrderChange, OrderError>,
) -> Result<Saved<Order>, Aborted<OrderError>> {
    let current = locked(connection, id).await?.ok_or(Aborted::Refused(OrderError::NotFound))?;
    if let Some(Enclosure::Picture(SlipPicture { bytes, of_customer: Some(customer) })) = enclosure
        && !uploads::has_room_for_slip(connection, *customer, bytes.len()).await?
    {
        return Err(Aborted::Refused(PaymentRefusal::TooManyUploads.into()));
    }
    let change = decide(&current).map_err(Aborted::Refused)?;
    let is_moved = change.order != current || change.event.is_some();
    if !is_moved && change.mails.is_empty() {
        return Ok(Saved { value: current, is_changed: false });
    }
    let queued = write(connection, &current, &change, enclosure, (by, now)).await?;
    issue_due(connection, seller, (&current, &change.order), now).await?;
    Ok(Saved { value: change.order, is_changed: is_moved || queued > 0 })
}

/// Writes a change, and answers the number of mails that it queued beside that of its event.
async fn write(
    connection: &mut AsyncPgConnection,
    current: &Order,
    change: &OrderChange,
    enclosure: Option<&Enclosure>,
    (by, now): (&Actor, DateTime<Utc>),
) -> Result<usize, Aborted<OrderError>> {
    let OrderChange { order, event, mails, attention, guard, is_counted, times, .. } = change;
    if let Some(used) = payments::used_reference(connection, current, order, *is_counted).await? {
        return Err(Aborted::Refused(OrderError::ReferenceUsed(used)));
    }
    let large = payments::large_refunds::check(connection, *guard, (current, order), by, now).await?;
    let large = large.map_err(|refusal| Aborted::Refused(refusal.into()))?;
    if !promotion_uses::moved(connection, current, order.status, now).await? {
        return Err(Aborted::Refused(OrderError::PromotionUsedUp));
    }
    let moved = move_stock(connection, current, order, by, now).await?;
    moved.map_err(|shortages| Aborted::Refused(OrderError::OutOfStock(shortages)))?;
    if order.notes != current.notes {
        let notes = orders::notes.eq(order.notes.as_str());
        diesel::update(orders::table.find(order.id.as_str())).set(notes).execute(connection).await?;
    }
    write_status(connection, current, order).await?;
    if let Some(event) = event {
        write_event(connection, current, order, event, by, now).await?;
    }
    returns::write(connection, current, order, enclosure).await?;
    write_money(connection, current, order, picture_of(enclosure)).await?;
    payments::write_times(connection, &order.id, times).await?;
    let queued = outbox::enqueue_of(connection, &order.id, mails).await?;
    for item in attention {
        payments::add_attention(connection, Some(&order.id), item, now).await?;
    }
    record_audit(connection, current, change, by, now).await?;
    payments::large_refunds::tell(connection, large, order, by, now).await?;
    Ok(queued)
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
        EventKind::Return { reason: Some(reason), .. } => (NoteVisibility::Customer, reason.as_str()),
        EventKind::Cancelled(None)
        | EventKind::Return { reason: None, .. }
        | EventKind::Step(_)
        | EventKind::Status
        | EventKind::Call(_)
        | EventKind::Parcel { .. } => return Ok(()),
    };
    diesel::insert_into(order_notes::table)
        .values((order_notes::event_id.eq(number), order_notes::visibility.eq(visibility.as_str()), order_notes::text.eq(text)))
        .execute(connection)
        .await?;
    Ok(())
}

fn picture_of(enclosure: Option<&Enclosure>) -> Option<&SlipPicture> {
    match enclosure? {
        Enclosure::Picture(picture) => Some(picture),
        Enclosure::Account(_) => None,
    }
}

async fn record_audit(
    connection: &mut AsyncPgConnection,
    current: &Order,
    change: &OrderChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (before, after) = match (change.audit, &change.event) {
        (Audit::Nothing, _) => return Ok(()),
        (Audit::Payment, _) => (Some(payments::audited(current)), payments::audited(&change.order)),
        (Audit::Order, Some(NewEvent { kind: EventKind::Note(note), .. })) => {
            (None, json!({ "note": note.text.as_str(), "visibility": note.visibility.as_str() }))
        }
        (Audit::Order, _) => (Some(audited(current)), audited(&change.order)),
    };
    let entry = Entry { action: "update", entity: "order", entity_id: current.id.as_str(), before, after: Some(after) };
    audit::record(connection, by, now, entry).await
}

/// Writes what changed in the payment and the total, with the mails about money that came in or went back, in the transaction of the
/// change.
pub(crate) async fn write_payment(connection: &mut AsyncPgConnection, current: &Order, changed: &Order) -> Result<(), DbError> {
    write_money(connection, current, changed, None).await?;
    outbox::enqueue_of(connection, &changed.id, &order_mails::of_payment(current, changed)).await?;
    Ok(())
}

/// The same without the mails, and with the picture of a new slip.
async fn write_money(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    picture: Option<&SlipPicture>,
) -> Result<(), DbError> {
    payments::write(connection, current, changed, picture).await?;
    pricing::write(connection, current, changed).await?;
    if (&current.payment_id, current.refunded) == (&changed.payment_id, changed.refunded) {
        return Ok(());
    }
    // Lists and searches read these two.
    let values = (orders::payment_id.eq(changed.payment_id.as_ref().map(|p| p.as_str())), orders::refunded.eq(changed.refunded));
    diesel::update(orders::table.find(changed.id.as_str())).set(values).execute(connection).await?;
    Ok(())
}
