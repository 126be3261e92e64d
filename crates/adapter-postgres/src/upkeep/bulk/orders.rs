//! Orders with their items, history and stock movements.

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_status::OrderStatus;
use uuid::Uuid;

use crate::error::DbError;
use crate::orders::found_by;
use crate::query::sql::Sql;

/// The time between two statuses of an order.
const STEP: TimeDelta = TimeDelta::hours(20);

pub(super) async fn insert(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    connection
        .transaction(async |connection| {
            insert_orders(connection, some).await?;
            insert_payments(connection, some).await?;
            insert_items(connection, some).await?;
            insert_history(connection, some).await?;
            insert_movements(connection, some).await
        })
        .await
}

/// Inserts orders from one array for each column; an empty text means NULL.
const ORDERS: &str = include_str!("orders/orders.sql");
/// Books the payments of the orders `$1` by hand, as their columns have them.
const PAYMENTS: &str = include_str!("orders/payments.sql");
/// Inserts the items of orders from one array for each column.
const ITEMS: &str = include_str!("orders/items.sql");
/// Inserts the events of orders from one array for each column, in their order.
const EVENTS: &str = include_str!("orders/events.sql");
/// Inserts a movement for each item of the orders `$1`.
const SALES: &str = include_str!("orders/sales.sql");
/// Inserts a movement for each item of those of the orders `$1` that are cancelled.
const CANCELLATIONS: &str = include_str!("orders/cancellations.sql");

fn texts(some: &[Order], text: impl Fn(&Order) -> String) -> Vec<String> {
    some.iter().map(text).collect()
}

async fn insert_orders(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    let values = [
        texts(some, |o| o.id.as_str().to_owned()).into(),
        texts(some, |o| o.user_id.map(|id| id.uuid().to_string()).unwrap_or_default()).into(),
        texts(some, |o| o.email.as_str().to_owned()).into(),
        texts(some, |o| o.status.as_str().to_owned()).into(),
        some.iter().map(|o| o.placed_at).collect::<Vec<_>>().into(),
        texts(some, |o| o.shipping.name.as_str().to_owned()).into(),
        texts(some, |o| o.shipping.address.as_str().to_owned()).into(),
        texts(some, |o| o.shipping.phone.as_str().to_owned()).into(),
        texts(some, |o| o.payment_id.as_ref().map(|p| p.as_str().to_owned()).unwrap_or_default()).into(),
        texts(some, |o| o.refunded.to_string()).into(),
        texts(some, |o| o.notes.as_str().to_owned()).into(),
        texts(some, |o| o.total.cents().to_string()).into(),
        texts(some, |o| found_by(&o.shipping.name, &o.email)).into(),
    ];
    Sql::of(ORDERS, values).execute(connection).await?;
    Ok(())
}

async fn insert_payments(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    let orders = texts(some, |order| order.id.as_str().to_owned());
    Sql::of(PAYMENTS, [orders.into()]).execute(connection).await?;
    Ok(())
}

/// The lines of all orders, as columns.
#[derive(Default)]
struct Lines {
    orders: Vec<String>,
    positions: Vec<i32>,
    products: Vec<Uuid>,
    codes: Vec<String>,
    names: Vec<String>,
    images: Vec<String>,
    prices: Vec<String>,
    quantities: Vec<i32>,
}

impl Lines {
    fn of(some: &[Order]) -> Self {
        let mut lines = Self::default();
        for order in some {
            for (position, item) in (0..).zip(&order.items) {
                let Some(product) = item.product_id else { continue };
                lines.orders.push(order.id.as_str().to_owned());
                lines.positions.push(position);
                lines.products.push(product.uuid());
                lines.codes.push(item.code.as_str().to_owned());
                lines.names.push(item.name.as_str().to_owned());
                lines.images.push(item.image.as_ref().map(|i| i.as_str().to_owned()).unwrap_or_default());
                lines.prices.push(item.price.cents().to_string());
                lines.quantities.push(i32::try_from(item.quantity.get()).unwrap_or(i32::MAX));
            }
        }
        lines
    }
}

async fn insert_items(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    let lines = Lines::of(some);
    let values = [
        lines.orders.into(),
        lines.positions.into(),
        lines.products.into(),
        lines.codes.into(),
        lines.names.into(),
        lines.images.into(),
        lines.prices.into(),
        lines.quantities.into(),
    ];
    Sql::of(ITEMS, values).execute(connection).await?;
    Ok(())
}

/// The statuses an order went through, each with the one before.
fn steps(status: OrderStatus) -> &'static [(Option<OrderStatus>, OrderStatus)] {
    use OrderStatus::{Cancelled, Completed, Processing, Shipped};
    match status {
        Processing => &[(None, Processing)],
        Shipped => &[(None, Processing), (Some(Processing), Shipped)],
        Completed => &[(None, Processing), (Some(Processing), Shipped), (Some(Shipped), Completed)],
        Cancelled => &[(None, Processing), (Some(Processing), Cancelled)],
    }
}

async fn insert_history(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    let (mut ids, mut at): (Vec<String>, Vec<DateTime<Utc>>) = Default::default();
    let (mut from, mut to, mut actors): (Vec<String>, Vec<String>, Vec<String>) = Default::default();
    for order in some {
        let mut when = order.placed_at;
        for (before, after) in steps(order.status) {
            ids.push(order.id.as_str().to_owned());
            at.push(when);
            from.push(before.map(|status| status.as_str().to_owned()).unwrap_or_default());
            to.push(after.as_str().to_owned());
            // The customer places the order; the operator changes its status.
            actors.push(if before.is_none() { order.email.as_str().to_owned() } else { String::new() });
            when += STEP;
        }
    }
    let values = [ids.into(), at.into(), actors.into(), from.into(), to.into()];
    Sql::of(EVENTS, values).execute(connection).await?;
    Ok(())
}

/// Inserts a sale for each item, and its return for items of cancelled orders.
async fn insert_movements(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    let orders: Vec<String> = some.iter().map(|order| order.id.as_str().to_owned()).collect();
    for movements in [SALES, CANCELLATIONS] {
        Sql::of(movements, [orders.clone().into()]).execute(connection).await?;
    }
    Ok(())
}
