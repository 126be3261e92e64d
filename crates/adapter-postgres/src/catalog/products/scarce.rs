//! Products that the owner looks after: those with little stock or none, which have a table of their own, and those that
//! sell out soon, which are found among the few that sold enough for it.

use chrono::{DateTime, Utc};
use domain::catalog::product_query::{ProductFilter, ProductQuery};
use domain::catalog::stock_alert::{LOW_STOCK, REPLENISH_DAYS, SALES_DAYS, StockAlert};
use uuid::Uuid;

use super::sales;
use crate::query::sql::Sql;

/// A part of the table `scarce_products`, whose rows have a stock of 0 to [`LOW_STOCK`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scarcity {
    Out,
    Low,
}

impl Scarcity {
    /// The scarcity that defines a list by itself: the query has no other filter.
    pub(crate) fn alone_in(query: &ProductQuery) -> Option<Self> {
        let is_filtered = query.filter != ProductFilter::default();
        match query.alert {
            Some(StockAlert::Out) if !is_filtered => Some(Self::Out),
            Some(StockAlert::Low) if !is_filtered => Some(Self::Low),
            None if query.filter == (ProductFilter { in_stock: Some(false), ..ProductFilter::default() }) => Some(Self::Out),
            _ => None,
        }
    }

    /// The kind in `tallies` that counts these products.
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Low => "low",
        }
    }

    /// The condition on rows `s` of `scarce_products`, written as in the indexes on them.
    const fn condition(self) -> &'static str {
        match self {
            Self::Out => "s.stock = 0",
            Self::Low => "s.stock > 0",
        }
    }

    /// ` AND` product `p` is so scarce.
    pub(crate) fn among_products(self) -> Sql {
        Sql::new(" AND p.id IN (SELECT s.product_id FROM scarce_products s WHERE ").sql(self.condition()).sql(")")
    }

    /// ` FROM` the products `p` of a page behind this moment and identity, newest first.
    pub(crate) fn newest(self, behind: Option<(DateTime<Utc>, Uuid)>, rows: i64) -> Sql {
        let mut page = Sql::new("FROM (SELECT s.product_id FROM scarce_products s WHERE ").sql(self.condition());
        if let Some((at, id)) = behind {
            page = page.sql(" AND (s.created_at, s.product_id) < (").bind(at).sql(", ").bind(id).sql(")");
        }
        page.sql(" ORDER BY s.created_at DESC, s.product_id DESC LIMIT ").bind(rows).sql(") AS s JOIN products p ON p.id = s.product_id")
    }
}

/// ` AND` product `p` has this alert.
pub(crate) fn has_alert(alert: StockAlert, now: DateTime<Utc>) -> Sql {
    match alert {
        StockAlert::Out => Scarcity::Out.among_products(),
        StockAlert::Low => Scarcity::Low.among_products(),
        // As an array they are looked up one by one: joined, each product of the catalogue may be compared with all of them.
        StockAlert::Replenish => Sql::new(" AND p.id = ANY (ARRAY(SELECT soon.product_id FROM (").append(soon(now)).sql(") AS soon))"),
    }
}

/// A query for `(product_id, stock, units)` of the products that need replenishment
/// ([`domain::catalog::stock_alert::replenish_within_days`]). A product does not need it if it sold at most [`SALES_DAYS`] /
/// [`REPLENISH_DAYS`] units for each unit in stock. So the query reads four groups: products with low stock and enough sales,
/// products without stock and with sales, products whose sales outlast a stock of more than [`LOW_STOCK`] units, and
/// products with sales since the sums were stored.
pub(crate) fn soon(now: DateTime<Utc>) -> Sql {
    let few = number(SALES_DAYS / REPLENISH_DAYS);
    let many = few * (i64::from(LOW_STOCK) + 1);
    Sql::new("WITH change AS MATERIALIZED (SELECT * FROM ")
        .append(sales::since_summed(now))
        .sql("), kept AS (SELECT s.product_id, s.units FROM product_sales s WHERE s.days = ")
        .bind(sales::span_days())
        .sql(" AND s.product_id NOT IN (SELECT change.product_id FROM change) AND s.units > ")
        .bind(few)
        .sql(
            "), candidate AS (SELECT kept.product_id, c.stock, kept.units FROM kept \
             JOIN (SELECT * FROM scarce_products WHERE stock > 0 ORDER BY stock, product_id OFFSET 0) AS c ON c.product_id = kept.product_id \
             UNION ALL SELECT c.product_id, c.stock, s.units \
             FROM (SELECT * FROM scarce_products WHERE stock = 0 ORDER BY product_id OFFSET 0) AS c ",
        )
        .append(summed_of("c.product_id"))
        .sql(
            " WHERE s.units > 0 AND c.product_id NOT IN (SELECT change.product_id FROM change) \
             UNION ALL SELECT kept.product_id, p.stock, kept.units FROM kept \
             CROSS JOIN LATERAL (SELECT p.stock FROM products p WHERE p.id = kept.product_id OFFSET 0) AS p WHERE kept.units > ",
        )
        .bind(many)
        .sql(" AND p.stock > ")
        .bind(i64::from(LOW_STOCK))
        .sql(
            " UNION ALL SELECT change.product_id, p.stock, change.units + coalesce(s.units, 0) FROM change \
             CROSS JOIN LATERAL (SELECT p.stock FROM products p WHERE p.id = change.product_id OFFSET 0) AS p ",
        )
        .append(summed_of("change.product_id"))
        .sql(") SELECT candidate.product_id, candidate.stock, candidate.units FROM candidate WHERE candidate.stock * ")
        .bind(number(SALES_DAYS))
        .sql(" < candidate.units * ")
        .bind(number(REPLENISH_DAYS))
}

/// A join with the kept sum `s.units` of a product, looked up by itself (a subquery with OFFSET is not flattened); null where
/// there is none.
pub(crate) fn summed_of(product: &'static str) -> Sql {
    Sql::new("LEFT JOIN LATERAL (SELECT s.units FROM product_sales s WHERE s.days = ")
        .bind(sales::span_days())
        .sql(" AND s.product_id = ")
        .sql(product)
        .sql(" OFFSET 0) AS s ON true")
}

/// A number of days; none is near the limit.
fn number(days: u64) -> i64 {
    i64::try_from(days).unwrap_or(i64::MAX)
}
