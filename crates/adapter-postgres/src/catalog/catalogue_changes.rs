//! The transactions that changed the catalogue since a mark. Triggers note them (`migrations/…_catalog_functions`); a snapshot of
//! the database tells which of them were committed meanwhile, in any order.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::ports::{CatalogueChange, CatalogueChanges, CatalogueMark, CatalogueNews, ChangedProducts};
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::Sql;

/// The time for which a note is kept.
const KEPT: TimeDelta = TimeDelta::hours(1);
/// The age at which a mark may be older than the notes.
const GOOD_FOR: TimeDelta = TimeDelta::minutes(30);

#[derive(Clone, Debug, QueryableByName)]
struct NewsRow {
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    snapshot: String,
    /// Whether any change was one of content; NULL without changes.
    #[diesel(sql_type = Nullable<Bool>)]
    is_content: Option<bool>,
}

#[async_trait]
impl CatalogueChanges for Postgres {
    async fn since<'a>(&self, last: Option<&'a CatalogueMark>) -> Result<CatalogueNews, PortError> {
        let mut connection = self.watch_connection().await?;
        Ok(news(&mut connection, last.and_then(read)).await?)
    }
}

async fn news(connection: &mut AsyncPgConnection, last: Option<(DateTime<Utc>, &str)>) -> Result<CatalogueNews, DbError> {
    let news = Sql::new("SELECT clock_timestamp() AS at, pg_current_snapshot()::text AS snapshot, ");
    let news = match last {
        // Only transactions that were open at the mark, or began later, can be new.
        Some((_, snapshot)) => news.sql("(SELECT bool_or(c.is_content) FROM catalogue_changes c, (SELECT ").bind(snapshot.to_owned()).sql(
            "::pg_snapshot AS seen) AS last WHERE c.xid >= pg_snapshot_xmin(last.seen)::text::bigint \
                 AND NOT pg_visible_in_snapshot(c.xid::text::xid8, last.seen)) AS is_content",
        ),
        None => news.sql("true AS is_content"),
    };
    let row: NewsRow = news.get_result(connection).await?;
    let forgotten = last.is_some_and(|(at, _)| (row.at - at).abs() > GOOD_FOR);
    let change = match row.is_content {
        Some(true) => Some(CatalogueChange::Content),
        _ if forgotten => Some(CatalogueChange::Content),
        Some(false) => Some(CatalogueChange::Stock),
        None => None,
    };
    Ok(CatalogueNews {
        mark: CatalogueMark(format!("{} {}", row.at.timestamp_micros(), row.snapshot)),
        change,
        products: ChangedProducts::Unknown,
    })
}

/// The time and the snapshot of a mark.
fn read(mark: &CatalogueMark) -> Option<(DateTime<Utc>, &str)> {
    let (at, snapshot) = mark.0.split_once(' ')?;
    Some((DateTime::from_timestamp_micros(at.parse().ok()?)?, snapshot))
}

/// Deletes notes that every instance has read, and notes of another server, whose transaction numbers a restored backup may
/// contain.
pub(crate) async fn sweep(connection: &mut AsyncPgConnection) -> Result<usize, DbError> {
    let old = Sql::new("DELETE FROM catalogue_changes WHERE at < clock_timestamp() - make_interval(secs => ")
        .bind(KEPT.num_seconds())
        .sql("::double precision) OR xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint");
    Ok(old.execute(connection).await?)
}
