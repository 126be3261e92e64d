//! The products that transactions changed since a cursor. Triggers note them (`migrations/schema/…_catalog_functions`); a snapshot of the
//! database tells which transactions were committed meanwhile, in any order.

mod position;

use std::time::Instant;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::ports::{CatalogueChange, ChangeFeed, ChangedProducts, FeedBatch, FeedCursor};
use domain::shared::ids::ProductId;
use domain::shared::ports::PortError;
use uuid::Uuid;

use self::position::{FirstRow, Position, Snapshot};
use crate::connection::pool::Postgres;
use crate::connection::replica::positions::Poll;
use crate::error::{DbError, known};
use crate::query::sql::Sql;

/// The time for which a note is kept.
const KEPT: TimeDelta = TimeDelta::hours(1);
/// The age at which a cursor may be older than the notes.
const GOOD_FOR: TimeDelta = TimeDelta::minutes(30);
/// The most notes that an answer names the products of. To compare all products costs less than to read more of them one by one.
const NAMED: usize = 20_000;

/// A first row that this server wrote. A row that was restored from a backup was written by another transaction than it says, or
/// in its name by another server.
const IS_FIRST_ROW: &str = "first.at = 'infinity' AND first.xmin::text::bigint = first.xid % 4294967296";

/// A note, and the state of the database, which is the same in all rows. There is one row without a note where nothing changed.
#[derive(Clone, Debug, QueryableByName)]
struct NewsRow {
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    started_at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    snapshot: String,
    #[diesel(sql_type = Bool)]
    has_first_row: bool,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    product_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Bool>)]
    is_content: Option<bool>,
}

/// The state of the database with the first row of the notes.
#[derive(Clone, Debug, QueryableByName)]
struct FirstRowNow {
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    snapshot: String,
    #[diesel(sql_type = BigInt)]
    xid: i64,
    #[diesel(sql_type = SqlUuid)]
    product_id: Uuid,
}

#[async_trait]
impl ChangeFeed for Postgres {
    async fn since<'a>(&self, last: Option<&'a FeedCursor>) -> Result<FeedBatch, PortError> {
        let mut connection = self.watch_connection().await?;
        let Some(replica) = self.replica() else { return Ok(batch(&mut connection, last).await?) };
        // The own changes before the question, which covers them; the position after it, which covers the answer.
        let (asked, own) = (Instant::now(), replica.positions().own());
        let batch = batch(&mut connection, last).await?;
        replica.positions().note(&mut connection, Poll { asked, own, is_changed: batch.change.is_some() }).await;
        Ok(batch)
    }
}

async fn batch(connection: &mut AsyncPgConnection, last: Option<&FeedCursor>) -> Result<FeedBatch, DbError> {
    if let Some(last) = last.and_then(|cursor| Position::parse(&cursor.0))
        && let Some(batch) = remembered(connection, &last).await?
    {
        return Ok(batch);
    }
    let cursor = first_cursor(connection).await?;
    Ok(FeedBatch { cursor, change: Some(CatalogueChange::Content), products: ChangedProducts::Unknown })
}

/// The changes since a cursor; `None` when not all of them are noted.
async fn remembered(connection: &mut AsyncPgConnection, last: &Position) -> Result<Option<FeedBatch>, DbError> {
    // Only transactions that were open at the cursor, or began later, can be new.
    let notes = Sql::new(
        "SELECT now.at, now.started_at, now.snapshot::text AS snapshot, first.xid IS NOT NULL AS has_first_row, c.product_id, c.is_content \
         FROM (SELECT clock_timestamp() AS at, pg_postmaster_start_time() AS started_at, pg_current_snapshot() AS snapshot, ",
    )
    .bind(last.snapshot.to_string())
    .sql("::pg_snapshot AS seen) AS now LEFT JOIN catalogue_changes first ON first.xid = ")
    .bind(last.first_row.xid)
    .sql(" AND first.product_id = ")
    .bind(last.first_row.id)
    .sql(" AND ")
    .sql(IS_FIRST_ROW)
    .sql(
        " LEFT JOIN LATERAL (SELECT DISTINCT n.product_id, n.is_content FROM catalogue_changes n \
         WHERE n.xid >= pg_snapshot_xmin(now.seen)::text::bigint AND NOT pg_visible_in_snapshot(n.xid::text::xid8, now.seen) \
         AND n.at < 'infinity' LIMIT ",
    )
    .bind(i64::try_from(NAMED + 1).unwrap_or(i64::MAX))
    .sql(") AS c ON true");
    let rows: Vec<NewsRow> = notes.load(connection).await?;
    let now = known("state of the database", rows.as_slice().first())?;
    let snapshot = known("snapshot", Snapshot::parse(&now.snapshot))?;
    let is_of_this_server = now.has_first_row && last.at >= now.started_at && last.snapshot.is_before(&snapshot);
    if !is_of_this_server || (now.at - last.at).abs() > GOOD_FOR || rows.len() > NAMED {
        return Ok(None);
    }
    let cursor = Position { at: now.at, snapshot, first_row: last.first_row };
    let (change, products) = changes(&rows);
    Ok(Some(FeedBatch { cursor: FeedCursor(cursor.to_string()), change, products }))
}

/// The most significant change of some notes, and their products.
fn changes(rows: &[NewsRow]) -> (Option<CatalogueChange>, ChangedProducts) {
    let (mut change, mut edited, mut sold) = (None, Vec::new(), Vec::new());
    for (product, is_content) in rows.iter().filter_map(|row| row.product_id.zip(row.is_content)) {
        let (kind, products) = if is_content { (CatalogueChange::Content, &mut edited) } else { (CatalogueChange::Stock, &mut sold) };
        change = change.max(Some(kind));
        if !product.is_nil() {
            products.push(ProductId::new(product));
        }
    }
    (change, ChangedProducts::Known { edited, sold })
}

/// The present moment. Writes the first row of the notes when it is missing: what happened before may not be noted.
async fn first_cursor(connection: &mut AsyncPgConnection) -> Result<FeedCursor, DbError> {
    Sql::new(
        "INSERT INTO catalogue_changes (product_id, is_content, at) SELECT gen_random_uuid(), true, 'infinity' \
         WHERE NOT EXISTS (SELECT FROM catalogue_changes first WHERE ",
    )
    .sql(IS_FIRST_ROW)
    .sql(")")
    .execute(connection)
    .await?;
    let first: FirstRowNow = Sql::new(
        "SELECT clock_timestamp() AS at, pg_current_snapshot()::text AS snapshot, first.xid, first.product_id \
         FROM catalogue_changes first WHERE ",
    )
    .sql(IS_FIRST_ROW)
    .sql(" ORDER BY first.xid LIMIT 1")
    .get_result(connection)
    .await?;
    let snapshot = known("snapshot", Snapshot::parse(&first.snapshot))?;
    let cursor = Position { at: first.at, snapshot, first_row: FirstRow { xid: first.xid, id: first.product_id } };
    Ok(FeedCursor(cursor.to_string()))
}

/// Deletes notes that every instance has read, and notes of another server, which a restored backup may contain.
pub(crate) async fn sweep(connection: &mut AsyncPgConnection) -> Result<usize, DbError> {
    let old = Sql::new("DELETE FROM catalogue_changes first WHERE at < clock_timestamp() - make_interval(secs => ")
        .bind(KEPT.num_seconds())
        .sql("::double precision) OR xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint OR at = 'infinity' AND NOT (")
        .sql(IS_FIRST_ROW)
        .sql(")");
    Ok(old.execute(connection).await?)
}
