//! The history of an order.

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, select};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::orders::returns::order_return::{DecisionReason, ReturnStep};
use domain::payments::cod_confirmation::CallOutcome;
use domain::shared::email::EmailAddress;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{CancelReason, NoteText};
use futures_util::try_join;

use crate::error::{DbError, known, stored};
use crate::schema::{order_events, order_notes, orders};

/// The most events that are read: the newest ones.
const MOST: i64 = 500;
/// The stored name of [`EventKind::Cancelled`].
const CANCELLED: &str = "cancelled";
/// The stored name of [`EventKind::Note`].
const NOTE: &str = "note";

/// The stored name of [`EventKind::Parcel`], of which the customer was not mailed.
const PARCEL: &str = "parcel";
/// The stored name of [`EventKind::Parcel`], of which the customer was mailed.
const PARCEL_MAILED: &str = "parcelMailed";

/// The columns of [`order_events`] that make an [`OrderEvent`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_events, check_for_backend(diesel::pg::Pg))]
struct EventRow {
    at: DateTime<Utc>,
    actor_email: Option<String>,
    from_status: Option<String>,
    to_status: String,
    request_id: Option<String>,
    kind: Option<String>,
}

/// The text of an event.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_notes, check_for_backend(diesel::pg::Pg))]
struct NoteRow {
    visibility: String,
    text: String,
}

/// The events of an order, oldest first; `None` for an unknown order.
pub(crate) async fn history(connection: &AsyncPgConnection, id: &OrderId) -> Result<Option<Vec<OrderEvent>>, DbError> {
    let is_known = select(exists(orders::table.find(id.as_str())));
    let newest = order_events::table
        .left_join(order_notes::table)
        .filter(order_events::order_id.eq(id.as_str()))
        .order(order_events::id.desc())
        .limit(MOST)
        .select((EventRow::as_select(), Option::<NoteRow>::as_select()));
    let newest = newest.load::<(EventRow, Option<NoteRow>)>(&mut &*connection);
    let (is_known, newest) = try_join!(is_known.get_result::<bool>(&mut &*connection), newest)?;
    if !is_known {
        return Ok(None);
    }
    newest.into_iter().rev().map(event_of).collect::<Result<_, _>>().map(Some)
}

/// The name under which a kind is stored; `None` for a status that was set.
pub(super) const fn kind_name(kind: &EventKind) -> Option<&'static str> {
    match kind {
        EventKind::Status => None,
        EventKind::Step(step) => Some(step.as_str()),
        EventKind::Cancelled(_) => Some(CANCELLED),
        EventKind::Note(_) => Some(NOTE),
        EventKind::Parcel { is_mailed: false } => Some(PARCEL),
        EventKind::Parcel { is_mailed: true } => Some(PARCEL_MAILED),
        EventKind::Call(outcome) => Some(call_name(*outcome)),
        EventKind::Return { step, .. } => Some(step.as_str()),
    }
}

/// The name under which a call is stored.
const fn call_name(outcome: CallOutcome) -> &'static str {
    match outcome {
        CallOutcome::Confirmed => "codConfirmed",
        CallOutcome::Unreachable => "codUnreachable",
        CallOutcome::Refused => "codRefused",
    }
}

fn event_of((row, note): (EventRow, Option<NoteRow>)) -> Result<OrderEvent, DbError> {
    Ok(OrderEvent {
        at: row.at,
        actor: stored("e-mail address", row.actor_email.as_deref().map(EmailAddress::parse_known).transpose())?,
        from: stored("order status", row.from_status.as_deref().map(OrderStatus::parse).transpose())?,
        to: stored("order status", OrderStatus::parse(&row.to_status))?,
        request_id: row.request_id,
        kind: kind_of(row.kind.as_deref(), note)?,
    })
}

fn kind_of(name: Option<&str>, note: Option<NoteRow>) -> Result<EventKind, DbError> {
    Ok(match name {
        None => EventKind::Status,
        Some(NOTE) => EventKind::Note(note_of(&known("text of a note", note)?)?),
        Some(PARCEL) => EventKind::Parcel { is_mailed: false },
        Some(PARCEL_MAILED) => EventKind::Parcel { is_mailed: true },
        Some(CANCELLED) => {
            EventKind::Cancelled(stored("reason of a cancellation", note.map(|note| CancelReason::parse_known(&note.text)).transpose())?)
        }
        Some(name) if let Some(outcome) = call_of(name) => EventKind::Call(outcome),
        Some(name) if let Some(step) = ReturnStep::parse(name) => EventKind::Return {
            step,
            reason: stored("reason of a decision", note.map(|note| DecisionReason::parse_known(&note.text)).transpose())?,
        },
        Some(step) => EventKind::Step(stored("step", FulfilmentStep::parse(step))?),
    })
}

fn call_of(name: &str) -> Option<CallOutcome> {
    CallOutcome::ALL.into_iter().find(|outcome| call_name(*outcome) == name)
}

fn note_of(row: &NoteRow) -> Result<OrderNote, DbError> {
    Ok(OrderNote {
        text: stored("note", NoteText::parse_known(&row.text))?,
        visibility: stored("visibility of a note", NoteVisibility::parse(&row.visibility))?,
    })
}
