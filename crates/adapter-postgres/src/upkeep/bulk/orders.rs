//! Orders with their items, history and stock movements.

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_status::OrderStatus;
use uuid::Uuid;

use crate::error::DbError;
use crate::orders::found_by;
use crate::query::sql::Sql;

/// How long an order stands in a status before it moves on.
const STEP: TimeDelta = TimeDelta::hours(20);

pub(super) async fn insert(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    connection
        .transaction(async |connection| {
            insert_orders(connection, some).await?;
            insert_items(connection, some).await?;
            insert_history(connection, some).await?;
            insert_movements(connection, some).await
        })
        .await
}

fn texts(some: &[Order], text: impl Fn(&Order) -> String) -> Vec<String> {
    some.iter().map(text).collect()
}

async fn insert_orders(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    Sql::new(
        "INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, payment_id, \
         refunded, notes, total_cents, search_text) \
         SELECT id, nullif(user_id, '')::uuid, email, status, placed_at, name, address, phone, nullif(payment_id, ''), \
         refunded::boolean, notes, total::bigint, search_text FROM unnest(",
    )
    .bind(texts(some, |o| o.id.as_str().to_owned()))
    .sql(", ")
    .bind(texts(some, |o| o.user_id.map(|id| id.uuid().to_string()).unwrap_or_default()))
    .sql(", ")
    .bind(texts(some, |o| o.email.as_str().to_owned()))
    .sql(", ")
    .bind(texts(some, |o| o.status.as_str().to_owned()))
    .sql(", ")
    .bind(some.iter().map(|o| o.placed_at).collect::<Vec<_>>())
    .sql(", ")
    .bind(texts(some, |o| o.shipping.name.as_str().to_owned()))
    .sql(", ")
    .bind(texts(some, |o| o.shipping.address.as_str().to_owned()))
    .sql(", ")
    .bind(texts(some, |o| o.shipping.phone.as_str().to_owned()))
    .sql(", ")
    .bind(texts(some, |o| o.payment_id.as_ref().map(|p| p.as_str().to_owned()).unwrap_or_default()))
    .sql(", ")
    .bind(texts(some, |o| o.refunded.to_string()))
    .sql(", ")
    .bind(texts(some, |o| o.notes.as_str().to_owned()))
    .sql(", ")
    .bind(texts(some, |o| o.total.cents().to_string()))
    .sql(", ")
    .bind(texts(some, |o| found_by(&o.shipping.name, &o.email)))
    .sql(") AS o (id, user_id, email, status, placed_at, name, address, phone, payment_id, refunded, notes, total, search_text)")
    .execute(connection)
    .await?;
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
    Sql::new(
        "INSERT INTO order_items (order_id, position, product_id, code, name, image, price_cents, quantity, placed_at, cancelled) \
         SELECT l.order_id, l.position, l.product_id, l.code, l.name, nullif(l.image, ''), l.price::bigint, l.quantity, o.placed_at, \
         o.status = 'cancelled' FROM unnest(",
    )
    .bind(lines.orders)
    .sql(", ")
    .bind(lines.positions)
    .sql(", ")
    .bind(lines.products)
    .sql(", ")
    .bind(lines.codes)
    .sql(", ")
    .bind(lines.names)
    .sql(", ")
    .bind(lines.images)
    .sql(", ")
    .bind(lines.prices)
    .sql(", ")
    .bind(lines.quantities)
    .sql(") AS l (order_id, position, product_id, code, name, image, price, quantity) JOIN orders o ON o.id = l.order_id")
    .execute(connection)
    .await?;
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
            // The customer places it; the operator's hand moves it on.
            actors.push(if before.is_none() { order.email.as_str().to_owned() } else { String::new() });
            when += STEP;
        }
    }
    Sql::new("INSERT INTO order_events (order_id, at, actor_email, from_status, to_status) SELECT id, at, nullif(actor, ''), nullif(before, ''), after FROM unnest(")
        .bind(ids)
        .sql(", ")
        .bind(at)
        .sql(", ")
        .bind(actors)
        .sql(", ")
        .bind(from)
        .sql(", ")
        .bind(to)
        .sql(") WITH ORDINALITY AS e (id, at, actor, before, after, n) ORDER BY n")
        .execute(connection)
        .await?;
    Ok(())
}

/// A sale for each line, and what cancelled orders put back.
async fn insert_movements(connection: &mut AsyncPgConnection, some: &[Order]) -> Result<(), DbError> {
    let orders: Vec<String> = some.iter().map(|order| order.id.as_str().to_owned()).collect();
    for cancelled in [false, true] {
        let movement = if cancelled {
            "SELECT i.product_id, i.quantity, 'cancellation', i.order_id, NULL, i.placed_at + interval '20 hours'"
        } else {
            "SELECT i.product_id, -i.quantity, 'sale', i.order_id, o.email, i.placed_at"
        };
        Sql::new("INSERT INTO stock_movements (product_id, delta, reason, order_id, actor_email, at) ")
            .sql(movement)
            .sql(" FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.order_id = ANY (")
            .bind(orders.clone())
            .sql(if cancelled { ") AND i.cancelled" } else { ")" })
            .sql(" ORDER BY i.placed_at, i.order_id, i.position")
            .execute(connection)
            .await?;
    }
    Ok(())
}
