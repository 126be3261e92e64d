//! One page of the catalogue.

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::Product;
use domain::catalog::product_query::{ProductFilter, ProductQuery};
use domain::shared::page::{Cursor, Page, PageAnswer, TotalCount};
use domain::shared::text::SearchText;
use futures_util::try_join;

use super::fuzzy::tolerant;
use super::matches::Matches;
use super::row::{ListedRow, product_of};
use super::scarce::Scarcity;
use super::sort_order::SortOrder;
use super::{bestselling, catalogue, filter, sales, scarce};
use crate::error::DbError;
use crate::query::cursor;
use crate::query::sql::{Number, Sql};
use crate::query::tallies::total_of;

/// One page. A search that strictly finds nothing is tried again with typos allowed; its cursors say so.
pub(crate) async fn list(connection: &AsyncPgConnection, query: &ProductQuery, now: DateTime<Utc>) -> Result<PageAnswer<Product>, DbError> {
    let strict = query.text.as_ref().and_then(|text| Matches::strict(text.as_str()));
    let listing = Listing { query, now, order: SortOrder::of(query, strict.as_ref()), matches: strict };
    match &query.page.after {
        Some(after) => next_page(connection, listing, after).await,
        None => first_page(connection, listing).await,
    }
}

async fn first_page(connection: &AsyncPgConnection, listing: Listing<'_>) -> Result<PageAnswer<Product>, DbError> {
    let page = listing.page(connection, None).await?;
    let found = matches!(&page, PageAnswer::Page(page) if !page.items.is_empty());
    match listing.matches.clone() {
        Some(strict) if !found => match tolerant(connection, &strict, text_of(listing.query)).await? {
            Some(tolerant) => listing.tolerating(tolerant).page(connection, None).await,
            None => Ok(page),
        },
        _ => Ok(page),
    }
}

async fn next_page(connection: &AsyncPgConnection, listing: Listing<'_>, after: &Cursor) -> Result<PageAnswer<Product>, DbError> {
    if let Some(behind) = listing.order.behind(after) {
        return listing.page(connection, Some(behind)).await;
    }
    let Some(strict) = listing.matches.clone() else { return Ok(PageAnswer::InvalidCursor) };
    let Some(behind) = listing.order.clone().tolerating().behind(after) else { return Ok(PageAnswer::InvalidCursor) };
    match tolerant(connection, &strict, text_of(listing.query)).await? {
        Some(tolerant) => listing.tolerating(tolerant).page(connection, Some(behind)).await,
        // By now something matches strictly: the list this cursor belongs to is over.
        None => Ok(PageAnswer::Page(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) })),
    }
}

/// What is searched for.
fn text_of(query: &ProductQuery) -> &str {
    query.text.as_ref().map(SearchText::as_str).unwrap_or_default()
}

/// A product that a search finds.
#[derive(Clone, Debug, QueryableByName)]
struct FoundRow {
    #[diesel(embed)]
    listed: ListedRow,
    /// How many are found in all, counted no further than needed.
    #[diesel(sql_type = BigInt)]
    total: i64,
}

/// A list about to be read.
struct Listing<'a> {
    query: &'a ProductQuery,
    now: DateTime<Utc>,
    order: SortOrder,
    matches: Option<Matches>,
}

impl Listing<'_> {
    /// The same list with typos allowed.
    fn tolerating(self, matches: Matches) -> Self {
        Self { order: self.order.tolerating(), matches: Some(matches), ..self }
    }

    /// Whether nothing is asked of a product but what is searched for.
    fn is_unfiltered(&self) -> bool {
        self.query.filter == ProductFilter::default() && self.query.alert.is_none()
    }

    /// ` AND …` for the alert that is asked for, about products `p`.
    fn alert(&self) -> Sql {
        self.query.alert.map_or_else(Sql::default, |alert| scarce::has_alert(alert, self.now))
    }

    /// Whether prices are asked for in a list that another index brings in its order.
    fn may_pass_by_prices(&self) -> bool {
        let is_priced = self.query.filter.min_price.is_some() || self.query.filter.max_price.is_some();
        is_priced && self.matches.is_none() && !self.order.is_by_price() && !self.order.needs_sales()
    }

    /// Products `p`, those that a search finds with their score `m.score`.
    fn source(&self) -> Sql {
        let from = Sql::new("FROM products p");
        match &self.matches {
            Some(matches) => from.sql(" JOIN ").append(matches.table()).sql(" AS m ON m.product_id = p.id"),
            None => from,
        }
    }

    /// The same as far as the page needs it: where the score alone decides, only the best matches become products.
    fn source_of_page(&self, behind: Option<&Sql>) -> Sql {
        match &self.matches {
            Some(matches) if self.order.is_by_match() && self.is_unfiltered() => Sql::new("FROM (SELECT * FROM ")
                .append(matches.table())
                .sql(" AS m WHERE true")
                .append(and(behind))
                .sql(" ORDER BY m.score DESC, m.product_id DESC LIMIT ")
                .bind(cursor::rows_to_load(self.query.page.limit))
                .sql(") AS m JOIN products p ON p.id = m.product_id"),
            _ => self.source(),
        }
    }

    /// How many products there are in all, counted no further than needed.
    fn count(&self) -> Sql {
        let (is_unfiltered, filter) = (self.is_unfiltered(), &self.query.filter);
        if self.matches.is_none() {
            if is_unfiltered {
                return total_of("products", None);
            }
            if let Some(scarcity) = Scarcity::alone_in(self.query) {
                return total_of("scarce", Some(scarcity.kind()));
            }
            if self.query.alert.is_none() && *filter == (ProductFilter { in_stock: Some(true), ..ProductFilter::default() }) {
                let all = Sql::new("SELECT (").append(total_of("products", None));
                return all.sql(") - (").append(total_of("scarce", Some(Scarcity::Out.kind()))).sql(") AS n");
            }
        }
        let counted = self.source().sql(" WHERE true").append(filter::conditions(filter)).append(self.alert());
        let count = Sql::new("SELECT count(*) AS n FROM (SELECT ").append(counted);
        count.sql(" LIMIT ").bind(cursor::COUNT_LIMIT).sql(") AS counted")
    }

    /// The products `p` of a page and whatever they are sorted by, unsorted.
    fn rows(&self, behind: Option<&Sql>, conditions: Sql) -> Sql {
        let (after, rows) = (self.query.page.after.as_ref(), cursor::rows_to_load(self.query.page.limit));
        if self.order.needs_sales() && self.matches.is_none() {
            return bestselling::source(self.now, &conditions, after.and_then(|after| self.order.units_behind(after)), rows);
        }
        if self.order.is_by_age()
            && self.matches.is_none()
            && let Some(scarcity) = Scarcity::alone_in(self.query)
        {
            return scarcity.newest(after.and_then(|after| self.order.age_behind(after)), rows);
        }
        let rows = self.source_of_page(behind);
        let rows = if self.order.needs_sales() {
            rows.sql(" LEFT JOIN ").append(sales::of_all(self.now)).sql(" AS s ON s.product_id = p.id")
        } else {
            rows
        };
        rows.sql(" WHERE true").append(conditions).append(and(behind))
    }

    /// The best matches and how many there are, in one statement that reads little more than what is shown; `None` where it
    /// cannot tell, because too many words begin alike.
    async fn best(&self, connection: &AsyncPgConnection, matches: &Matches) -> Result<Option<PageAnswer<Product>>, DbError> {
        let limit = self.query.page.limit;
        let best = matches.best(cursor::rows_to_load(limit), cursor::COUNT_LIMIT);
        let rows = catalogue::columns(self.now).sql("m.score AS rank, m.total FROM ").append(best);
        let rows = rows.sql(" AS m JOIN products p ON p.id = m.product_id").sql(self.order.order_by());
        let rows: Vec<FoundRow> = rows.load(&mut &*connection).await?;
        let total = rows.as_slice().first().map_or(0, |row| row.total);
        if total < 0 {
            return Ok(None);
        }
        let rows = rows.into_iter().map(|row| row.listed).collect();
        cursor::page(rows, limit, total, |row| self.order.cursor(row), |row| product_of(row.product, row.total_sales)).map(Some)
    }

    /// The page behind a cursor.
    async fn page(&self, connection: &AsyncPgConnection, behind: Option<Sql>) -> Result<PageAnswer<Product>, DbError> {
        let limit = self.query.page.limit;
        if let (Some(matches), None) = (&self.matches, &behind)
            && self.order.is_by_match()
            && self.is_unfiltered()
            && let Some(best) = self.best(connection, matches).await?
        {
            return Ok(best);
        }
        let statement = |conditions: Sql| {
            let conditions = conditions.append(self.alert());
            let rows = catalogue::columns(self.now).sql(self.order.rank()).sql(" AS rank ").append(self.rows(behind.as_ref(), conditions));
            rows.sql(self.order.order_by()).sql(" LIMIT ").bind(cursor::rows_to_load(limit))
        };
        let (conditions, counted) = (filter::conditions(&self.query.filter), self.count());
        let (rows, count): (Vec<ListedRow>, Number) = if self.may_pass_by_prices() {
            let all = total_of("products", None);
            let (all, count) = try_join!(all.get_result::<Number>(&mut &*connection), counted.get_result::<Number>(&mut &*connection))?;
            // Where a page is met sooner than all that have such a price are read, they are looked for in passing.
            let expected = cursor::rows_to_load(limit).saturating_mul(all.n) / count.n.max(1);
            let in_passing = expected < count.n;
            let conditions = if in_passing { filter::conditions_in_passing(&self.query.filter) } else { conditions };
            (statement(conditions).load(&mut &*connection).await?, count)
        } else {
            let rows = statement(conditions);
            try_join!(rows.load(&mut &*connection), counted.get_result(&mut &*connection))?
        };
        cursor::page(rows, limit, count.n, |row| self.order.cursor(row), |row| product_of(row.product, row.total_sales))
    }
}

/// ` AND …`, where there is a condition.
fn and(condition: Option<&Sql>) -> Sql {
    condition.map_or_else(Sql::default, |condition| Sql::new(" AND ").append(condition.clone()))
}
