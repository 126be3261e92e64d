//! Reading the audit log; [`crate::audit`] writes it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::reports::audit_log::{AuditEntry, AuditLog, AuditQuery, AuditWord, AuditedId, Snapshot};
use domain::shared::email::EmailAddress;
use domain::shared::page::{InvalidCursor, ListError, Page};
use domain::shared::text::SearchText;
use futures_util::try_join;
use serde_json::Value;

use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::counted::Counted;
use crate::query::cursor::{self, Micros};
use crate::query::functions::folded;
use crate::query::keyset::before;
use crate::schema::audit_log;

const NEWEST: &str = "audit:newest";

#[async_trait]
impl AuditLog for Postgres {
    async fn list(&self, query: &AuditQuery) -> Result<Page<AuditEntry>, ListError> {
        let list = list_name(query);
        let mut rows = matching(query).select(EntryRow::as_select()).order((audit_log::at.desc(), audit_log::id.desc()));
        if let Some(after) = &query.page.after {
            let (at, id) = cursor::read::<Micros, i64>(&list, after).ok_or(InvalidCursor)?;
            rows = rows.filter(before((audit_log::at, audit_log::id), (at.instant(), id)));
        }
        let rows = rows.limit(cursor::rows_to_load(query.page.limit));
        let counted = Counted(matching(query).select(audit_log::id).limit(cursor::COUNT_LIMIT));
        let connection = &*self.connection().await?;
        let (rows, count) =
            try_join!(rows.load::<EntryRow>(&mut &*connection), counted.get_result::<i64>(&mut &*connection)).map_err(DbError::from)?;
        Ok(cursor::page_of(rows, query.page.limit, count, |row| cursor::write(&list, &Micros::from(row.at), &row.id), entry_of)?)
    }
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = audit_log, check_for_backend(diesel::pg::Pg))]
struct EntryRow {
    id: i64,
    at: DateTime<Utc>,
    actor_email: Option<String>,
    action: String,
    entity: String,
    entity_id: String,
    subject: String,
    before: Option<Value>,
    after: Option<Value>,
    request_id: String,
}

/// The name of the queried list, for its cursors.
fn list_name(query: &AuditQuery) -> String {
    let AuditQuery { entity, entity_id, action, actor, subject, page: _ } = query;
    let words = [entity, action].map(|word| word.as_ref().map(AuditWord::as_str));
    let actor = actor.as_ref().map(EmailAddress::as_str);
    cursor::name_of(NEWEST, &(words, entity_id.as_ref().map(AuditedId::as_str), actor, subject.as_ref().map(SearchText::as_str)))
}

fn matching(query: &AuditQuery) -> audit_log::BoxedQuery<'_, Pg> {
    let mut entries = audit_log::table.into_boxed();
    if let Some(entity) = &query.entity {
        entries = entries.filter(audit_log::entity.eq(entity.as_str()));
    }
    if let Some(id) = &query.entity_id {
        entries = entries.filter(audit_log::entity_id.eq(id.as_str()));
    }
    if let Some(action) = &query.action {
        entries = entries.filter(audit_log::action.eq(action.as_str()));
    }
    if let Some(actor) = &query.actor {
        entries = entries.filter(audit_log::actor_email.eq(actor.as_str()));
    }
    let beginning = query.subject.as_ref().map(|text| text.as_str().to_ascii_lowercase()).unwrap_or_default();
    if beginning.is_empty() {
        return entries;
    }
    // A range instead of a LIKE pattern: it needs no escaping, and every plan can use the index.
    let end = format!("{beginning}{}", char::MAX);
    entries.filter(folded(audit_log::subject).ge(beginning)).filter(folded(audit_log::subject).lt(end))
}

fn entry_of(row: EntryRow) -> Result<AuditEntry, DbError> {
    let snapshot = |value: Option<Value>| value.map(|value| Snapshot(value.to_string()));
    Ok(AuditEntry {
        id: row.id,
        at: row.at,
        actor: stored("e-mail address", row.actor_email.as_deref().map(EmailAddress::parse_known).transpose())?,
        action: stored("action", AuditWord::parse(&row.action))?,
        entity: stored("kind of thing", AuditWord::parse(&row.entity))?,
        entity_id: stored("id of a thing", AuditedId::parse(&row.entity_id))?,
        subject: row.subject,
        before: snapshot(row.before),
        after: snapshot(row.after),
        request_id: row.request_id,
    })
}
