//! Reading orders.

use async_trait::async_trait;
use domain::orders::order::{Order, OrderQuery};
use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use domain::orders::ports::OrderReader;
use domain::orders::purchases::Purchases;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::email::EmailAddress;
use domain::shared::page::{PageAnswer, TotalCount};
use domain::shared::ports::PortError;

use super::{history, items, listing, purchases};
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::counted::Counted;
use crate::query::cursor::{self, Micros};
use crate::query::functions::{lower, strpos};
use crate::query::keyset::before;
use crate::query::sql::{Number, Sql};
use crate::query::tallies::total_of;
use crate::schema::{order_fulfilment, order_payments, orders};

const NEWEST: &str = "orders:newest";
/// The factor by which more orders are read than a page is expected to need: matches may be spread unevenly.
const SURPLUS: i64 = 4;

/// The sort values of the last order of the page before.
type After = Option<(DateTime<Utc>, String)>;

#[async_trait]
impl OrderReader for Postgres {
    async fn list(&self, query: &OrderQuery) -> Result<PageAnswer<Order>, PortError> {
        Ok(listing::page(self, query).await?)
    }

    async fn counts(&self, queries: &[OrderQuery]) -> Result<Vec<TotalCount>, PortError> {
        Ok(listing::counts(self, queries).await?)
    }

    async fn by_id(&self, id: &OrderId) -> Result<Option<Order>, PortError> {
        Ok(items::by_id(&*self.connection().await?, id).await?)
    }

    async fn history(&self, id: &OrderId) -> Result<Option<Vec<OrderEvent>>, PortError> {
        Ok(history::history(&*self.connection().await?, id).await?)
    }

    async fn purchases(&self, customer: &EmailAddress) -> Result<Purchases, PortError> {
        Ok(purchases::purchases(&mut *self.connection().await?, customer).await?)
    }
}

async fn list(db: &Postgres, query: &OrderQuery) -> Result<PageAnswer<Order>, DbError> {
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
    let is_narrow = query.owner.is_some() || query.customer.is_some() || query.fulfilment.is_some() || query.to_call;
    let (rows, count) = if wanted.is_empty() || is_narrow {
        listed(connection, query, wanted, after).await?
    } else {
        found(connection, &Search::of(wanted, query.status), query.page.limit, after).await?
    };
    let cursor_of = |row: &OrderRow| cursor::write(&list, &Micros::from(row.placed_at), &row.id);
    match cursor::page(rows, query.page.limit, count, cursor_of, Ok::<_, DbError>)? {
        PageAnswer::Page(Page { items, next, total }) => {
            Ok(PageAnswer::Page(Page { items: items::complete(connection, items).await?, next, total }))
        }
        PageAnswer::InvalidCursor => Ok(PageAnswer::InvalidCursor),
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
    // Without a point the name is that of the release before, whose cursors stay good.
    match (query.fulfilment.map(FulfilmentStatus::as_str), query.to_call) {
        (None, false) => cursor::name_of(NEWEST, &(owner, customer, status, wanted)),
        (Some(point), false) => cursor::name_of(NEWEST, &(owner, customer, status, wanted, point)),
        (point, true) => cursor::name_of(NEWEST, &(owner, customer, status, wanted, point, "toCall")),
    }
}

/// The rows of a page and the number of all: of an index, or of a text among the orders of one customer.
async fn listed(connection: &AsyncPgConnection, query: &OrderQuery, wanted: String, after: After) -> Result<(Vec<OrderRow>, i64), DbError> {
    let mut rows = matching(query, &wanted);
    if let Some((at, id)) = after {
        rows = rows.filter(before((orders::placed_at, orders::id), (at, id)));
    }
    let rows = rows.order((orders::placed_at.desc(), orders::id.desc())).limit(cursor::rows_to_load(query.page.limit));
    Ok(try_join!(rows.select(OrderRow::as_select()).load(&mut &*connection), count(connection, query, &wanted))?)
}

/// The number of requested orders, counted up to the limit.
async fn count(connection: &AsyncPgConnection, query: &OrderQuery, wanted: &str) -> QueryResult<i64> {
    if query.owner.is_none() && query.customer.is_none() && query.fulfilment.is_none() && !query.to_call && wanted.is_empty() {
        let kept: Number = total_of("orders", query.status.map(OrderStatus::as_str)).get_result(&mut &*connection).await?;
        return Ok(kept.n);
    }
    Counted(matching(query, wanted).select(orders::id).limit(cursor::COUNT_LIMIT)).get_result(&mut &*connection).await
}

/// The requested orders.
fn matching(query: &OrderQuery, wanted: &str) -> orders::BoxedQuery<'static, Pg> {
    let mut orders = orders::table.into_boxed();
    if let Some(owner) = query.owner {
        orders = orders.filter(orders::user_id.eq(owner.uuid()));
    }
    if let Some(customer) = &query.customer {
        orders = orders.filter(orders::email.eq(customer.as_str().to_owned()));
    }
    if let Some(status) = query.status {
        orders = orders.filter(orders::status.eq(status.as_str()));
    }
    if let Some(point) = query.fulfilment {
        orders = at_point(orders, point);
    }
    if query.to_call {
        orders = at_point(orders, FulfilmentStatus::Unfulfilled).filter(exists(calls()));
    }
    if wanted.is_empty() {
        return orders;
    }
    let is_named = strpos(orders::search_text, wanted.to_owned()).gt(0);
    orders.filter(is_named.or(strpos(lower(orders::id), wanted.to_owned()).gt(0)))
}

/// Only the orders at this point that are not cancelled. A recorded stage counts only where it belongs to the order's status
/// ([`domain::orders::fulfilment::OrderFulfilment`]).
fn at_point(orders: orders::BoxedQuery<'static, Pg>, point: FulfilmentStatus) -> orders::BoxedQuery<'static, Pg> {
    let status = point.order_status();
    let orders = orders.filter(orders::status.eq(status.as_str()));
    let stages = |stages: Vec<FulfilmentStatus>| {
        let stages: Vec<&str> = stages.into_iter().map(FulfilmentStatus::as_str).collect();
        let own = order_fulfilment::table.filter(order_fulfilment::order_id.eq(orders::id));
        exists(own.filter(order_fulfilment::stage.eq_any(stages)))
    };
    if point != FulfilmentStatus::of(status) {
        return orders.filter(stages(vec![point]));
    }
    let others = FulfilmentStatus::ALL.into_iter().filter(|other| *other != point && other.order_status() == status);
    orders.filter(not(stages(others.collect())))
}

/// The payment of an order, if it is paid on delivery, above its limit and not confirmed
/// ([`domain::payments::cod_confirmation::CodCall::state`]).
#[diesel::dsl::auto_type(no_type_alias)]
fn calls() -> _ {
    let cod: &'static str = PaymentMethod::Cod.as_str();
    order_payments::table
        .filter(order_payments::order_id.eq(orders::id))
        .filter(order_payments::method.eq(cod))
        .filter(order_payments::confirm_above_cents.lt(orders::total_cents.nullable()))
        .filter(order_payments::customer_reached.is_distinct_from(true))
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    found: i64,
    #[diesel(sql_type = BigInt)]
    among: i64,
}

/// The same for a search.
async fn found(connection: &AsyncPgConnection, search: &Search, limit: PageLimit, after: After) -> Result<(Vec<OrderRow>, i64), DbError> {
    let Counts { found, among } = search.counts().get_result(&mut &*connection).await?;
    let rows = cursor::rows_to_load(limit);
    let behind = after.map(|(at, id)| Sql::new("(o.placed_at, o.id) < (").bind(at).sql(", ").bind(id).sql(")"));
    let page = async |orders: Sql| -> QueryResult<Vec<OrderRow>> {
        let columns = Sql::new("SELECT ").append(Sql::columns_of::<OrderRow>("o")).sql(" FROM ");
        let page = columns.append(orders).sql(" AS o ORDER BY o.placed_at DESC, o.id DESC LIMIT ").bind(rows);
        page.load(&mut &*connection).await
    };
    // A page is expected within so many orders. Where that is less to read than all that are found, it is looked for there.
    let expected = rows.saturating_mul(among) / found.max(1);
    if expected < found {
        let met = page(search.among_next(behind.as_ref(), SURPLUS * expected)).await?;
        if i64::try_from(met.len()).is_ok_and(|met| met == rows) {
            return Ok((met, found));
        }
    }
    Ok((page(search.by_contact(behind.as_ref())).await?, found))
}
