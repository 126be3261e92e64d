//! Counting what a list can be narrowed by.
//!
//! Every product the search finds is looked at once; each facet then counts those that pass the filters of the others.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product_query::{FacetQuery, FacetValue, ProductFacets, ProductFilter};
use domain::shared::money::Money;
use domain::shared::text::{Label, SearchText};

use super::filter::conditions;
use super::fuzzy::tolerant;
use super::matches::Matches;
use crate::catalog::search_text::fold;
use crate::error::{DbError, stored};
use crate::query::sql::Sql;

/// The facets of a list. As in the list, typos are forgiven where a search strictly finds nothing.
pub(crate) async fn facets(connection: &AsyncPgConnection, query: &FacetQuery) -> Result<ProductFacets, DbError> {
    let text = query.text.as_ref().map(SearchText::as_str).unwrap_or_default();
    let strict = Matches::strict(text);
    let rows = counted(connection, &query.filter, strict.as_ref()).await?;
    if let Some(strict) = strict
        && looked_at(&rows) == 0
        && let Some(tolerant) = tolerant(connection, &strict, text).await?
    {
        return facets_of(counted(connection, &query.filter, Some(&tolerant)).await?);
    }
    facets_of(rows)
}

/// A count: of one category or brand, or of everything under some of the filters.
#[derive(Clone, Debug, QueryableByName)]
struct Count {
    #[diesel(sql_type = Text)]
    facet: String,
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
    /// `None` where there is nothing to count.
    #[diesel(sql_type = Nullable<BigInt>)]
    n: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    low: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    high: Option<i64>,
}

async fn counted(connection: &AsyncPgConnection, filter: &ProductFilter, matches: Option<&Matches>) -> Result<Vec<Count>, DbError> {
    Ok(statement(filter, matches).load(&mut &*connection).await?)
}

fn statement(filter: &ProductFilter, matches: Option<&Matches>) -> Sql {
    groups(filter, matches)
        .append(values("category", "by_brand AND by_price AND by_stock AND by_deal"))
        .sql(" UNION ALL ")
        .append(values("brand", "by_category AND by_price AND by_stock AND by_deal"))
        .sql(
            " UNION ALL SELECT 'prices', NULL, sum(n)::bigint, min(low), max(high) FROM alike \
             WHERE by_category AND by_brand AND by_stock AND by_deal \
             UNION ALL SELECT 'in_stock', NULL, sum(n)::bigint, NULL, NULL FROM alike \
             WHERE stocked AND by_category AND by_brand AND by_price AND by_deal \
             UNION ALL SELECT 'discounted', NULL, sum(n)::bigint, NULL, NULL FROM alike \
             WHERE reduced AND by_category AND by_brand AND by_price AND by_stock \
             UNION ALL SELECT 'total', NULL, sum(n)::bigint, NULL, NULL FROM alike \
             WHERE by_category AND by_brand AND by_price AND by_stock AND by_deal \
             UNION ALL SELECT 'looked_at', NULL, sum(n)::bigint, NULL, NULL FROM alike",
        )
}

/// `WITH alike AS (…)`: the products in groups of those that all facets treat alike, with a mark for each filter a group
/// passes (within a group the same for all): one look at every product, and few rows to count from.
fn groups(filter: &ProductFilter, matches: Option<&Matches>) -> Sql {
    let one = ProductFilter::default;
    let marks = [
        ("by_category", ProductFilter { category: filter.category.clone(), ..one() }),
        ("by_brand", ProductFilter { brand: filter.brand.clone(), ..one() }),
        ("by_price", ProductFilter { min_price: filter.min_price, max_price: filter.max_price, ..one() }),
        ("by_stock", ProductFilter { in_stock: filter.in_stock, ..one() }),
        ("by_deal", ProductFilter { discounted: filter.discounted, ..one() }),
    ];
    let columns = Sql::new(
        "WITH alike AS MATERIALIZED (SELECT category_key, min(category COLLATE \"C\") AS category, brand_key, \
         min(brand COLLATE \"C\") AS brand, stocked, reduced, by_price, bool_and(by_category) AS by_category, \
         bool_and(by_brand) AS by_brand, bool_and(by_stock) AS by_stock, bool_and(by_deal) AS by_deal, count(*) AS n, min(price) AS low, max(price) AS high \
         FROM (SELECT p.category, p.category_key, p.brand, p.brand_key, p.last_price_cents AS price, \
         p.stock > 0 AS stocked, p.last_price_cents < p.price_cents AS reduced",
    );
    let columns = marks.into_iter().fold(columns, |sql, (name, one)| sql.sql(", (true").append(conditions(&one)).sql(") AS ").sql(name));
    let from = columns.sql(" FROM products p");
    let from = match matches {
        Some(matches) => from.sql(" JOIN ").append(matches.table()).sql(" AS m ON m.product_id = p.id"),
        None => from,
    };
    from.sql(" LIMIT ")
        .bind(i64::from(ProductFacets::LOOKED_AT) + 1)
        .sql(") AS looked_at GROUP BY category_key, brand_key, stocked, reduced, by_price) ")
}

/// The values of a facet, those of most products first. Labels that differ in case alone are one.
fn values(facet: &'static str, others: &'static str) -> Sql {
    Sql::new(format!(
        "(SELECT '{facet}' AS facet, min({facet}) AS value, sum(n)::bigint AS n, NULL::bigint AS low, NULL::bigint AS high \
         FROM alike WHERE {facet}_key IS NOT NULL AND {others} GROUP BY {facet}_key ORDER BY n DESC, {facet}_key LIMIT "
    ))
    .bind(i64::from(ProductFacets::VALUES))
    .sql(")")
}

fn looked_at(rows: &[Count]) -> i64 {
    rows.iter().find(|row| row.facet == "looked_at").and_then(|row| row.n).unwrap_or(0)
}

fn facets_of(rows: Vec<Count>) -> Result<ProductFacets, DbError> {
    let mut facets = ProductFacets { exact: looked_at(&rows) <= i64::from(ProductFacets::LOOKED_AT), ..ProductFacets::default() };
    for row in rows {
        let n = stored("count", u32::try_from(row.n.unwrap_or(0)))?;
        match (row.facet.as_str(), row.value, row.low.zip(row.high)) {
            ("category", Some(value), _) => facets.categories.push(value_of(&value, n)?),
            ("brand", Some(value), _) => facets.brands.push(value_of(&value, n)?),
            ("prices", _, Some((low, high))) => {
                facets.prices = Some((stored("price", Money::from_cents(low))?, stored("price", Money::from_cents(high))?));
            }
            ("in_stock", ..) => facets.in_stock = n,
            ("discounted", ..) => facets.discounted = n,
            ("total", ..) => facets.total = n,
            _ => {}
        }
    }
    for values in [&mut facets.categories, &mut facets.brands] {
        values.sort_by_cached_key(|value| fold(value.value.as_str()));
    }
    Ok(facets)
}

fn value_of(text: &str, count: u32) -> Result<FacetValue, DbError> {
    Ok(FacetValue { value: stored("label", Label::parse(text))?, count })
}
