//! What came in.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::reports::revenue::{RevenueSums, RevenueWindows};

use crate::error::{DbError, stored};
use crate::query::sql::Sql;

#[derive(Clone, Copy, Debug, QueryableByName)]
struct SumsRow {
    #[diesel(sql_type = BigInt)]
    today_cents: i64,
    #[diesel(sql_type = BigInt)]
    orders_today: i64,
    #[diesel(sql_type = BigInt)]
    week_cents: i64,
    #[diesel(sql_type = BigInt)]
    week_before_cents: i64,
    #[diesel(sql_type = BigInt)]
    pending_refunds: i64,
}

/// The sums over the given spans, in one pass over the last two weeks and an index on open refunds.
pub(crate) async fn sums(connection: &mut AsyncPgConnection, windows: &RevenueWindows) -> Result<RevenueSums, DbError> {
    let row: SumsRow = Sql::new("SELECT coalesce(sum(total_cents) FILTER (WHERE placed_at >= ")
        .bind(windows.today)
        .sql("), 0)::bigint AS today_cents, count(*) FILTER (WHERE placed_at >= ")
        .bind(windows.today)
        .sql(") AS orders_today, coalesce(sum(total_cents) FILTER (WHERE placed_at >= ")
        .bind(windows.week)
        .sql("), 0)::bigint AS week_cents, coalesce(sum(total_cents) FILTER (WHERE placed_at < ")
        .bind(windows.week)
        .sql("), 0)::bigint AS week_before_cents, ")
        .sql("(SELECT count(*) FROM orders WHERE status = 'cancelled' AND payment_id IS NOT NULL AND NOT refunded) AS pending_refunds ")
        .sql("FROM orders WHERE status <> 'cancelled' AND placed_at >= ")
        .bind(windows.week_before)
        .sql(" AND placed_at <= ")
        .bind(windows.now)
        .get_result(connection)
        .await?;
    Ok(RevenueSums {
        today_cents: row.today_cents,
        orders_today: stored("number of orders", u64::try_from(row.orders_today))?,
        week_cents: row.week_cents,
        week_before_cents: row.week_before_cents,
        pending_refunds: stored("number of refunds", u64::try_from(row.pending_refunds))?,
    })
}
