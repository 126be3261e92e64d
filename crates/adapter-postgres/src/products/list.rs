//! One page of the catalogue.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::page::{Cursor, Page, PageAnswer, TotalCount};
use domain::product::Product;
use domain::product_query::ProductQuery;
use futures_util::try_join;

use super::matches::Matches;
use super::order::Order;
use super::row::{ListedRow, product_of};
use super::{catalogue, filter, sales};
use crate::cursor;
use crate::error::DbError;
use crate::sql::{Number, Sql};

/// One page. A search that strictly finds nothing is tried again with typos allowed; its cursors say so.
pub(crate) async fn list(connection: &AsyncPgConnection, query: &ProductQuery, now: DateTime<Utc>) -> Result<PageAnswer<Product>, DbError> {
    let strict = query.text.as_ref().and_then(|text| Matches::strict(text.as_str()));
    let listing = Listing { query, now, order: Order::of(query.sort, strict.as_ref()), matches: strict };
    match &query.page.after {
        Some(after) => next_page(connection, listing, after).await,
        None => first_page(connection, listing).await,
    }
}

async fn first_page(connection: &AsyncPgConnection, listing: Listing<'_>) -> Result<PageAnswer<Product>, DbError> {
    let page = listing.page(connection, None).await?;
    let found = matches!(&page, PageAnswer::Page(page) if !page.items.is_empty());
    match listing.matches.clone() {
        Some(strict) if !found => match strict.tolerant(connection).await? {
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
    match strict.tolerant(connection).await? {
        Some(tolerant) => listing.tolerating(tolerant).page(connection, Some(behind)).await,
        // By now something matches strictly: the list this cursor belongs to is over.
        None => Ok(PageAnswer::Page(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) })),
    }
}

/// A list about to be read.
struct Listing<'a> {
    query: &'a ProductQuery,
    now: DateTime<Utc>,
    order: Order,
    matches: Option<Matches>,
}

impl Listing<'_> {
    /// The same list with typos allowed.
    fn tolerating(self, matches: Matches) -> Self {
        Self { order: self.order.tolerating(), matches: Some(matches), ..self }
    }

    /// Products `p`, those that a search finds with their score `m.score`.
    fn source(&self) -> Sql {
        let from = Sql::new("FROM products p");
        match &self.matches {
            Some(matches) => from.sql(" JOIN ").append(matches.table()).sql(" AS m ON m.product_id = p.id"),
            None => from,
        }
    }

    /// The page behind a cursor.
    async fn page(&self, connection: &AsyncPgConnection, behind: Option<Sql>) -> Result<PageAnswer<Product>, DbError> {
        let limit = self.query.page.limit;
        let rows = catalogue::columns(self.now).sql(self.order.rank()).sql(" AS rank ").append(self.source());
        let rows = if self.order.needs_sales() {
            rows.sql(" LEFT JOIN ").append(sales::of_all(self.now)).sql(" AS s ON s.product_id = p.id")
        } else {
            rows
        };
        let rows = rows.sql(" WHERE true").append(filter::conditions(&self.query.filter));
        let rows = match behind {
            Some(behind) => rows.sql(" AND ").append(behind),
            None => rows,
        };
        let rows = rows.sql(self.order.order_by()).sql(" LIMIT ").bind(cursor::rows_to_load(limit));
        let count = Sql::new("SELECT count(*) AS n FROM (SELECT ")
            .append(self.source())
            .sql(" WHERE true")
            .append(filter::conditions(&self.query.filter))
            .sql(" LIMIT ")
            .bind(cursor::COUNT_LIMIT)
            .sql(") AS counted");
        let (rows, count) = try_join!(rows.load::<ListedRow>(&mut &*connection), count.get_result::<Number>(&mut &*connection))?;
        cursor::page(rows, limit, count.n, |row| self.order.cursor(row), |row| product_of(row.product, row.total_sales))
    }
}
