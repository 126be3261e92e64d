//! Reading the items of orders and what else stands beside them, for many orders at once.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use futures_util::try_join;

use super::fulfilment::{self, FulfilmentRow};
use super::row::{ItemRow, OrderRow, order_of};
use crate::error::DbError;
use crate::schema::{order_items, orders};

/// The orders in `rows` with their items and fulfilment, which one round trip reads.
pub(crate) async fn complete(connection: &AsyncPgConnection, rows: Vec<OrderRow>) -> Result<Vec<Order>, DbError> {
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let items = order_items::table
        .filter(order_items::order_id.eq_any(&ids))
        .order((order_items::order_id, order_items::position))
        .select(ItemRow::as_select());
    let items = items.load::<ItemRow>(&mut &*connection);
    let (items, mut fulfilments) = try_join!(items, fulfilment::of_orders(connection, &ids))?;
    let mut of_order: HashMap<String, Vec<ItemRow>> = HashMap::new();
    for item in items {
        of_order.entry(item.order_id.clone()).or_default().push(item);
    }
    rows.into_iter().map(|row| order_of_row(row, &mut of_order, &mut fulfilments)).collect()
}

fn order_of_row(
    row: OrderRow,
    items: &mut HashMap<String, Vec<ItemRow>>,
    fulfilments: &mut HashMap<String, FulfilmentRow>,
) -> Result<Order, DbError> {
    let (own, fulfilment) = (items.remove(&row.id).unwrap_or_default(), fulfilments.remove(&row.id));
    order_of(row, own, fulfilment)
}

/// The order with this number; the row, the items and the fulfilment take one round trip.
pub(crate) async fn by_id(connection: &AsyncPgConnection, id: &OrderId) -> Result<Option<Order>, DbError> {
    let row = orders::table.find(id.as_str()).select(OrderRow::as_select());
    let items = order_items::table.filter(order_items::order_id.eq(id.as_str())).order(order_items::position).select(ItemRow::as_select());
    let ids = [id.as_str()];
    let (row, items, mut fulfilments) = try_join!(
        async { row.first(&mut &*connection).await.optional() },
        items.load::<ItemRow>(&mut &*connection),
        fulfilment::of_orders(connection, &ids),
    )?;
    row.map(|row| order_of(row, items, fulfilments.remove(id.as_str()))).transpose()
}
