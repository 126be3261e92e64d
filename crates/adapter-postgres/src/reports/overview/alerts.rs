//! Products to look after, a few of each kind.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::reports::overview::{Alerts, LISTED_ALERTS, ScarceProduct};
use domain::shared::text::ProductName;

use crate::catalog::products::{code_of, image_of, sales, scarce, stock_of};
use crate::error::{DbError, stored};
use crate::query::sql::Sql;

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
             FROM (SELECT product_id FROM scarce_products WHERE stock = 0 ORDER BY product_id OFFSET 0) AS c ",
        )
        .append(scarce::summed_of("c.product_id"))
        .sql(
            " LEFT JOIN change ON change.product_id = c.product_id \
             ORDER BY 2 DESC, 1 LIMIT ",
        )
        .bind(i64::from(LISTED_ALERTS))
        .sql(
            ") SELECT p.code, p.name, p.images[1] AS image, p.stock, scarce.units, 0::bigint AS alerts \
             FROM scarce JOIN products p ON p.id = scarce.product_id ORDER BY scarce.units DESC, scarce.product_id",
        );
    listed(statement.load(&mut &*connection).await?)
}

/// Products that sell out soon: those that are sold out first, of them those that sold most; then by the days they last.
pub(crate) async fn replenish(connection: &AsyncPgConnection, now: DateTime<Utc>) -> Result<Alerts, DbError> {
    let statement = Sql::new("WITH soon AS MATERIALIZED (")
        .append(scarce::soon(now))
        .sql(
            ") SELECT p.code, p.name, p.images[1] AS image, p.stock, listed.units, (SELECT count(*) FROM soon) AS alerts \
             FROM (SELECT * FROM soon ORDER BY soon.stock::float8 / soon.units, soon.units DESC, soon.product_id LIMIT ",
        )
        .bind(i64::from(LISTED_ALERTS))
        .sql(
            ") AS listed JOIN products p ON p.id = listed.product_id \
             ORDER BY listed.stock::float8 / listed.units, listed.units DESC, listed.product_id",
        );
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
        name: stored("product name", ProductName::parse_known(&row.name))?,
        image: row.image.as_deref().map(image_of).transpose()?,
        stock: stock_of(row.stock)?,
        total_sales: stored("number of sales", u64::try_from(row.units))?,
    })
}
