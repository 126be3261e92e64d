//! The newest orders.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;

use super::items;
use super::row::OrderRow;
use crate::error::DbError;
use crate::schema::orders;

/// The newest `count` orders with their items, newest first.
pub(crate) async fn newest(connection: &AsyncPgConnection, count: u16) -> Result<Vec<Order>, DbError> {
    let newest = orders::table.order((orders::placed_at.desc(), orders::id.desc())).limit(i64::from(count));
    let rows = newest.select(OrderRow::as_select()).load(&mut &*connection).await?;
    items::complete(connection, rows).await
}
