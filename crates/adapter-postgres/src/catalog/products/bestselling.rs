//! The catalogue by units sold in 30 days, best seller first, without summing up the sales of all products.
//!
//! Three lists with the same order are merged, each read no further than a page: products whose stored sums are still valid,
//! from an index; products with sales since then, few and computed; and products without sales, by id.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::sales;
use crate::query::sql::Sql;

/// Behind which units and identity a page begins.
pub(crate) type Behind = Option<(i64, Uuid)>;

/// ` FROM` the products `p` of a page with their `s.units`, and as many more as do not matter; `conditions` are about
/// products `p`.
pub(crate) fn source(now: DateTime<Utc>, conditions: &Sql, behind: Behind, rows: i64) -> Sql {
    let end = |by: &'static str| Sql::new(by).bind(rows).sql(")");
    Sql::new("FROM (WITH change AS MATERIALIZED (SELECT c.product_id, c.units FROM ")
        .append(sales::since_summed(now))
        .sql(" AS c) (SELECT s.product_id, s.units FROM product_sales s JOIN products p ON p.id = s.product_id WHERE s.days = ")
        .bind(sales::span_days())
        .sql(" AND s.product_id NOT IN (SELECT change.product_id FROM change)")
        .append(conditions.clone())
        .append(after("(s.units, s.product_id)", behind))
        .append(end(" ORDER BY s.units DESC, s.product_id DESC LIMIT "))
        .sql(
            " UNION ALL (SELECT p.id, coalesce(s.units, 0) + change.units AS units FROM change JOIN products p ON p.id = change.product_id \
             LEFT JOIN product_sales s ON s.product_id = p.id AND s.days = ",
        )
        .bind(sales::span_days())
        .sql(" WHERE true")
        .append(conditions.clone())
        .append(after("(coalesce(s.units, 0) + change.units, p.id)", behind))
        .append(end(" ORDER BY units DESC, p.id DESC LIMIT "))
        .sql(" UNION ALL (SELECT p.id, 0 FROM products p WHERE NOT EXISTS (SELECT FROM product_sales s WHERE s.product_id = p.id AND s.days = ")
        .bind(sales::span_days())
        .sql(") AND p.id NOT IN (SELECT change.product_id FROM change)")
        .append(conditions.clone())
        .append(after("(0, p.id)", behind))
        .append(end(" ORDER BY p.id DESC LIMIT "))
        .sql(") AS s JOIN products p ON p.id = s.product_id")
}

/// ` AND` the row is behind these units and this identity.
fn after(row: &'static str, behind: Behind) -> Sql {
    let Some((units, id)) = behind else { return Sql::default() };
    Sql::new(" AND ").sql(row).sql(" < (").bind(units).sql(", ").bind(id).sql(")")
}
