//! Messages from the contact page.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::messages::contact::{ContactMessage, ContactMessageId, ContactState, ContactText, ReceivedMessage, wait_after};
use domain::messages::ports::ContactInbox;
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::page::{PageAnswer, PageRequest};
use domain::shared::ports::PortError;
use domain::shared::text::PersonName;

use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::messages::contact_states;
use crate::schema::{contact_messages, mail_hold};

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = contact_messages, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: i64,
    name: String,
    email: String,
    message: String,
    sent_at: DateTime<Utc>,
    mail_attempts: i32,
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
    async fn store(&self, message: &ContactMessage) -> Result<(), PortError> {
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
        Ok(take_due(self, now, limit).await?)
    }

    async fn mark_mailed(&self, message: ContactMessageId, now: DateTime<Utc>) -> Result<(), PortError> {
        let mailed = (contact_messages::mailed_at.eq(now), contact_messages::next_mail_at.eq(None::<DateTime<Utc>>));
        let connection = &mut *self.connection().await?;
        let row = contact_messages::table.find(message.0);
        diesel::update(row).set(mailed).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn list(&self, state: ContactState, page: &PageRequest) -> Result<PageAnswer<ReceivedMessage>, PortError> {
        Ok(contact_states::list(self, state, page).await?)
    }

    async fn set_state(
        &self,
        message: ContactMessageId,
        state: ContactState,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Option<ReceivedMessage>, PortError> {
        Ok(contact_states::set(self, message, state, by, now).await?)
    }
}

async fn take_due(db: &Postgres, now: DateTime<Utc>, limit: usize) -> Result<Vec<(ContactMessageId, ContactMessage)>, DbError> {
    let mut connection = db.connection().await?;
    connection
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
        .await
}

fn message_of(row: Row) -> Result<(ContactMessageId, ContactMessage), DbError> {
    let message = ContactMessage {
        name: stored("name", PersonName::parse_known(&row.name))?,
        email: stored("e-mail address", EmailAddress::parse_known(&row.email))?,
        message: stored("message", ContactText::parse_known(&row.message))?,
        sent_at: row.sent_at,
    };
    Ok((ContactMessageId(row.id), message))
}
