//! Reading the items, fulfilment and payments of orders, for many orders at once.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_delivery::OrderDelivery;
use domain::payments::order_payment::OrderPayment;
use domain::shared::order_id::OrderId;
use futures_util::try_join;

use super::fulfilment::FulfilmentRow;
use super::row::{BesideOrder, ItemRow, OrderRow, order_of};
use super::{delivery_row, fulfilment};
use crate::error::DbError;
use crate::payments;
use crate::schema::{order_items, orders};

/// The orders in `rows` with their deliveries, items, fulfilment and payments: one query for each table, all in one round trip.
pub(crate) async fn complete(connection: &AsyncPgConnection, rows: Vec<OrderRow>) -> Result<Vec<Order>, DbError> {
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let items = order_items::table
        .filter(order_items::order_id.eq_any(&ids))
        .order((order_items::order_id, order_items::position))
        .select(ItemRow::as_select());
    let items = async { Ok::<_, DbError>(items.load::<ItemRow>(&mut &*connection).await?) };
    let (items, mut beside) = try_join!(items, Beside::of_orders(connection, &ids))?;
    let mut of_order: HashMap<String, Vec<ItemRow>> = HashMap::new();
    for item in items {
        of_order.entry(item.order_id.clone()).or_default().push(item);
    }
    let order = |row: OrderRow| {
        let (items, own) = (of_order.remove(&row.id).unwrap_or_default(), beside.take(&row.id));
        order_of(row, items, own)
    };
    rows.into_iter().map(order).collect()
}

/// The order with this number; the rows of all tables take one round trip.
pub(crate) async fn by_id(connection: &AsyncPgConnection, id: &OrderId) -> Result<Option<Order>, DbError> {
    let row = orders::table.find(id.as_str()).select(OrderRow::as_select());
    let items = order_items::table.filter(order_items::order_id.eq(id.as_str())).order(order_items::position).select(ItemRow::as_select());
    let row = async { Ok::<_, DbError>(row.first(&mut &*connection).await.optional()?) };
    let items = async { Ok::<_, DbError>(items.load::<ItemRow>(&mut &*connection).await?) };
    let ids = [id.as_str()];
    let (row, items, mut beside) = try_join!(row, items, Beside::of_orders(connection, &ids))?;
    row.map(|row| order_of(row, items, beside.take(id.as_str()))).transpose()
}

/// The rows beside orders, by the order's number.
struct Beside {
    deliveries: HashMap<String, OrderDelivery>,
    fulfilments: HashMap<String, FulfilmentRow>,
    payments: HashMap<String, OrderPayment>,
}

impl Beside {
    async fn of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> Result<Self, DbError> {
        let fulfilments = async { Ok(fulfilment::of_orders(connection, ids).await?) };
        let (deliveries, fulfilments, payments) =
            try_join!(delivery_row::of_orders(connection, ids), fulfilments, payments::of_orders(connection, ids))?;
        Ok(Self { deliveries, fulfilments, payments })
    }

    fn take(&mut self, id: &str) -> BesideOrder {
        BesideOrder {
            delivery: self.deliveries.remove(id).unwrap_or_default(),
            fulfilment: self.fulfilments.remove(id),
            payment: self.payments.remove(id).unwrap_or_default(),
        }
    }
}
