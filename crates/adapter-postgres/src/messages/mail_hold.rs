//! The hold on mails after a restore (`operations/backup/restore.rs` begins it).

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::messages::mail_hold::{HeldMails, MailHold};
use domain::shared::error::ReadError;
use serde_json::json;

use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::Sql;
use crate::schema::mail_hold;

/// The hold with the number of mails that wait, those of the contact page included.
const HELD: &str = "
    SELECT h.since, h.snapshot_at, (SELECT count(*) FROM mail_outbox m WHERE m.next_attempt_at IS NOT NULL)
        + (SELECT count(*) FROM contact_messages c WHERE c.next_mail_at IS NOT NULL) AS waiting
    FROM mail_hold h";

#[derive(Clone, Copy, Debug, diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Timestamptz)]
    since: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    snapshot_at: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    waiting: i64,
}

#[async_trait]
impl MailHold for Postgres {
    async fn held(&self) -> Result<Option<HeldMails>, ReadError> {
        Ok(held(&mut *self.connection().await?).await?)
    }

    async fn release(&self, by: &Actor, now: DateTime<Utc>) -> Result<Option<u64>, ReadError> {
        let mut connection = self.connection().await?;
        let released: Result<_, DbError> = connection
            .transaction(async |connection| {
                let Some(held) = held(connection).await? else { return Ok(None) };
                // Of two callers at once, the second one finds nothing to end.
                if diesel::delete(mail_hold::table).execute(connection).await? == 0 {
                    return Ok(None);
                }
                let before = json!({ "since": held.since, "snapshotAt": held.snapshot_at, "waiting": held.waiting });
                let entry = Entry { action: "release", entity: "outbox", entity_id: "held", before: Some(before), after: None };
                audit::record(connection, by, now, entry).await?;
                Ok(Some(held.waiting))
            })
            .await;
        Ok(released?)
    }
}

async fn held(connection: &mut AsyncPgConnection) -> Result<Option<HeldMails>, DbError> {
    let rows: Vec<Row> = Sql::new(HELD).load(connection).await?;
    let held = |row: &Row| HeldMails { since: row.since, snapshot_at: row.snapshot_at, waiting: row.waiting.unsigned_abs() };
    Ok(rows.as_slice().first().map(held))
}
