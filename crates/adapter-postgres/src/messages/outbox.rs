//! The outbox of mails. Transactions that cause a mail queue it with [`enqueue`], or with [`enqueue_of`] if it is about an order.

mod data;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::messages::mail_message::MailKind;
use domain::messages::outbox::{LEASE, MailId, NewMail, TakenMail};
use domain::messages::ports::MailOutbox;
use domain::orders::order_id::OrderId;
use domain::orders::order_mails;
use domain::shared::email::EmailAddress;
use domain::shared::ports::PortError;
use serde_json::Value;
use uuid::Uuid;

use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::sql::{Bind, Sql};
use crate::schema::mail_outbox;

/// Takes at most `$3` mails of the kinds `$2` that are due at `$1`, until `$4`. Rows that another instance takes are left out.
const TAKE_DUE: &str = "
    WITH due AS MATERIALIZED (
        SELECT m.id FROM mail_outbox m
        WHERE m.next_attempt_at <= $1 AND m.kind = ANY ($2)
        ORDER BY m.next_attempt_at, m.id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE mail_outbox m SET attempts = m.attempts + 1, next_attempt_at = $4 FROM due WHERE m.id = due.id
        RETURNING m.id, m.kind, m.recipient, m.data, m.message_id, m.attempts, m.queued_at
    )
    SELECT id, kind, recipient, data, message_id, attempts FROM taken ORDER BY queued_at, id";

/// A taken mail.
#[derive(Clone, Debug, diesel::QueryableByName)]
struct TakenRow {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Nullable<Text>)]
    recipient: Option<String>,
    #[diesel(sql_type = Jsonb)]
    data: Value,
    #[diesel(sql_type = SqlUuid)]
    message_id: Uuid,
    #[diesel(sql_type = Integer)]
    attempts: i32,
}

/// A new row.
#[derive(diesel::Insertable)]
#[diesel(table_name = mail_outbox)]
struct NewRow<'a> {
    dedupe_key: &'a str,
    kind: &'static str,
    recipient: Option<&'a str>,
    data: Value,
    queued_at: DateTime<Utc>,
    next_attempt_at: DateTime<Utc>,
}

impl Postgres {
    /// The number of mails of the outbox that are to be sent.
    ///
    /// # Errors
    /// [`PortError`] when the database fails.
    pub async fn outbox_pending(&self) -> Result<i64, PortError> {
        let pending = mail_outbox::table.filter(mail_outbox::next_attempt_at.is_not_null()).count();
        let connection = &mut *self.connection().await?;
        Ok(pending.get_result(connection).await.map_err(DbError::from)?)
    }
}

#[async_trait]
impl MailOutbox for Postgres {
    async fn enqueue(&self, mail: &NewMail) -> Result<bool, PortError> {
        let connection = &mut *self.connection().await?;
        Ok(enqueue(connection, mail).await?)
    }

    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<TakenMail>, PortError> {
        let kinds: Vec<String> = MailKind::ALL.iter().map(|kind| kind.as_str().to_owned()).collect();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let statement = Sql::of(TAKE_DUE, [now.into(), kinds.into(), limit.into(), (now + LEASE).into()]);
        let mut connection = self.connection().await?;
        let rows: Vec<TakenRow> = statement.load(&mut *connection).await.map_err(DbError::from)?;
        Ok(rows.into_iter().map(taken_of).collect::<Result<_, _>>()?)
    }

    async fn mark_sent(&self, mail: MailId, now: DateTime<Utc>) -> Result<(), PortError> {
        let sent = (mail_outbox::sent_at.eq(now), mail_outbox::next_attempt_at.eq(None::<DateTime<Utc>>));
        let unsent = mail_outbox::table.find(mail.0).filter(mail_outbox::sent_at.is_null());
        let connection = &mut *self.connection().await?;
        diesel::update(unsent).set(sent).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn mark_failed(&self, mail: MailId, again: Option<DateTime<Utc>>) -> Result<(), PortError> {
        let unsent = mail_outbox::table.find(mail.0).filter(mail_outbox::sent_at.is_null());
        let connection = &mut *self.connection().await?;
        diesel::update(unsent).set(mail_outbox::next_attempt_at.eq(again)).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }
}

/// Queues a mail in the transaction of the caller, unless one with its key was queued before. Returns whether it was queued.
pub(crate) async fn enqueue(connection: &mut AsyncPgConnection, mail: &NewMail) -> Result<bool, DbError> {
    let row = row_of(mail)?;
    let written = diesel::insert_into(mail_outbox::table).values(row).on_conflict(mail_outbox::dedupe_key).do_nothing();
    Ok(written.execute(connection).await? == 1)
}

/// Queues mails to the customer of an order, in the transaction of what they report, and answers the number of new ones. Nothing is
/// queued for an order that was placed without mails: a former release placed it.
pub(crate) async fn enqueue_of(connection: &mut AsyncPgConnection, order: &OrderId, mails: &[NewMail]) -> Result<usize, DbError> {
    if mails.is_empty() {
        return Ok(0);
    }
    let placed = mail_outbox::table.filter(mail_outbox::dedupe_key.eq(order_mails::placed_key(order).as_str().to_owned()));
    if !diesel::select(diesel::dsl::exists(placed)).get_result::<bool>(connection).await? {
        return Ok(0);
    }
    let mut queued = 0;
    for mail in mails {
        queued += usize::from(enqueue(connection, mail).await?);
    }
    Ok(queued)
}

/// The mails as a parameter of a statement that queues them beside its own work: records for `jsonb_to_recordset`.
pub(crate) fn as_parameter(mails: &[NewMail]) -> Result<Bind, DbError> {
    let mails: Result<Vec<Value>, DbError> = mails.iter().map(|mail| Ok(data::as_record(mail)?)).collect();
    Ok(Bind::Json(Value::Array(mails?)))
}

fn row_of(mail: &NewMail) -> Result<NewRow<'_>, DbError> {
    Ok(NewRow {
        dedupe_key: mail.key.as_str(),
        kind: mail.message.kind().as_str(),
        recipient: mail.to.as_ref().map(EmailAddress::as_str),
        data: data::write(&mail.message)?,
        queued_at: mail.at,
        next_attempt_at: mail.at,
    })
}

fn taken_of(row: TakenRow) -> Result<TakenMail, DbError> {
    Ok(TakenMail {
        id: MailId(row.id),
        message_id: row.message_id,
        to: stored("e-mail address", row.recipient.as_deref().map(EmailAddress::parse).transpose())?,
        message: data::read(&row.kind, row.data)?,
        attempt: u32::try_from(row.attempts).unwrap_or(u32::MAX),
    })
}
