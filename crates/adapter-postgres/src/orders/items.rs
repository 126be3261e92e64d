//! Reading orders with their items, fulfilment and payments, for many orders at once, and the sums of one customer's orders.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_delivery::OrderDelivery;
use domain::orders::ports::CustomerTotals;
use domain::orders::returns::order_return::Return;
use domain::payments::order_payment::OrderPayment;
use domain::shared::email::EmailAddress;
use domain::shared::order_id::OrderId;
use futures_util::try_join;

use super::fulfilment::FulfilmentRow;
use super::row::{BesideOrder, ItemRow, OrderRow, order_of};
use super::{delivery_row, fulfilment, returns};
use crate::error::{DbError, stored};
use crate::payments;
use crate::query::sql::Sql;
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
    returns: HashMap<String, Vec<Return>>,
}

impl Beside {
    async fn of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> Result<Self, DbError> {
        // Most orders were never delivered or have no returns: they cost nothing more.
        let fulfilments = async {
            let fulfilments = fulfilment::of_orders(connection, ids).await?;
            let delivered: Vec<&str> = fulfilments.iter().filter(|(_, row)| row.was_delivered()).map(|(id, _)| id.as_str()).collect();
            let returns = returns::of_orders(connection, &delivered).await?;
            Ok((fulfilments, returns))
        };
        let (deliveries, (fulfilments, returns), payments) =
            try_join!(delivery_row::of_orders(connection, ids), fulfilments, payments::of_orders(connection, ids))?;
        Ok(Self { deliveries, fulfilments, payments, returns })
    }

    fn take(&mut self, id: &str) -> BesideOrder {
        BesideOrder {
            delivery: self.deliveries.remove(id).unwrap_or_default(),
            fulfilment: self.fulfilments.remove(id),
            payment: self.payments.remove(id).unwrap_or_default(),
            returns: self.returns.remove(id).unwrap_or_default(),
        }
    }
}

/// The newest `count` orders with their items, newest first.
pub(crate) async fn newest(connection: &AsyncPgConnection, count: u16) -> Result<Vec<Order>, DbError> {
    let newest = orders::table.order((orders::placed_at.desc(), orders::id.desc())).limit(i64::from(count));
    let rows = newest.select(OrderRow::as_select()).load(&mut &*connection).await?;
    complete(connection, rows).await
}

/// The sums over the orders of the address `$1`. The sum of cents is a number that Diesel's builder cannot cast back.
const SUMS: &str = include_str!("purchases/sums.sql");

#[derive(Clone, Copy, Debug, QueryableByName)]
struct SumsRow {
    #[diesel(sql_type = BigInt)]
    orders: i64,
    #[diesel(sql_type = BigInt)]
    cancelled: i64,
    #[diesel(sql_type = BigInt)]
    spent_cents: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_order_at: Option<DateTime<Utc>>,
}

/// The sums over all orders of an e-mail address.
pub(crate) async fn purchases(connection: &mut AsyncPgConnection, customer: &EmailAddress) -> Result<CustomerTotals, DbError> {
    let row: SumsRow = Sql::of(SUMS, [customer.as_str().to_owned().into()]).get_result(connection).await?;
    Ok(CustomerTotals {
        orders: stored("number of orders", u64::try_from(row.orders))?,
        cancelled: stored("number of orders", u64::try_from(row.cancelled))?,
        spent_cents: row.spent_cents,
        last_order_at: row.last_order_at,
    })
}
