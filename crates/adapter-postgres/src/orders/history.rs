//! The history of an order.

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, select};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use domain::orders::order_status::OrderStatus;
use domain::shared::email::EmailAddress;
use futures_util::try_join;

use crate::error::{DbError, stored};
use crate::schema::{order_events, orders};

/// The most steps that are read: the newest ones.
const MOST: i64 = 500;

/// The columns of [`order_events`] that make an [`OrderEvent`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_events, check_for_backend(diesel::pg::Pg))]
struct EventRow {
    at: DateTime<Utc>,
    actor_email: Option<String>,
    from_status: Option<String>,
    to_status: String,
    request_id: Option<String>,
}

/// The steps of an order, oldest first; `None` for an unknown order.
pub(crate) async fn history(connection: &AsyncPgConnection, id: &OrderId) -> Result<Option<Vec<OrderEvent>>, DbError> {
    let known = select(exists(orders::table.find(id.as_str())));
    let newest = order_events::table
        .filter(order_events::order_id.eq(id.as_str()))
        .order(order_events::id.desc())
        .limit(MOST)
        .select(EventRow::as_select());
    let (known, newest) = try_join!(known.get_result::<bool>(&mut &*connection), newest.load::<EventRow>(&mut &*connection))?;
    if !known {
        return Ok(None);
    }
    newest.into_iter().rev().map(event_of).collect::<Result<_, _>>().map(Some)
}

fn event_of(row: EventRow) -> Result<OrderEvent, DbError> {
    Ok(OrderEvent {
        at: row.at,
        actor: stored("e-mail address", row.actor_email.as_deref().map(EmailAddress::parse).transpose())?,
        from: stored("order status", row.from_status.as_deref().map(OrderStatus::parse).transpose())?,
        to: stored("order status", OrderStatus::parse(&row.to_status))?,
        request_id: row.request_id,
    })
}
