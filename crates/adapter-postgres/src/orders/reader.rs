//! Reading orders.

use async_trait::async_trait;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::email::EmailAddress;
use domain::order::{Order, OrderQuery};
use domain::order_event::OrderEvent;
use domain::order_id::OrderId;
use domain::order_status::OrderStatus;
use domain::page::{Page, PageAnswer};
use domain::ports::{OrderReader, PortError};
use domain::purchases::Purchases;
use domain::revenue::{RevenueSums, RevenueWindows};
use domain::text::SearchText;
use futures_util::try_join;

use super::row::OrderRow;
use super::{history, items, purchases, revenue};
use crate::counted::Counted;
use crate::cursor::{self, Micros};
use crate::error::DbError;
use crate::functions::strpos;
use crate::keyset::before;
use crate::pool::Postgres;
use crate::schema::orders;
use crate::search_text::{fold, grams_of_part};
use crate::sql::Number;
use crate::tallies::total_of;

const NEWEST: &str = "orders:newest";

#[async_trait]
impl OrderReader for Postgres {
    async fn list(&self, query: &OrderQuery) -> Result<PageAnswer<Order>, PortError> {
        Ok(list(self, query).await?)
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

    async fn revenue(&self, windows: &RevenueWindows) -> Result<RevenueSums, PortError> {
        Ok(revenue::sums(&mut *self.connection().await?, windows).await?)
    }
}

async fn list(db: &Postgres, query: &OrderQuery) -> Result<PageAnswer<Order>, DbError> {
    let mut rows = matching(query);
    if let Some(after) = &query.page.after {
        let Some((at, id)) = cursor::read::<Micros, String>(NEWEST, after) else { return Ok(PageAnswer::InvalidCursor) };
        rows = rows.filter(before((orders::placed_at, orders::id), (at.instant(), id)));
    }
    let limit = query.page.limit;
    let rows = rows.order((orders::placed_at.desc(), orders::id.desc())).limit(cursor::rows_to_load(limit));
    let connection = &*db.connection().await?;
    let (rows, count) = try_join!(rows.select(OrderRow::as_select()).load(&mut &*connection), count(connection, query))?;
    let cursor_of = |row: &OrderRow| cursor::write(NEWEST, &Micros::from(row.placed_at), &row.id);
    match cursor::page(rows, limit, count, cursor_of, Ok::<_, DbError>)? {
        PageAnswer::Page(Page { items, next, total }) => {
            Ok(PageAnswer::Page(Page { items: items::complete(connection, items).await?, next, total }))
        }
        PageAnswer::InvalidCursor => Ok(PageAnswer::InvalidCursor),
    }
}

/// How many orders are asked for in all, counted no further than needed.
async fn count(connection: &AsyncPgConnection, query: &OrderQuery) -> QueryResult<i64> {
    let is_searched = query.text.as_ref().is_some_and(|text| !wanted_text(text).is_empty());
    if query.owner.is_none() && query.customer.is_none() && !is_searched {
        let kept: Number = total_of("orders", query.status.map(OrderStatus::as_str)).get_result(&mut &*connection).await?;
        return Ok(kept.n);
    }
    Counted(matching(query).select(orders::id).limit(cursor::COUNT_LIMIT)).get_result(&mut &*connection).await
}

/// The orders that are asked for.
fn matching(query: &OrderQuery) -> orders::BoxedQuery<'static, Pg> {
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
    let wanted = query.text.as_ref().map(wanted_text).unwrap_or_default();
    if wanted.is_empty() {
        return orders;
    }
    orders.filter(orders::search_grams.contains(grams_of_part(&wanted))).filter(strpos(orders::search_text, wanted).gt(0))
}

/// What to look for; an order number as people write it (`O` for 0) is looked for as it is stored.
fn wanted_text(text: &SearchText) -> String {
    OrderId::parse(text.as_str()).map_or_else(|_| fold(text.as_str()), |id| fold(id.as_str()))
}
