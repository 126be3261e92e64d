//! Products to look after. Those with little stock have a table of their own; those that sell out soon are found among the
//! few that sold enough for it.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::overview::{Alerts, LISTED_ALERTS, ScarceProduct};
use domain::stock_alert::{REPLENISH_DAYS, SALES_DAYS};
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

/// Products with none, those that sold most first.
pub(crate) async fn out(connection: &AsyncPgConnection, now: DateTime<Utc>) -> Result<Vec<ScarceProduct>, DbError> {
    let statement = Sql::new("WITH change AS MATERIALIZED (SELECT * FROM ")
        .append(sales::since_summed(now))
        .sql("), scarce AS (SELECT c.product_id, coalesce(s.units, 0) + coalesce(change.units, 0) AS units FROM scarce_products c ")
        .sql("LEFT JOIN product_sales s ON s.days = ")
        .bind(sales::span_days())
        .sql(
            " AND s.product_id = c.product_id LEFT JOIN change ON change.product_id = c.product_id \
             WHERE c.stock = 0 ORDER BY 2 DESC, 1 LIMIT ",
        )
        .bind(i64::from(LISTED_ALERTS))
        .sql(
            ") SELECT p.code, p.name, p.images[1] AS image, p.stock, scarce.units, 0::bigint AS alerts \
             FROM scarce JOIN products p ON p.id = scarce.product_id ORDER BY scarce.units DESC, scarce.product_id",
        );
    listed(statement.load(&mut &*connection).await?)
}

/// Products that sell out soon, the first at the head. They are looked up one by one (a subquery with OFFSET is not
/// flattened): few of all products sold enough. Who sold no more than [`SALES_DAYS`] / [`REPLENISH_DAYS`] units
/// lasts long enough with a single one.
pub(crate) async fn replenish(connection: &AsyncPgConnection, now: DateTime<Utc>) -> Result<Alerts, DbError> {
    let (sales_days, alert_days) = (number(SALES_DAYS), number(REPLENISH_DAYS));
    let few = sales_days / alert_days;
    let statement = Sql::new("WITH change AS MATERIALIZED (SELECT * FROM ")
        .append(sales::since_summed(now))
        .sql("), sold AS (SELECT s.product_id, s.units + coalesce(change.units, 0) AS units FROM product_sales s ")
        .sql("LEFT JOIN change ON change.product_id = s.product_id WHERE s.days = ")
        .bind(sales::span_days())
        .sql(" AND s.units > ")
        .bind(few)
        .sql(
            " UNION ALL SELECT change.product_id, coalesce(s.units, 0) + change.units FROM change \
             LEFT JOIN product_sales s ON s.days = ",
        )
        .bind(sales::span_days())
        .sql(" AND s.product_id = change.product_id WHERE coalesce(s.units, 0) <= ")
        .bind(few)
        .sql(
            ") SELECT p.code, p.name, p.images[1] AS image, p.stock, sold.units, count(*) OVER () AS alerts \
             FROM sold CROSS JOIN LATERAL (SELECT * FROM products p WHERE p.id = sold.product_id OFFSET 0) AS p \
             WHERE p.stock > 0 AND p.stock * ",
        )
        .bind(sales_days)
        .sql(" < sold.units * ")
        .bind(alert_days)
        .sql(" ORDER BY p.stock::float8 / sold.units, p.id LIMIT ")
        .bind(i64::from(LISTED_ALERTS));
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
