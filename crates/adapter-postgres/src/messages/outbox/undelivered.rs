//! The mails that their recipients did not get.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::messages::mail_message::MailKind;
use domain::messages::outbox::{MailEnding, MailId, UndeliveredMail};
use domain::orders::order_id::OrderId;
use domain::shared::email::EmailAddress;

use crate::connection::pool::Postgres;
use crate::error::{DbError, known, stored};
use crate::schema::mail_outbox;

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = mail_outbox, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: i64,
    dedupe_key: String,
    kind: String,
    recipient: Option<String>,
    queued_at: DateTime<Utc>,
    ending: Option<String>,
    answer: Option<String>,
}

/// The newest ones first.
pub(super) async fn newest(db: &Postgres, limit: usize) -> Result<Vec<UndeliveredMail>, DbError> {
    let endings = [MailEnding::Refused, MailEnding::GivenUp, MailEnding::TooMany].map(MailEnding::as_str);
    let rows = mail_outbox::table
        .filter(mail_outbox::ending.eq_any(endings))
        .select(Row::as_select())
        .order((mail_outbox::queued_at.desc(), mail_outbox::id.desc()))
        .limit(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows: Vec<Row> = rows.load(&mut *db.connection().await?).await?;
    rows.into_iter().map(undelivered_of).collect()
}

fn undelivered_of(row: Row) -> Result<UndeliveredMail, DbError> {
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
