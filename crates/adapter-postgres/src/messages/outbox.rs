//! The outbox of mails. Transactions that cause a mail queue it with [`enqueue`], or with [`enqueue_of`] if it is about an order.

mod data;
mod security;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use domain::messages::mail_message::MailKind;
use domain::messages::outbox::{COUNTED_FOR, LEASE, MAX_UNVERIFIED, MailEnding, MailId, NewMail, TakenMail, UndeliveredMail};
use domain::messages::ports::{MailOutbox, ServerAnswer};
use domain::orders::order_mails;
use domain::shared::email::EmailAddress;
use domain::shared::error::ReadError;
use domain::shared::language::Language;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use serde_json::Value;
use uuid::Uuid;

use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::error::{DbError, known, stored};
use crate::query::locks::{self, Lock};
use crate::query::sql::{Bind, Sql};
use crate::schema::mail_outbox;

/// Takes at most `$3` mails of the kinds `$2` that are due at `$1`, until `$4`; none while a restore holds them back. Rows that another
/// instance takes are left out.
const TAKE_DUE: &str = "
    WITH due AS MATERIALIZED (
        SELECT m.id FROM mail_outbox m
        WHERE m.next_attempt_at <= $1 AND m.kind = ANY ($2) AND m.ending IS NULL AND NOT EXISTS (SELECT FROM mail_hold)
        ORDER BY m.next_attempt_at, m.id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE mail_outbox m SET attempts = m.attempts + 1, next_attempt_at = $4 FROM due WHERE m.id = due.id
        RETURNING m.id, m.kind, m.recipient, m.data, m.message_id, m.attempts, m.language, m.queued_at, m.request_id
    )
    SELECT id, kind, recipient, data, message_id, attempts, language, request_id, EXISTS (
        SELECT FROM users u WHERE u.email = taken.recipient AND u.email_verified_at IS NOT NULL
    ) AS is_verified FROM taken ORDER BY queued_at, id";

/// Counts the mail `$1` to the address `$2` at `$3`, unless `$5` others were counted after `$4`.
const COUNT_UNVERIFIED: &str = "
    UPDATE mail_outbox SET counted_at = $3 WHERE id = $1 AND $5 > (
        SELECT count(*) FROM mail_outbox o WHERE o.recipient = $2 AND o.counted_at > $4 AND o.id <> $1
    )";

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
    #[diesel(sql_type = Nullable<Text>)]
    language: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    request_id: Option<String>,
    #[diesel(sql_type = Bool)]
    is_verified: bool,
}

/// The columns of [`mail_outbox`] that make an [`UndeliveredMail`].
#[derive(Queryable, Selectable)]
#[diesel(table_name = mail_outbox, check_for_backend(diesel::pg::Pg))]
struct UndeliveredRow {
    id: i64,
    dedupe_key: String,
    kind: String,
    recipient: Option<String>,
    queued_at: DateTime<Utc>,
    ending: Option<String>,
    answer: Option<String>,
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
        let none = None::<DateTime<Utc>>;
        let sent = (mail_outbox::sent_at.eq(now), mail_outbox::next_attempt_at.eq(none), mail_outbox::ending.eq(None::<String>));
        let unsent = mail_outbox::table.find(mail.0).filter(mail_outbox::sent_at.is_null());
        let connection = &mut *self.connection().await?;
        diesel::update(unsent).set(sent).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn mark_failed(&self, mail: MailId, again: DateTime<Utc>, answer: &ServerAnswer) -> Result<(), PortError> {
        let failed = (mail_outbox::next_attempt_at.eq(again), mail_outbox::answer.eq(answer.as_str()));
        let connection = &mut *self.connection().await?;
        diesel::update(open(mail)).set(failed).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn put_off(&self, mail: MailId, again: DateTime<Utc>) -> Result<(), PortError> {
        let untried = (mail_outbox::next_attempt_at.eq(again), mail_outbox::attempts.eq(mail_outbox::attempts - 1));
        let connection = &mut *self.connection().await?;
        let taken = open(mail).filter(mail_outbox::attempts.gt(0));
        diesel::update(taken).set(untried).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn mark_ended<'a>(&self, mail: MailId, ending: MailEnding, answer: Option<&'a ServerAnswer>) -> Result<(), PortError> {
        let none = None::<DateTime<Utc>>;
        let ended = (mail_outbox::next_attempt_at.eq(none), mail_outbox::ending.eq(ending.as_str()));
        let connection = &mut *self.connection().await?;
        let written = match answer {
            Some(answer) => diesel::update(open(mail)).set((ended, mail_outbox::answer.eq(answer.as_str()))).execute(connection).await,
            None => diesel::update(open(mail)).set(ended).execute(connection).await,
        };
        written.map_err(DbError::from)?;
        Ok(())
    }

    async fn undelivered(&self, limit: usize) -> Result<Vec<UndeliveredMail>, ReadError> {
        let endings = [MailEnding::Refused, MailEnding::GivenUp, MailEnding::TooMany].map(MailEnding::as_str);
        let rows = mail_outbox::table
            .filter(mail_outbox::ending.eq_any(endings))
            .select(UndeliveredRow::as_select())
            .order((mail_outbox::queued_at.desc(), mail_outbox::id.desc()))
            .limit(i64::try_from(limit).unwrap_or(i64::MAX));
        let connection = &mut *self.connection().await?;
        let rows: Vec<UndeliveredRow> = rows.load(connection).await.map_err(DbError::from)?;
        Ok(rows.into_iter().map(undelivered_of).collect::<Result<_, _>>()?)
    }

    async fn count_unverified(&self, mail: MailId, to: &EmailAddress, now: DateTime<Utc>) -> Result<bool, PortError> {
        let values =
            [Bind::from(mail.0), to.as_str().to_owned().into(), now.into(), (now - COUNTED_FOR).into(), i64::from(MAX_UNVERIFIED).into()];
        let mut connection = self.connection().await?;
        let counted: Result<usize, DbError> = connection
            .transaction(async |connection| {
                locks::take(connection, Lock::UnverifiedMails, to.as_str()).await?;
                Ok(Sql::of(COUNT_UNVERIFIED, values).execute(connection).await?)
            })
            .await;
        Ok(counted? == 1)
    }
}

/// The mail, if it was neither sent nor ended.
#[diesel::dsl::auto_type]
fn open(mail: MailId) -> _ {
    let id: i64 = mail.0;
    mail_outbox::table.find(id).filter(mail_outbox::sent_at.is_null()).filter(mail_outbox::ending.is_null())
}

/// Queues a mail in the transaction of the caller, unless one with its key was queued before. Returns whether it was queued.
pub(crate) async fn enqueue(connection: &mut AsyncPgConnection, mail: &NewMail) -> Result<bool, DbError> {
    Ok(queueing(std::slice::from_ref(mail), "")?.execute(connection).await? == 1)
}

/// Queues mails to the customer of an order, in the transaction of what they report, and answers the number of new ones. Nothing is
/// queued for an order that was placed without mails, as those of the demo shop are.
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
        if enqueue(connection, mail).await? {
            queued += 1;
            supersede(connection, mail).await?;
        }
    }
    Ok(queued)
}

/// Ends the waiting mails whose matter this new one concludes.
async fn supersede(connection: &mut AsyncPgConnection, by: &NewMail) -> Result<(), DbError> {
    let keys: Vec<String> = order_mails::superseded_by(by).iter().map(|key| key.as_str().to_owned()).collect();
    if keys.is_empty() {
        return Ok(());
    }
    let waiting = mail_outbox::table.filter(mail_outbox::dedupe_key.eq_any(keys)).filter(mail_outbox::next_attempt_at.is_not_null());
    let ended = (mail_outbox::next_attempt_at.eq(None::<DateTime<Utc>>), mail_outbox::ending.eq(MailEnding::Superseded.as_str()));
    diesel::update(waiting).set(ended).execute(connection).await?;
    Ok(())
}

/// The statement that queues mails, unless one with the same key was queued before, as [`domain::messages::ports::MailOutbox::enqueue`]
/// describes. They get the id of the request that the present task serves. It may be a part of another statement: `after` names, with a comma, the part without whose row nothing is queued.
pub(crate) fn queueing(mails: &[NewMail], after: &'static str) -> Result<Sql, DbError> {
    let start = "INSERT INTO mail_outbox (dedupe_key, kind, recipient, data, queued_at, next_attempt_at, request_id, language)
        SELECT mail.dedupe_key, mail.kind, mail.recipient, mail.data, mail.queued_at, mail.queued_at, mail.request_id, (
            SELECT u.language FROM users u WHERE u.email = mail.recipient AND u.email_verified_at IS NOT NULL
        ) FROM ";
    let end = ") AS mail (dedupe_key text, kind text, recipient text, data jsonb, queued_at timestamptz, request_id text)
        ON CONFLICT (dedupe_key) DO NOTHING";
    let cause = cause::current();
    let records: Result<Vec<Value>, DbError> = mails.iter().map(|mail| Ok(data::as_record(mail, cause.as_deref())?)).collect();
    Ok(Sql::new(start).sql(after).sql("jsonb_to_recordset(").bind(Bind::Json(Value::Array(records?))).sql(end))
}

fn taken_of(row: TakenRow) -> Result<TakenMail, DbError> {
    Ok(TakenMail {
        id: MailId(row.id),
        message_id: row.message_id,
        to: stored("e-mail address", row.recipient.as_deref().map(EmailAddress::parse_known).transpose())?,
        is_verified: row.is_verified,
        message: data::read(&row.kind, row.data)?,
        language: Language::of_stored(row.language.as_deref()),
        attempt: u32::try_from(row.attempts).unwrap_or(u32::MAX),
        request_id: row.request_id,
    })
}

fn undelivered_of(row: UndeliveredRow) -> Result<UndeliveredMail, DbError> {
    // The key of a mail about an order has the order's number behind its kind.
    let order = row.dedupe_key.split(':').nth(1).and_then(|number| OrderId::parse(number).ok());
    Ok(UndeliveredMail {
        id: MailId(row.id),
        kind: known("kind of mail", MailKind::parse(&row.kind))?,
        to: stored("e-mail address", row.recipient.as_deref().map(EmailAddress::parse_known).transpose())?,
        order,
        ending: known("ending of a mail", row.ending.as_deref().and_then(MailEnding::parse))?,
        answer: row.answer,
        queued_at: row.queued_at,
    })
}
