//! Updates the stored sums of sales and folds counts. This only makes the dashboard fast: its figures are correct without it.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::reports::sales_period::ShopDay;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::Sql;
use crate::reports::overview::{OF_DAY, table_of};

/// Adds to the sums of each span what they lack at `$1`.
const ADD_SALES: &str = include_str!("sales_summary/add_sales.sql");
/// Deletes sums of nothing.
const DROP_EMPTY: &str = include_str!("sales_summary/drop_empty.sql");
/// Moves the spans on to `$1`.
const MOVE_SPANS: &str = include_str!("sales_summary/move_spans.sql");
/// Adds the changes to the numbers of contacts, one call at a time: two would lock the same contacts in any order. Does nothing
/// while another instance does it.
const FOLD_CONTACTS: &str = include_str!("sales_summary/fold_contacts.sql");

impl Postgres {
    /// Sums up all sales to `now`, stores the sales of those of `days` that are over, deletes those of other days, and folds
    /// the counts. Meant to run about once a minute. Instances run it one after the other, and orders that are being placed
    /// wait for it for a moment.
    pub async fn sum_up(&self, now: DateTime<Utc>, days: &[ShopDay]) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        let over: Vec<ShopDay> = days.iter().copied().filter(|day| day.begins < day.ends && day.ends <= now).collect();
        let summed: Result<(), DbError> = connection.transaction(async |connection| sum_up(connection, now, &over).await).await;
        summed?;
        Ok(fold(connection).await?)
    }
}

async fn sum_up(connection: &mut AsyncPgConnection, now: DateTime<Utc>, over: &[ShopDay]) -> Result<(), DbError> {
    // Waits for orders that are being placed; new ones wait until the end of the transaction.
    Sql::new("SELECT pg_advisory_xact_lock(sales_lock())").execute(connection).await?;
    for statement in [ADD_SALES, DROP_EMPTY, MOVE_SPANS] {
        Sql::of(statement, [now.into()]).execute(connection).await?;
    }
    Sql::new("DELETE FROM sales_days kept WHERE NOT EXISTS (SELECT FROM ")
        .append(table_of(over))
        .sql(" WHERE day.begins = kept.begins AND day.ends = kept.ends)")
        .execute(connection)
        .await?;
    Sql::new(
        "INSERT INTO sales_days (begins, ends, orders, revenue_cents) SELECT day.begins, day.ends, raw.orders, raw.revenue_cents FROM ",
    )
    .append(table_of(over))
    .sql(" CROSS JOIN LATERAL ")
    .sql(OF_DAY)
    .sql(") AS raw WHERE NOT EXISTS (SELECT FROM sales_days kept WHERE kept.begins = day.begins)")
    .execute(connection)
    .await?;
    Ok(())
}

/// Replaces many rows by one. Rows that another instance is folding are skipped.
async fn fold(connection: &mut AsyncPgConnection) -> Result<(), DbError> {
    Sql::new(
        "WITH old AS (DELETE FROM tallies WHERE id IN (SELECT id FROM tallies ORDER BY id FOR UPDATE SKIP LOCKED) RETURNING subject, kind, n) \
         INSERT INTO tallies (subject, kind, n) SELECT subject, kind, sum(n) FROM old GROUP BY 1, 2 HAVING sum(n) <> 0",
    )
    .execute(connection)
    .await?;
    Sql::new(FOLD_CONTACTS).execute(connection).await?;
    Ok(())
}
