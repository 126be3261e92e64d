//! Changing an order and what that does to the stock.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::{Order, OrderChange, OrderItem, Shortage};
use domain::orders::order_id::OrderId;
use domain::orders::order_status::{OrderStatus, StockEffect};
use domain::orders::ports::UpdateOrderOutcome;
use domain::orders::quantity::Stock;
use domain::reports::audit::Actor;
use uuid::Uuid;

use super::items;
use super::row::audited;
use crate::catalog::products::{Movement, record_movements};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::query::sql::Sql;
use crate::reports::audit::{self, Entry};
use crate::schema::{order_events, order_items, orders, products};

/// Changes an order.
pub(crate) async fn update(
    db: &Postgres,
    id: &OrderId,
    change: &OrderChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<UpdateOrderOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, id).await? else { return Ok(UpdateOrderOutcome::NotFound) };
            if change.is_stale(current.status) {
                return Ok(UpdateOrderOutcome::StatusChanged(current));
            }
            let changed = change.clone().apply(current.clone());
            if changed == current {
                return Ok(UpdateOrderOutcome::Unchanged(current));
            }
            let moved = match change.stock_effect(current.status) {
                StockEffect::None => Vec::new(),
                StockEffect::Restock => restock(connection, &current).await?,
                StockEffect::Take => match take(connection, &current).await? {
                    Ok(moved) => moved,
                    Err(shortages) => return Ok(UpdateOrderOutcome::OutOfStock(shortages)),
                },
            };
            write_stock(connection, &current, moved, by, now).await?;
            write(connection, &current, &changed, by, now).await?;
            Ok(UpdateOrderOutcome::Updated(changed))
        })
        .await
}

/// The order as it is, kept from changing until the transaction ends.
async fn locked(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<Option<Order>, DbError> {
    let found = orders::table.find(id.as_str()).select(orders::id).for_no_key_update();
    let found: Option<String> = found.first(connection).await.optional()?;
    // Read after the lock is had: a statement that waited for it may have seen the past.
    match found {
        Some(_) => items::by_id(connection, id).await,
        None => Ok(None),
    }
}

/// One product's stock before and after.
struct Moved {
    product: Uuid,
    from: i32,
    to: i32,
}

/// The stock of the order's products, locked in product order; those that are gone are left out.
async fn shelf(connection: &mut AsyncPgConnection, order: &Order) -> Result<BTreeMap<Uuid, i32>, DbError> {
    let ids: Vec<Uuid> = order.items.iter().filter_map(|i| i.product_id).map(domain::shared::ids::ProductId::uuid).collect();
    let rows: Vec<(Uuid, i32)> = products::table
        .filter(products::id.eq_any(ids))
        .order(products::id)
        .select((products::id, products::stock))
        .for_no_key_update()
        .load(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Puts everything back on the shelf. A shelf that was filled up meanwhile takes only what it can hold.
async fn restock(connection: &mut AsyncPgConnection, order: &Order) -> Result<Vec<Moved>, DbError> {
    let full = units(Stock::MAX.get());
    let shelf = shelf(connection, order).await?;
    Ok(lines(order, &shelf)
        .filter_map(|(item, on_shelf)| {
            let (product, from) = on_shelf?;
            Some(Moved { product, from, to: from.saturating_add(units(item.quantity.get())).min(full) })
        })
        .collect())
}

/// Takes everything from the shelf again, or says what is missing.
async fn take(connection: &mut AsyncPgConnection, order: &Order) -> Result<Result<Vec<Moved>, Vec<Shortage>>, DbError> {
    let shelf = shelf(connection, order).await?;
    let (mut moved, mut short) = (Vec::new(), Vec::new());
    for (item, on_shelf) in lines(order, &shelf) {
        let available = on_shelf.map_or(0, |(_, stock)| stock);
        match on_shelf {
            Some((product, from)) if from >= units(item.quantity.get()) => {
                moved.push(Moved { product, from, to: from - units(item.quantity.get()) });
            }
            _ => short.push(Shortage {
                code: item.code.clone(),
                name: item.name.clone(),
                requested: item.quantity,
                available: stored("stock", Stock::parse(i64::from(available)))?,
            }),
        }
    }
    Ok(if short.is_empty() { Ok(moved) } else { Err(short) })
}

/// Each line of an order with its product on the shelf, where that still is.
fn lines<'a>(order: &'a Order, shelf: &'a BTreeMap<Uuid, i32>) -> impl Iterator<Item = (&'a OrderItem, Option<(Uuid, i32)>)> {
    order.items.iter().map(|item| {
        let on_shelf = item.product_id.and_then(|id| shelf.get(&id.uuid()).map(|stock| (id.uuid(), *stock)));
        (item, on_shelf)
    })
}

async fn write_stock(
    connection: &mut AsyncPgConnection,
    order: &Order,
    moved: Vec<Moved>,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if moved.is_empty() {
        return Ok(());
    }
    Sql::new("UPDATE products p SET stock = new.stock FROM unnest(")
        .bind(moved.iter().map(|m| m.product).collect::<Vec<_>>())
        .sql(", ")
        .bind(moved.iter().map(|m| m.to).collect::<Vec<_>>())
        .sql(") AS new (id, stock) WHERE p.id = new.id")
        .execute(connection)
        .await?;
    let reason = if order.status == OrderStatus::Cancelled { "reinstatement" } else { "cancellation" };
    let movement = |m: Moved| Movement {
        product_id: m.product,
        delta: m.to - m.from,
        reason,
        note: None,
        order_id: Some(order.id.as_str().to_owned()),
        actor_email: by.email.as_ref().map(|e| e.as_str().to_owned()),
        at: now,
    };
    record_movements(connection, moved.into_iter().map(movement).collect()).await
}

async fn write(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    diesel::update(orders::table.find(current.id.as_str()))
        .set((
            orders::status.eq(changed.status.as_str()),
            orders::notes.eq(changed.notes.as_str()),
            orders::payment_id.eq(changed.payment_id.as_ref().map(|p| p.as_str())),
            orders::refunded.eq(changed.refunded),
        ))
        .execute(connection)
        .await?;
    if changed.status != current.status {
        diesel::insert_into(order_events::table)
            .values((
                order_events::order_id.eq(current.id.as_str()),
                order_events::at.eq(now),
                order_events::actor_email.eq(by.email.as_ref().map(|e| e.as_str())),
                order_events::from_status.eq(current.status.as_str()),
                order_events::to_status.eq(changed.status.as_str()),
                order_events::request_id.eq(&by.request_id),
            ))
            .execute(connection)
            .await?;
        let cancelled = changed.status == OrderStatus::Cancelled;
        let items = order_items::table.filter(order_items::order_id.eq(current.id.as_str()));
        let items = items.filter(order_items::cancelled.ne(cancelled));
        diesel::update(items).set(order_items::cancelled.eq(cancelled)).execute(connection).await?;
    }
    let (before, after) = (Some(audited(current)), Some(audited(changed)));
    audit::record(connection, by, now, Entry { action: "update", entity: "order", entity_id: current.id.as_str(), before, after }).await
}

/// Units as the column holds them; no quantity or stock is near its limit.
fn units(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
