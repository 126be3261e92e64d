//! One page of a list of orders, and the number of its orders.
//!
//! Most lists are read from an index. A list whose filter is told by other tables has [`Matches`]: the number of its orders decides
//! whether its page is looked for among the next orders of all, or among all that match.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order::Order;
use domain::orders::order_event::OrderEvent;
use domain::orders::order_filters::{OrderQuery, PaymentFilter};
use domain::orders::ports::{CustomerTotals, OrderReader};
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{Page, PageAnswer, PageLimit, TotalCount};
use domain::shared::ports::PortError;
use futures_util::future::try_join_all;
use futures_util::try_join;

use super::found::{Search, and, in_number, number_part, wanted_text};
use super::narrowing::{by_index, by_work, candidates, is_narrow, narrowed};
use super::row::OrderRow;
use super::{history, items};
use crate::catalog::search_text::{contains_parts, name_parts};
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::cursor::{self, COUNT_LIMIT, Micros};
use crate::query::sql::{Number, Sql};
use crate::query::tallies::total_of;

const NEWEST: &str = "orders:newest";
/// The factor by which more orders are read than a page is expected to need: matches may be spread unevenly.
const SURPLUS: i64 = 4;

/// The sort values of the last order of the page before.
type After = Option<(DateTime<Utc>, String)>;

/// The orders of a list that no index holds in the order of the list.
pub(super) trait Matches {
    /// A statement that answers the number of matches as `found`, counted up to the limit where they are read to be counted, and the
    /// number of all orders that they are spread among as `among`.
    fn counts(&self) -> Sql;

    /// A table of orders: the matches among the next `orders` of the list.
    fn among_next(&self, behind: Option<&Sql>, orders: i64) -> Sql;

    /// A table of all matches, of which there are `found`.
    fn all(&self, behind: Option<&Sql>, found: i64) -> Sql;
}

#[async_trait]
impl OrderReader for Postgres {
    async fn list(&self, query: &OrderQuery) -> Result<PageAnswer<Order>, PortError> {
        Ok(page(self, query).await?)
    }

    async fn counts(&self, queries: &[OrderQuery]) -> Result<Vec<TotalCount>, PortError> {
        Ok(counts(self, queries).await?)
    }

    async fn by_id(&self, id: &OrderId) -> Result<Option<Order>, PortError> {
        Ok(items::by_id(&*self.connection().await?, id).await?)
    }

    async fn history(&self, id: &OrderId) -> Result<Option<Vec<OrderEvent>>, PortError> {
        Ok(history::history(&*self.connection().await?, id).await?)
    }

    async fn purchases(&self, customer: &EmailAddress) -> Result<CustomerTotals, PortError> {
        Ok(items::purchases(&mut *self.connection().await?, customer).await?)
    }
}

async fn page(db: &Postgres, query: &OrderQuery) -> Result<PageAnswer<Order>, DbError> {
    let query = &by_status(query);
    let wanted = wanted_text(query.text.as_ref());
    let list = list_name(query, &wanted);
    let after = match &query.page.after {
        Some(after) => match cursor::read::<Micros, String>(&list, after) {
            Some((at, id)) => Some((at.instant(), id)),
            None => return Ok(PageAnswer::InvalidCursor),
        },
        None => None,
    };
    let connection = &*db.connection().await?;
    let (rows, count) = match matches_of(query, &wanted) {
        Some(matches) => found(connection, &*matches, query.page.limit, after).await?,
        None => listed(connection, query, &wanted, after).await?,
    };
    let cursor_of = |row: &OrderRow| cursor::write(&list, &Micros::from(row.placed_at), &row.id);
    match cursor::page(rows, query.page.limit, count, cursor_of, Ok::<_, DbError>)? {
        PageAnswer::Page(Page { items, next, total }) => {
            Ok(PageAnswer::Page(Page { items: items::complete(connection, items).await?, next, total }))
        }
        PageAnswer::InvalidCursor => Ok(PageAnswer::InvalidCursor),
    }
}

/// The number of orders of each list. One round trip: the statements are pipelined.
async fn counts(db: &Postgres, queries: &[OrderQuery]) -> Result<Vec<TotalCount>, DbError> {
    let connection = &*db.connection().await?;
    let counts = try_join_all(queries.iter().map(|query| count_of(connection, query))).await?;
    Ok(counts.into_iter().map(TotalCount::from_bounded).collect())
}

async fn count_of(connection: &AsyncPgConnection, query: &OrderQuery) -> QueryResult<i64> {
    let query = &by_status(query);
    let wanted = wanted_text(query.text.as_ref());
    match matches_of(query, &wanted) {
        Some(matches) => Ok(matches.counts().get_result::<Counts>(&mut &*connection).await?.found),
        None => count(connection, query, &wanted).await,
    }
}

/// An expression: the number of orders of a list without a text, counted up to the limit.
pub(crate) fn bounded_count(query: &OrderQuery) -> Sql {
    let orders = Sql::new("(SELECT count(*) FROM (SELECT FROM orders o WHERE true");
    let orders = match candidates(query) {
        Some(candidates) => orders.sql(" AND o.id IN (").sql(candidates).sql(")"),
        None => orders,
    };
    orders.append(narrowed(query)).sql(" LIMIT ").bind(COUNT_LIMIT).sql(") AS counted)")
}

fn matches_of(query: &OrderQuery, wanted: &str) -> Option<Box<dyn Matches + Send + Sync>> {
    if let Some(search) = Search::of(query, wanted) {
        return Some(Box::new(search));
    }
    let candidates = candidates(query)?;
    Some(Box::new(Candidates { query: query.clone(), candidates }))
}

/// The orders that meet the filters of a query, of those that can meet them.
struct Candidates {
    query: OrderQuery,
    candidates: &'static str,
}

impl Matches for Candidates {
    fn counts(&self) -> Sql {
        let among = total_of("orders", self.query.status.map(OrderStatus::as_str));
        Sql::new("SELECT ").append(bounded_count(&self.query)).sql(" AS found, (").append(among).sql(") AS among")
    }

    fn among_next(&self, behind: Option<&Sql>, orders: i64) -> Sql {
        let next = Sql::new("(SELECT o.* FROM (SELECT * FROM orders o WHERE true").append(by_index(&self.query)).append(and(behind));
        let next = next.sql(" ORDER BY o.placed_at DESC, o.id DESC LIMIT ").bind(orders).sql(") AS o WHERE true");
        next.append(by_work(&self.query)).sql(")")
    }

    /// Where they are many, walking the list of all orders meets them; else OFFSET keeps the planner from walking it.
    fn all(&self, behind: Option<&Sql>, found: i64) -> Sql {
        let narrowed = narrowed(&self.query).append(and(behind));
        if found >= COUNT_LIMIT {
            return Sql::new("(SELECT * FROM orders o WHERE true").append(narrowed).sql(")");
        }
        let few = Sql::new("(SELECT * FROM orders o WHERE o.id = ANY (ARRAY(").sql(self.candidates).sql("))");
        few.append(narrowed).sql(" OFFSET 0)")
    }
}

/// The same query, with a filter by status in place of one by a point that the status alone tells. What is left for `fulfilment` are
/// orders in processing, which are few.
fn by_status(query: &OrderQuery) -> OrderQuery {
    let told = query.fulfilment.filter(|point| FulfilmentStatus::of(point.order_status()) == *point);
    match told.map(FulfilmentStatus::order_status) {
        Some(status) if status != OrderStatus::Processing && query.status.is_none_or(|wanted| wanted == status) => {
            OrderQuery { status: Some(status), fulfilment: None, ..query.clone() }
        }
        _ => query.clone(),
    }
}

/// The name of the requested list.
fn list_name(query: &OrderQuery, wanted: &str) -> String {
    let (owner, customer) = (query.owner.map(UserId::uuid), query.customer.as_ref().map(EmailAddress::as_str));
    let status = query.status.map(OrderStatus::as_str);
    let point = query.fulfilment.map(FulfilmentStatus::as_str);
    // Without a new filter the name is that of the releases before, whose cursors stay good.
    let payment = query.payment.map(PaymentFilter::as_str);
    let is_former = !query.is_to_pack && !query.to_call && payment.is_none() && query.has_attention.is_none() && query.placed.is_open();
    match point {
        None if is_former => cursor::name_of(NEWEST, &(owner, customer, status, wanted)),
        Some(point) if is_former => cursor::name_of(NEWEST, &(owner, customer, status, wanted, point)),
        _ => {
            let days = (query.placed.from, query.placed.until);
            let work = (query.is_to_pack, query.to_call, payment, query.has_attention);
            cursor::name_of(NEWEST, &(owner, customer, status, wanted, point, work, days))
        }
    }
}

/// The rows of a page and the number of all: of an index, or of a text among the orders of one customer.
async fn listed(connection: &AsyncPgConnection, query: &OrderQuery, wanted: &str, after: After) -> Result<(Vec<OrderRow>, i64), DbError> {
    let table = Sql::new("(SELECT * FROM orders o WHERE true").append(narrowed(query)).append(with_text(wanted));
    let table = table.append(and(behind(after).as_ref())).sql(")");
    let rows = cursor::rows_to_load(query.page.limit);
    Ok(try_join!(rows_of(connection, table, rows), count(connection, query, wanted))?)
}

/// The number of requested orders, counted up to the limit.
async fn count(connection: &AsyncPgConnection, query: &OrderQuery, wanted: &str) -> QueryResult<i64> {
    let count = if !is_narrow(query) && wanted.is_empty() {
        total_of("orders", query.status.map(OrderStatus::as_str))
    } else {
        let orders =
            Sql::new("SELECT count(*) AS n FROM (SELECT FROM orders o WHERE true").append(narrowed(query)).append(with_text(wanted));
        orders.sql(" LIMIT ").bind(COUNT_LIMIT).sql(") AS counted")
    };
    let count: Number = count.get_result(&mut &*connection).await?;
    Ok(count.n)
}

/// ` AND …` for the orders with this text, without an index.
fn with_text(wanted: &str) -> Sql {
    if wanted.is_empty() {
        return Sql::default();
    }
    let named = Sql::new(" AND (").append(contains_parts("o.search_text", wanted, &name_parts(wanted)));
    match number_part(wanted) {
        Some(part) => named.sql(" OR ").append(in_number(part, wanted.to_ascii_uppercase())).sql(")"),
        None => named.sql(")"),
    }
}

/// Whether order `o` comes after the page before.
fn behind(after: After) -> Option<Sql> {
    after.map(|(at, id)| Sql::new("(o.placed_at, o.id) < (").bind(at).sql(", ").bind(id).sql(")"))
}

/// The newest `rows` orders of a table of orders.
async fn rows_of(connection: &AsyncPgConnection, table: Sql, rows: i64) -> QueryResult<Vec<OrderRow>> {
    let columns = Sql::new("SELECT ").append(Sql::columns_of::<OrderRow>("o")).sql(" FROM ").append(table);
    columns.sql(" AS o ORDER BY o.placed_at DESC, o.id DESC LIMIT ").bind(rows).load(&mut &*connection).await
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    found: i64,
    #[diesel(sql_type = BigInt)]
    among: i64,
}

/// The same for matches.
async fn found(
    connection: &AsyncPgConnection,
    matches: &(dyn Matches + Send + Sync),
    limit: PageLimit,
    after: After,
) -> Result<(Vec<OrderRow>, i64), DbError> {
    let Counts { found, among } = matches.counts().get_result(&mut &*connection).await?;
    let (rows, behind) = (cursor::rows_to_load(limit), behind(after));
    // The number of orders within which a page is expected. Where it is smaller than the number of matches, the page is looked for in them.
    let expected = rows.saturating_mul(among) / found.max(1);
    if expected < found {
        let met = rows_of(connection, matches.among_next(behind.as_ref(), SURPLUS * expected), rows).await?;
        if i64::try_from(met.len()).is_ok_and(|met| met == rows) {
            return Ok((met, found));
        }
    }
    Ok((rows_of(connection, matches.all(behind.as_ref(), found), rows).await?, found))
}
