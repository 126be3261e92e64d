//! The messages from the contact page as staff read and finish them.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::messages::contact::{ContactDone, ContactMessage, ContactMessageId, ContactState, ContactText, ReceivedMessage};
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::page::{PageAnswer, PageRequest};
use domain::shared::text::PersonName;
use futures_util::try_join;
use serde_json::json;

use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::counted::Counted;
use crate::query::cursor::{self, Micros};
use crate::query::keyset::before;
use crate::reports::audit::{self, Entry};
use crate::schema::contact_messages;

const NEWEST: &str = "messages:newest";

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = contact_messages, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: i64,
    name: String,
    email: String,
    message: String,
    sent_at: DateTime<Utc>,
    done_at: Option<DateTime<Utc>>,
    done_by: Option<String>,
}

/// The messages in a state.
fn in_state<'a>(state: ContactState) -> contact_messages::BoxedQuery<'a, Pg> {
    let messages = contact_messages::table.into_boxed();
    match state {
        ContactState::Open => messages.filter(contact_messages::done_at.is_null()),
        ContactState::Done => messages.filter(contact_messages::done_at.is_not_null()),
    }
}

/// One page of the messages in a state, newest first.
pub(super) async fn list(db: &Postgres, state: ContactState, page: &PageRequest) -> Result<PageAnswer<ReceivedMessage>, DbError> {
    let list = cursor::name_of(NEWEST, &state.as_str());
    let mut rows = in_state(state).select(Row::as_select()).order((contact_messages::sent_at.desc(), contact_messages::id.desc()));
    if let Some(after) = &page.after {
        let Some((at, id)) = cursor::read::<Micros, i64>(&list, after) else { return Ok(PageAnswer::InvalidCursor) };
        rows = rows.filter(before((contact_messages::sent_at, contact_messages::id), (at.instant(), id)));
    }
    let rows = rows.limit(cursor::rows_to_load(page.limit));
    let counted = Counted(in_state(state).select(contact_messages::id).limit(cursor::COUNT_LIMIT));
    let connection = &*db.connection().await?;
    let (rows, count) = try_join!(rows.load::<Row>(&mut &*connection), counted.get_result::<i64>(&mut &*connection))?;
    cursor::page(rows, page.limit, count, |row: &Row| cursor::write(&list, &Micros::from(row.sent_at), &row.id), received)
}

/// Sets the state of a message, with an audit entry if it had another one; `None` where there is no such message.
pub(super) async fn set(
    db: &Postgres,
    message: ContactMessageId,
    state: ContactState,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<Option<ReceivedMessage>, DbError> {
    let mut connection = db.connection().await?;
    connection
        .transaction(async |connection| {
            let Some(changed) = change(connection, message, state, by, now).await? else {
                let row: Option<Row> =
                    contact_messages::table.find(message.0).select(Row::as_select()).get_result(connection).await.optional()?;
                return row.map(received).transpose();
            };
            let before = match state {
                ContactState::Open => ContactState::Done,
                ContactState::Done => ContactState::Open,
            };
            let entity_id = &message.0.to_string();
            let [before, after] = [before, state].map(|state| Some(json!({"state": state.as_str()})));
            audit::record(connection, by, now, Entry { action: "update", entity: "message", entity_id, before, after }).await?;
            received(changed).map(Some)
        })
        .await
}

/// The message in its new state; `None` where none with this number has the other one.
async fn change(
    connection: &mut AsyncPgConnection,
    message: ContactMessageId,
    state: ContactState,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<Option<Row>, DbError> {
    let row = contact_messages::table.find(message.0);
    let changed = match state {
        ContactState::Open => {
            let open = (contact_messages::done_at.eq(None::<DateTime<Utc>>), contact_messages::done_by.eq(None::<String>));
            let done = row.filter(contact_messages::done_at.is_not_null());
            diesel::update(done).set(open).returning(Row::as_returning()).get_result(connection).await
        }
        ContactState::Done => {
            let by = by.email.as_ref().map(EmailAddress::as_str);
            let done = (contact_messages::done_at.eq(now), contact_messages::done_by.eq(by));
            let open = row.filter(contact_messages::done_at.is_null());
            diesel::update(open).set(done).returning(Row::as_returning()).get_result(connection).await
        }
    };
    Ok(changed.optional()?)
}

fn received(row: Row) -> Result<ReceivedMessage, DbError> {
    let by = stored("e-mail address", row.done_by.as_deref().map(EmailAddress::parse_known).transpose())?;
    Ok(ReceivedMessage {
        id: ContactMessageId(row.id),
        message: ContactMessage {
            name: stored("name", PersonName::parse_known(&row.name))?,
            email: stored("e-mail address", EmailAddress::parse_known(&row.email))?,
            message: stored("message", ContactText::parse_known(&row.message))?,
            sent_at: row.sent_at,
        },
        done: row.done_at.map(|at| ContactDone { at, by }),
    })
}
