//! Writes the audit log, in the transaction of each change.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use serde_json::Value;

use crate::error::DbError;
use crate::schema::audit_log;

/// One change of an entity.
pub(crate) struct Entry<'a> {
    /// The action, one of those that the constraint `audit_log_action_check` allows.
    pub(crate) action: &'static str,
    /// The kind of the entity, such as `product`.
    pub(crate) entity: &'static str,
    /// The id of the entity within its kind.
    pub(crate) entity_id: &'a str,
    /// The entity before; `None` for a new one.
    pub(crate) before: Option<Value>,
    /// The entity after; `None` for a deleted one.
    pub(crate) after: Option<Value>,
}

#[derive(diesel::Insertable)]
#[diesel(table_name = audit_log)]
struct NewRow<'a> {
    at: DateTime<Utc>,
    actor_id: Option<uuid::Uuid>,
    actor_email: Option<&'a str>,
    request_id: &'a str,
    action: &'a str,
    entity: &'a str,
    entity_id: &'a str,
    before: Option<Value>,
    after: Option<Value>,
}

/// Writes an entry. The connection is in the transaction of the change.
pub(crate) async fn record(connection: &mut AsyncPgConnection, by: &Actor, at: DateTime<Utc>, entry: Entry<'_>) -> Result<(), DbError> {
    record_all(connection, by, at, vec![entry]).await
}

/// Writes the entries of a change of several entities. The connection is in the transaction of the change.
pub(crate) async fn record_all(
    connection: &mut AsyncPgConnection,
    by: &Actor,
    at: DateTime<Utc>,
    entries: Vec<Entry<'_>>,
) -> Result<(), DbError> {
    let rows: Vec<_> = entries.into_iter().map(|entry| row(by, at, entry)).collect();
    diesel::insert_into(audit_log::table).values(rows).execute(connection).await?;
    Ok(())
}

fn row<'a>(by: &'a Actor, at: DateTime<Utc>, entry: Entry<'a>) -> NewRow<'a> {
    NewRow {
        at,
        actor_id: by.user_id.map(domain::shared::ids::UserId::uuid),
        actor_email: by.email.as_ref().map(domain::shared::email::EmailAddress::as_str),
        request_id: &by.request_id,
        action: entry.action,
        entity: entry.entity,
        entity_id: entry.entity_id,
        before: entry.before,
        after: entry.after,
    }
}
