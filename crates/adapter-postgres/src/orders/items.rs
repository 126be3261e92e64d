//! Reading the items, fulfilment and payments of orders, for many orders at once.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use futures_util::try_join;

use super::fulfilment;
use super::row::{ItemRow, OrderRow, order_of};
use crate::error::DbError;
use crate::payments;
use crate::schema::{order_items, orders};

/// The orders in `rows` with their items, fulfilment and payments.
pub(crate) async fn complete(connection: &AsyncPgConnection, rows: Vec<OrderRow>) -> Result<Vec<Order>, DbError> {
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let items = order_items::table
        .filter(order_items::order_id.eq_any(&ids))
        .order((order_items::order_id, order_items::position))
        .select(ItemRow::as_select());
    // One round trip: the statements are pipelined.
    let items = async { Ok(items.load::<ItemRow>(&mut &*connection).await?) };
    let fulfilments = async { Ok(fulfilment::of_orders(connection, &ids).await?) };
    let (items, mut fulfilments, mut payments) = try_join!(items, fulfilments, payments::of_orders(connection, &ids))?;
    let mut of_order: HashMap<String, Vec<ItemRow>> = HashMap::new();
    for item in items {
        of_order.entry(item.order_id.clone()).or_default().push(item);
    }
    let order = |row: OrderRow| {
        let items = of_order.remove(&row.id).unwrap_or_default();
        let (fulfilment, payment) = (fulfilments.remove(&row.id), payments.remove(&row.id).unwrap_or_default());
        order_of(row, items, fulfilment, payment)
    };
    rows.into_iter().map(order).collect()
}

/// The order with this number; the row, the items, the fulfilment and the payment take one round trip.
pub(crate) async fn by_id(connection: &AsyncPgConnection, id: &OrderId) -> Result<Option<Order>, DbError> {
    let row = orders::table.find(id.as_str()).select(OrderRow::as_select());
    let items = order_items::table.filter(order_items::order_id.eq(id.as_str())).order(order_items::position).select(ItemRow::as_select());
    let ids = [id.as_str()];
    let row = async { Ok::<_, DbError>(row.first(&mut &*connection).await.optional()?) };
    let items = async { Ok(items.load::<ItemRow>(&mut &*connection).await?) };
    let fulfilments = async { Ok(fulfilment::of_orders(connection, &ids).await?) };
    let (row, items, mut fulfilments, payment) = try_join!(row, items, fulfilments, payments::of_order(connection, id))?;
    row.map(|row| order_of(row, items, fulfilments.remove(id.as_str()), payment)).transpose()
}
