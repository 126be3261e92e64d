//! Reading the audit log; [`crate::reports::audit`] writes it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Jsonb, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use domain::reports::audit_log::{AuditEntry, AuditQuery, AuditWord, AuditedId, Snapshot};
use domain::reports::ports::AuditLog;
use domain::shared::email::EmailAddress;
use domain::shared::page::PageAnswer;
use domain::shared::ports::PortError;
use domain::shared::text::SearchText;
use futures_util::try_join;
use serde_json::Value;

use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::cursor::{self, Micros};
use crate::query::sql::{Number, Sql};

const NEWEST: &str = "audit:newest";

#[async_trait]
impl AuditLog for Postgres {
    async fn list(&self, query: &AuditQuery) -> Result<PageAnswer<AuditEntry>, PortError> {
        Ok(list(self, query).await?)
    }
}

#[derive(Clone, Debug, QueryableByName)]
struct EntryRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    actor_email: Option<String>,
    #[diesel(sql_type = Text)]
    action: String,
    #[diesel(sql_type = Text)]
    entity: String,
    #[diesel(sql_type = Text)]
    entity_id: String,
    #[diesel(sql_type = Text)]
    subject: String,
    #[diesel(sql_type = Nullable<Jsonb>)]
    before: Option<Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    after: Option<Value>,
    #[diesel(sql_type = Text)]
    request_id: String,
}

async fn list(db: &Postgres, query: &AuditQuery) -> Result<PageAnswer<AuditEntry>, DbError> {
    let mut wanted = matching(query);
    let list = list_name(query);
    if let Some(after) = &query.page.after {
        let Some((at, id)) = cursor::read::<Micros, i64>(&list, after) else { return Ok(PageAnswer::InvalidCursor) };
        wanted = wanted.sql(" AND (at, id) < (").bind(at.instant()).sql(", ").bind(id).sql(")");
    }
    let rows = Sql::new("SELECT id, at, actor_email, action, entity, entity_id, subject, before, after, request_id ")
        .append(wanted)
        .sql(" ORDER BY at DESC, id DESC LIMIT ")
        .bind(cursor::rows_to_load(query.page.limit));
    let counted = Sql::new("SELECT count(*) AS n FROM (SELECT ").append(matching(query)).sql(" LIMIT ");
    let counted = counted.bind(cursor::COUNT_LIMIT).sql(") AS counted");
    let connection = &*db.connection().await?;
    let (rows, count) = try_join!(rows.load::<EntryRow>(&mut &*connection), counted.get_result::<Number>(&mut &*connection))?;
    cursor::page(rows, query.page.limit, count.n, |row: &EntryRow| cursor::write(&list, &Micros::from(row.at), &row.id), entry_of)
}

/// The name of the queried list, for its cursors.
fn list_name(query: &AuditQuery) -> String {
    let AuditQuery { entity, entity_id, action, actor, subject, page: _ } = query;
    let words = [entity, action].map(|word| word.as_ref().map(AuditWord::as_str));
    let actor = actor.as_ref().map(EmailAddress::as_str);
    cursor::name_of(NEWEST, &(words, entity_id.as_ref().map(AuditedId::as_str), actor, subject.as_ref().map(SearchText::as_str)))
}

/// `FROM … WHERE …`: the queried entries.
fn matching(query: &AuditQuery) -> Sql {
    let mut sql = Sql::new("FROM audit_log WHERE true");
    for (column, value) in [
        (" AND entity = ", query.entity.as_ref().map(AuditWord::as_str)),
        (" AND entity_id = ", query.entity_id.as_ref().map(AuditedId::as_str)),
        (" AND action = ", query.action.as_ref().map(AuditWord::as_str)),
        (" AND actor_email = ", query.actor.as_ref().map(EmailAddress::as_str)),
    ] {
        if let Some(value) = value {
            sql = sql.sql(column).bind(value.to_owned());
        }
    }
    let beginning = query.subject.as_ref().map(|text| text.as_str().to_ascii_lowercase()).unwrap_or_default();
    if beginning.is_empty() {
        return sql;
    }
    // A range instead of a LIKE pattern: it needs no escaping, and every plan can use the index.
    let end = format!("{beginning}{}", char::MAX);
    sql.sql(" AND lower(subject COLLATE \"C\") >= ").bind(beginning).sql(" AND lower(subject COLLATE \"C\") < ").bind(end)
}

fn entry_of(row: EntryRow) -> Result<AuditEntry, DbError> {
    let snapshot = |value: Option<Value>| value.map(|value| Snapshot(value.to_string()));
    Ok(AuditEntry {
        id: row.id,
        at: row.at,
        actor: stored("e-mail address", row.actor_email.as_deref().map(EmailAddress::parse).transpose())?,
        action: stored("action", AuditWord::parse(&row.action))?,
        entity: stored("kind of thing", AuditWord::parse(&row.entity))?,
        entity_id: stored("id of a thing", AuditedId::parse(&row.entity_id))?,
        subject: row.subject,
        before: snapshot(row.before),
        after: snapshot(row.after),
        request_id: row.request_id,
    })
}
