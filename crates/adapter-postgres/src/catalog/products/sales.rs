//! Units sold in 30 days, orders that are cancelled and units that came back left out (contract, Products: `totalSales`).

use chrono::{DateTime, TimeDelta, Utc};
use domain::catalog::stock_alert::SALES_DAYS;

use crate::query::sql::Sql;

/// When the 30 days that end at `now` began.
fn since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::days(i64::try_from(SALES_DAYS).unwrap_or(i64::MAX / 1_000_000_000))
}

/// The span in days of the stored sums (`product_sales.days`).
pub(crate) fn span_days() -> i64 {
    i64::try_from(SALES_DAYS).unwrap_or(i64::MAX)
}

/// A table `(product_id, units, revenue_cents)`: the difference between the stored sums of [`span_days`] and the sales up to
/// `now`.
pub(crate) fn since_summed(now: DateTime<Utc>) -> Sql {
    Sql::new("sales_since_summed(").bind(span_days()).sql("::integer, ").bind(since(now)).sql(", ").bind(now).sql(")")
}

/// An expression: the units of product `p` sold up to `now`. One short stretch of an index per product.
pub(crate) fn of_product(now: DateTime<Utc>) -> Sql {
    Sql::new(
        "(SELECT coalesce(sum(i.quantity - i.returned), 0)::bigint FROM order_items i \
         WHERE i.product_id = p.id AND NOT i.cancelled AND i.placed_at > ",
    )
    .bind(since(now))
    .sql(" AND i.placed_at <= ")
    .bind(now)
    .sql(")")
}

/// The same expression for many products in one statement: the stored sum, which is one look-up, and the difference up to `now`, which
/// is computed once. As an object, because the planner would take a table for small, and compare each product with all of its rows.
pub(crate) fn of_each_product(now: DateTime<Utc>) -> Sql {
    Sql::new("(coalesce((SELECT s.units FROM product_sales s WHERE s.days = ")
        .bind(span_days())
        .sql(" AND s.product_id = p.id), 0) + coalesce(((SELECT jsonb_object_agg(c.product_id, c.units) FROM ")
        .append(since_summed(now))
        .sql(" AS c) ->> p.id::text)::bigint, 0))")
}

/// A table `(product_id, units)` of all products with sales up to `now`.
pub(crate) fn of_all(now: DateTime<Utc>) -> Sql {
    Sql::new(
        "(SELECT part.product_id, sum(part.units)::bigint AS units FROM (SELECT s.product_id, s.units FROM product_sales s WHERE s.days = ",
    )
    .bind(span_days())
    .sql(" UNION ALL SELECT c.product_id, c.units FROM ")
    .append(since_summed(now))
    .sql(" AS c) AS part GROUP BY part.product_id HAVING sum(part.units) > 0)")
}
