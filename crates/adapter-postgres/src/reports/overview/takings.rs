//! The sales by day: past days from their stored sums, the others from the index of orders.

use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::reports::sales_period::{DaySales, ShopDay};

use crate::error::{DbError, stored};
use crate::query::sql::{Number, Sql};

#[derive(Clone, Copy, Debug, diesel::QueryableByName)]
struct DayRow {
    #[diesel(sql_type = BigInt)]
    orders: i64,
    #[diesel(sql_type = BigInt)]
    revenue_cents: i64,
}

/// The table `day (begins, ends, n)`.
pub(crate) fn table_of(days: &[ShopDay]) -> Sql {
    Sql::new("unnest(")
        .bind(days.iter().map(|day| day.begins).collect::<Vec<_>>())
        .sql(", ")
        .bind(days.iter().map(|day| day.ends).collect::<Vec<_>>())
        .sql(") WITH ORDINALITY AS day (begins, ends, n)")
}

/// An expression: the row `(orders, revenue_cents)` of `day`, read from the orders. What was credited to customers is no revenue; the
/// credits are few, and are read from their index where the day has orders.
pub(crate) const OF_DAY: &str = "(SELECT count(*) AS orders, (coalesce(sum(o.total_cents), 0) - CASE WHEN count(*) = 0 THEN 0 ELSE \
     (SELECT coalesce(sum(p.credits_cents), 0) FROM order_payments p JOIN orders c ON c.id = p.order_id WHERE p.credits_cents > 0 \
     AND c.placed_at >= day.begins AND c.placed_at < day.ends AND c.status <> 'cancelled') END)::bigint AS revenue_cents FROM orders o \
     WHERE o.placed_at >= day.begins AND o.placed_at < day.ends AND o.status <> 'cancelled'";

/// The sales of each of these days.
pub(crate) async fn of_days(connection: &AsyncPgConnection, days: &[ShopDay]) -> Result<Vec<DaySales>, DbError> {
    let rows: Vec<DayRow> = Sql::new(
        "SELECT coalesce(kept.orders, raw.orders) AS orders, coalesce(kept.revenue_cents, raw.revenue_cents) AS revenue_cents FROM ",
    )
    .append(table_of(days))
    .sql(" LEFT JOIN sales_days kept ON kept.begins = day.begins AND kept.ends = day.ends LEFT JOIN LATERAL ")
    .sql(OF_DAY)
    .sql(" AND kept.begins IS NULL) AS raw ON true ORDER BY day.n")
    .load(&mut &*connection)
    .await?;
    let sales =
        |row: DayRow| Ok(DaySales { orders: stored("number of orders", u64::try_from(row.orders))?, revenue_cents: row.revenue_cents });
    rows.into_iter().map(sales).collect()
}

/// Orders of which money has to be returned (contract-commerce, section 2).
pub(crate) async fn pending_refunds(connection: &AsyncPgConnection) -> Result<u64, DbError> {
    let count: Number =
        Sql::new("SELECT count(*) AS n FROM order_payments WHERE refund_due_cents > 0").get_result(&mut &*connection).await?;
    stored("number of refunds", u64::try_from(count.n))
}
