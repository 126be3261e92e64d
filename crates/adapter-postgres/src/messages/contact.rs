//! Messages from the contact page.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::messages::contact::{
    ContactDone, ContactInbox, ContactMessage, ContactMessageId, ContactState, ContactText, MessageError, ReceivedMessage,
    SendMessageError, wait_after,
};
use domain::shared::email::EmailAddress;
use domain::shared::page::{InvalidCursor, Page, PageRequest};
use domain::shared::ports::PortError;
use domain::shared::text::PersonName;
use futures_util::try_join;
use serde_json::json;

use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::query::counted::Counted;
use crate::query::cursor::{self, Micros};
use crate::query::keyset::before;
use crate::schema::{contact_messages, mail_hold};

/// The name of the list in its cursors.
const NEWEST: &str = "messages:newest";

#[derive(Queryable, Selectable)]
#[diesel(table_name = contact_messages, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: i64,
    name: String,
    email: String,
    message: String,
    sent_at: DateTime<Utc>,
    mail_attempts: i32,
    done_at: Option<DateTime<Utc>>,
    done_by: Option<String>,
}

impl Postgres {
    /// The number of messages that are to be mailed.
    pub async fn mails_pending(&self) -> Result<i64, PortError> {
        let pending = contact_messages::table.filter(contact_messages::next_mail_at.is_not_null()).count();
        let connection = &mut *self.connection().await?;
        Ok(pending.get_result(connection).await.map_err(DbError::from)?)
    }
}

#[async_trait]
impl ContactInbox for Postgres {
    async fn store(&self, message: &ContactMessage) -> Result<(), SendMessageError> {
        let row = (
            contact_messages::name.eq(message.name.as_str()),
            contact_messages::email.eq(message.email.as_str()),
            contact_messages::message.eq(message.message.as_str()),
            contact_messages::sent_at.eq(message.sent_at),
            contact_messages::next_mail_at.eq(message.sent_at),
        );
        let connection = &mut *self.connection().await?;
        diesel::insert_into(contact_messages::table).values(row).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<(ContactMessageId, ContactMessage)>, PortError> {
        let mut connection = self.connection().await?;
        let taken: Result<Vec<ReceivedMessage>, DbError> = connection
            .transaction(async |connection| {
                let due: Vec<Row> = contact_messages::table
                    .filter(contact_messages::next_mail_at.le(now))
                    .filter(not(exists(mail_hold::table.select(mail_hold::id))))
                    .order((contact_messages::next_mail_at, contact_messages::id))
                    .limit(i64::try_from(limit).unwrap_or(i64::MAX))
                    .select(Row::as_select())
                    .for_update()
                    .skip_locked()
                    .load(connection)
                    .await?;
                for row in &due {
                    let attempts = row.mail_attempts.saturating_add(1);
                    let again = wait_after(u32::try_from(attempts).unwrap_or(u32::MAX)).map(|wait| now + wait);
                    let change = (contact_messages::mail_attempts.eq(attempts), contact_messages::next_mail_at.eq(again));
                    diesel::update(contact_messages::table.find(row.id)).set(change).execute(connection).await?;
                }
                due.into_iter().map(message_of).collect()
            })
            .await;
        Ok(taken?.into_iter().map(|taken| (taken.id, taken.message)).collect())
    }

    async fn mark_mailed(&self, message: ContactMessageId, now: DateTime<Utc>) -> Result<(), PortError> {
        let mailed = (contact_messages::mailed_at.eq(now), contact_messages::next_mail_at.eq(None::<DateTime<Utc>>));
        let connection = &mut *self.connection().await?;
        let row = contact_messages::table.find(message.0);
        diesel::update(row).set(mailed).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn list(&self, state: ContactState, page: &PageRequest) -> Result<Page<ReceivedMessage>, MessageError> {
        let list = cursor::name_of(NEWEST, &state.as_str());
        let mut rows = in_state(state).select(Row::as_select()).order((contact_messages::sent_at.desc(), contact_messages::id.desc()));
        if let Some(after) = &page.after {
            let (at, id) = cursor::read::<Micros, i64>(&list, after).ok_or(InvalidCursor)?;
            rows = rows.filter(before((contact_messages::sent_at, contact_messages::id), (at.instant(), id)));
        }
        let rows = rows.limit(cursor::rows_to_load(page.limit));
        let counted = Counted(in_state(state).select(contact_messages::id).limit(cursor::COUNT_LIMIT));
        let connection = &*self.connection().await?;
        let (rows, count) =
            try_join!(rows.load::<Row>(&mut &*connection), counted.get_result::<i64>(&mut &*connection)).map_err(DbError::from)?;
        Ok(cursor::page_of(rows, page.limit, count, |row| cursor::write(&list, &Micros::from(row.sent_at), &row.id), message_of)?)
    }

    async fn set_state(
        &self,
        message: ContactMessageId,
        state: ContactState,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<ReceivedMessage, MessageError> {
        self.in_transaction(Work::Accounts, &[row_of::message(message)], async |connection| {
            let row = contact_messages::table.find(message.0);
            let current: Option<Row> = row.select(Row::as_select()).for_no_key_update().first(connection).await.optional()?;
            let current = message_of(current.ok_or(Aborted::Refused(MessageError::NotFound))?)?;
            if current.state() == state {
                return Ok(current);
            }
            let done = (state == ContactState::Done).then(|| ContactDone { at: now, by: by.email.clone() });
            let done_by = done.as_ref().and_then(|done| done.by.as_ref()).map(EmailAddress::as_str);
            let set = (contact_messages::done_at.eq(done.as_ref().map(|done| done.at)), contact_messages::done_by.eq(done_by));
            diesel::update(row).set(set).execute(connection).await?;
            let entity_id = &message.0.to_string();
            let [before, after] = [current.state(), state].map(|state| Some(json!({"state": state.as_str()})));
            audit::record(connection, by, now, Entry { action: "update", entity: "message", entity_id, before, after }).await?;
            Ok(ReceivedMessage { done, ..current })
        })
        .await
    }
}

fn in_state<'a>(state: ContactState) -> contact_messages::BoxedQuery<'a, Pg> {
    let messages = contact_messages::table.into_boxed();
    match state {
        ContactState::Open => messages.filter(contact_messages::done_at.is_null()),
        ContactState::Done => messages.filter(contact_messages::done_at.is_not_null()),
    }
}

fn message_of(row: Row) -> Result<ReceivedMessage, DbError> {
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
