//! Products to look after. Those with little stock have a table of their own; those that sell out soon are found among the
//! few that sold enough for it.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::overview::{Alerts, LISTED_ALERTS, ScarceProduct};
use domain::stock_alert::{LOW_STOCK, REPLENISH_DAYS, SALES_DAYS};
use domain::text::ProductName;

use crate::error::{DbError, stored};
use crate::products::{code_of, image_of, sales, stock_of};
use crate::sql::Sql;

#[derive(Clone, Debug, diesel::QueryableByName)]
struct AlertRow {
    #[diesel(sql_type = Text)]
    code: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    image: Option<String>,
    #[diesel(sql_type = Integer)]
    stock: i32,
    #[diesel(sql_type = BigInt)]
    units: i64,
    /// How many there are in all.
    #[diesel(sql_type = BigInt)]
    alerts: i64,
}

/// Products with a little stock, the least first.
pub(crate) async fn low(connection: &AsyncPgConnection, now: DateTime<Utc>) -> Result<Vec<ScarceProduct>, DbError> {
    let statement = Sql::new("SELECT p.code, p.name, p.images[1] AS image, p.stock, ")
        .append(sales::of_product(now))
        .sql(
            " AS units, 0::bigint AS alerts FROM \
             (SELECT product_id, stock FROM scarce_products WHERE stock > 0 ORDER BY stock, product_id LIMIT ",
        )
        .bind(i64::from(LISTED_ALERTS))
        .sql(") AS scarce JOIN products p ON p.id = scarce.product_id ORDER BY scarce.stock, scarce.product_id");
    listed(statement.load(&mut &*connection).await?)
}

/// Products with none, those that sold most first. Their sums are looked up one by one (a subquery with OFFSET is not
/// flattened): few of all products that sold are sold out.
pub(crate) async fn out(connection: &AsyncPgConnection, now: DateTime<Utc>) -> Result<Vec<ScarceProduct>, DbError> {
    let statement = Sql::new("WITH change AS MATERIALIZED (SELECT * FROM ")
        .append(sales::since_summed(now))
        .sql(
            "), scarce AS (SELECT c.product_id, coalesce(s.units, 0) + coalesce(change.units, 0) AS units \
             FROM (SELECT product_id FROM scarce_products WHERE stock = 0 ORDER BY product_id OFFSET 0) AS c \
             LEFT JOIN LATERAL (SELECT s.units FROM product_sales s WHERE s.days = ",
        )
        .bind(sales::span_days())
        .sql(
            " AND s.product_id = c.product_id OFFSET 0) AS s ON true LEFT JOIN change ON change.product_id = c.product_id \
             ORDER BY 2 DESC, 1 LIMIT ",
        )
        .bind(i64::from(LISTED_ALERTS))
        .sql(
            ") SELECT p.code, p.name, p.images[1] AS image, p.stock, scarce.units, 0::bigint AS alerts \
             FROM scarce JOIN products p ON p.id = scarce.product_id ORDER BY scarce.units DESC, scarce.product_id",
        );
    listed(statement.load(&mut &*connection).await?)
}

/// Products that sell out soon, the first at the head. Who sold no more than [`SALES_DAYS`] / [`REPLENISH_DAYS`] units for
/// each one on the shelf lasts long enough. So they are found among those with little stock that sold a few, among those that
/// sold so many that more than a little stock is not enough, and among those that sold since the sums were made.
pub(crate) async fn replenish(connection: &AsyncPgConnection, now: DateTime<Utc>) -> Result<Alerts, DbError> {
    let few = number(SALES_DAYS / REPLENISH_DAYS);
    let many = few * (i64::from(LOW_STOCK) + 1);
    let statement = Sql::new("WITH change AS MATERIALIZED (SELECT * FROM ")
        .append(sales::since_summed(now))
        .sql("), kept AS (SELECT s.product_id, s.units FROM product_sales s WHERE s.days = ")
        .bind(sales::span_days())
        .sql(" AND s.product_id NOT IN (SELECT change.product_id FROM change) AND s.units > ")
        .bind(few)
        .sql(
            "), candidate AS (SELECT kept.product_id, c.stock, kept.units FROM kept \
             JOIN (SELECT * FROM scarce_products WHERE stock > 0 ORDER BY stock, product_id OFFSET 0) AS c ON c.product_id = kept.product_id \
             UNION ALL SELECT kept.product_id, p.stock, kept.units FROM kept \
             CROSS JOIN LATERAL (SELECT p.stock FROM products p WHERE p.id = kept.product_id OFFSET 0) AS p WHERE kept.units > ",
        )
        .bind(many)
        .sql(" AND p.stock > ")
        .bind(i64::from(LOW_STOCK))
        .sql(
            " UNION ALL SELECT change.product_id, p.stock, change.units + coalesce(s.units, 0) FROM change \
             CROSS JOIN LATERAL (SELECT p.stock FROM products p WHERE p.id = change.product_id OFFSET 0) AS p \
             LEFT JOIN LATERAL (SELECT s.units FROM product_sales s WHERE s.days = ",
        )
        .bind(sales::span_days())
        .sql(
            " AND s.product_id = change.product_id OFFSET 0) AS s ON true WHERE p.stock > 0), \
             soon AS MATERIALIZED (SELECT * FROM candidate WHERE candidate.stock * ",
        )
        .bind(number(SALES_DAYS))
        .sql(" < candidate.units * ")
        .bind(number(REPLENISH_DAYS))
        .sql(
            ") SELECT p.code, p.name, p.images[1] AS image, p.stock, listed.units, (SELECT count(*) FROM soon) AS alerts \
             FROM (SELECT * FROM soon ORDER BY soon.stock::float8 / soon.units, soon.product_id LIMIT ",
        )
        .bind(i64::from(LISTED_ALERTS))
        .sql(") AS listed JOIN products p ON p.id = listed.product_id ORDER BY listed.stock::float8 / listed.units, listed.product_id");
    let rows: Vec<AlertRow> = statement.load(&mut &*connection).await?;
    let count = stored("count", u64::try_from(rows.as_slice().first().map_or(0, |row| row.alerts)))?;
    Ok(Alerts { count, listed: listed(rows)? })
}

fn listed(rows: Vec<AlertRow>) -> Result<Vec<ScarceProduct>, DbError> {
    rows.into_iter().map(scarce_of).collect()
}

fn scarce_of(row: AlertRow) -> Result<ScarceProduct, DbError> {
    Ok(ScarceProduct {
        code: code_of(&row.code)?,
        name: stored("product name", ProductName::parse(&row.name))?,
        image: row.image.as_deref().map(image_of).transpose()?,
        stock: stock_of(row.stock)?,
        total_sales: stored("number of sales", u64::try_from(row.units))?,
    })
}

/// A number of days; none is near the limit.
fn number(days: u64) -> i64 {
    i64::try_from(days).unwrap_or(i64::MAX)
}
