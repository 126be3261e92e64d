//! The best sellers of a period.
//!
//! The sums of a span that ends about now are stored, and sorted by an index. Their difference from the sums of the period is
//! computed from the items. A best seller is among the first rows of the index or among the products with a difference.

use chrono::TimeDelta;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::reports::overview::{BEST_SELLERS, BestSeller};
use domain::reports::sales_period::SalesPeriod;
use domain::shared::text::ProductName;

use crate::catalog::products::{code_of, image_of};
use crate::error::{DbError, stored};
use crate::query::sql::Sql;

#[derive(Clone, Debug, diesel::QueryableByName)]
struct SellerRow {
    #[diesel(sql_type = Text)]
    code: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    image: Option<String>,
    #[diesel(sql_type = BigInt)]
    units: i64,
    #[diesel(sql_type = BigInt)]
    revenue_cents: i64,
}

/// The products most units of were sold of.
pub(crate) async fn of_period(connection: &AsyncPgConnection, period: &SalesPeriod) -> Result<Vec<BestSeller>, DbError> {
    let days = || i64::from(period.length().days());
    let (begins, ends) = period.span();
    // The stored sums exclude the first instant of their span and include the last one.
    let instant = TimeDelta::microseconds(1);
    let statement = Sql::new("WITH change AS MATERIALIZED (SELECT * FROM sales_since_summed(")
        .bind(days())
        .sql("::integer, ")
        .bind(begins - instant)
        .sql(", ")
        .bind(ends - instant)
        .sql(")), top AS (SELECT product_id, units, revenue_cents FROM product_sales WHERE days = ")
        .bind(days())
        .sql(" ORDER BY units DESC, revenue_cents DESC, product_id DESC LIMIT (SELECT count(*) FROM change) + ")
        .bind(i64::from(BEST_SELLERS))
        .sql(
            "), sold AS (SELECT top.product_id, top.units + coalesce(change.units, 0) AS units, \
             top.revenue_cents + coalesce(change.revenue_cents, 0) AS revenue_cents \
             FROM top LEFT JOIN change ON change.product_id = top.product_id \
             UNION ALL SELECT change.product_id, change.units + coalesce(s.units, 0), change.revenue_cents + coalesce(s.revenue_cents, 0) \
             FROM change LEFT JOIN LATERAL (SELECT * FROM product_sales s WHERE s.product_id = change.product_id AND s.days = ",
        )
        .bind(days())
        .sql(
            " OFFSET 0) AS s ON true WHERE change.product_id NOT IN (SELECT top.product_id FROM top)), \
             best AS (SELECT * FROM sold WHERE sold.units > 0 \
             ORDER BY sold.units DESC, sold.revenue_cents DESC, sold.product_id DESC LIMIT ",
        )
        .bind(i64::from(BEST_SELLERS))
        .sql(
            ") SELECT p.code, p.name, p.images[1] AS image, best.units, best.revenue_cents \
             FROM best JOIN products p ON p.id = best.product_id ORDER BY best.units DESC, best.revenue_cents DESC, p.id DESC",
        );
    let rows: Vec<SellerRow> = statement.load(&mut &*connection).await?;
    rows.into_iter().map(seller_of).collect()
}

fn seller_of(row: SellerRow) -> Result<BestSeller, DbError> {
    Ok(BestSeller {
        code: code_of(&row.code)?,
        name: stored("product name", ProductName::parse_known(&row.name))?,
        image: row.image.as_deref().map(image_of).transpose()?,
        units: stored("number of sales", u64::try_from(row.units))?,
        revenue_cents: row.revenue_cents,
    })
}
