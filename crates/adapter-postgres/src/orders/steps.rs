//! What a step of an order's life writes: stock, status, history.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::orders::order::{Order, OrderItem, Shortage};
use domain::orders::stock_changes::{StockChange, stock_changes};
use domain::shared::ids::ProductId;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::quantity::Stock;
use futures_util::try_join;
use uuid::Uuid;

use super::{fulfilment, items};
use crate::catalog::products::{Movement, record_movements, stock_of};
use crate::error::DbError;
use crate::query::sql::Sql;
use crate::schema::{order_events, order_items, orders, products};

/// The order, locked until the transaction ends.
pub(crate) async fn locked(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<Option<Order>, DbError> {
    let found = orders::table.find(id.as_str()).select(orders::id).for_no_key_update();
    let found: Option<String> = found.first(connection).await.optional()?;
    // Read after locking: a statement that waited for the lock may have read older rows.
    match found {
        Some(_) => items::by_id(connection, id).await,
        None => Ok(None),
    }
}

/// Moves the units that the change of an order moves, with their movements, or answers the lines that the stock does not cover. The order
/// is locked.
pub(super) async fn move_stock(
    connection: &mut AsyncPgConnection,
    order: &Order,
    after: &Order,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<Result<(), Vec<Shortage>>, DbError> {
    let (effect, items) = order.moved_units(after);
    if items.is_empty() {
        return Ok(Ok(()));
    }
    let stock = lock_stock(connection, &items).await?;
    match stock_changes(effect, &items, &stock) {
        Ok(changes) => write_stock(connection, order, changes, by, now).await.map(Ok),
        Err(shortages) => Ok(Err(shortages)),
    }
}

/// The stock of the items' products, locked in the order of their ids; deleted products are left out.
async fn lock_stock(connection: &mut AsyncPgConnection, items: &[OrderItem]) -> Result<BTreeMap<ProductId, Stock>, DbError> {
    let ids: Vec<Uuid> = items.iter().filter_map(|i| i.product_id).map(ProductId::uuid).collect();
    let rows: Vec<(Uuid, i32)> = products::table
        .filter(products::id.eq_any(ids))
        .order(products::id)
        .select((products::id, products::stock))
        .for_no_key_update()
        .load(connection)
        .await?;
    rows.into_iter().map(|(id, units)| Ok((ProductId::new(id), stock_of(units)?))).collect()
}

async fn write_stock(
    connection: &mut AsyncPgConnection,
    order: &Order,
    changes: Vec<StockChange>,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if changes.is_empty() {
        return Ok(());
    }
    Sql::new("UPDATE products p SET stock = new.stock FROM unnest(")
        .bind(changes.iter().map(|change| change.product_id.uuid()).collect::<Vec<_>>())
        .sql(", ")
        .bind(changes.iter().map(|change| units(change.to)).collect::<Vec<_>>())
        .sql(") AS new (id, stock) WHERE p.id = new.id")
        .execute(connection)
        .await?;
    let movement = |change: StockChange| Movement {
        product_id: change.product_id.uuid(),
        delta: units(change.to) - units(change.from),
        reason: change.reason.as_str(),
        note: None,
        order_id: Some(order.id.as_str().to_owned()),
        actor_email: by.email.as_ref().map(|e| e.as_str().to_owned()),
        at: now,
    };
    record_movements(connection, changes.into_iter().map(movement).collect()).await
}

/// A stock as the type of its column; [`Stock::MAX`] is far below the limit of `i32`.
fn units(stock: Stock) -> i32 {
    i32::try_from(stock.get()).unwrap_or(i32::MAX)
}

/// Writes an event of an order and answers its id. `kind` is NULL for a status that was set.
pub(super) async fn record_event(
    connection: &mut AsyncPgConnection,
    (current, to): (&Order, OrderStatus),
    kind: Option<&str>,
    by: &Actor,
    now: DateTime<Utc>,
) -> QueryResult<i64> {
    diesel::insert_into(order_events::table)
        .values((
            order_events::order_id.eq(current.id.as_str()),
            order_events::at.eq(now),
            order_events::actor_email.eq(by.email.as_ref().map(|e| e.as_str())),
            order_events::from_status.eq(current.status.as_str()),
            order_events::to_status.eq(to.as_str()),
            order_events::request_id.eq(&by.request_id),
            order_events::kind.eq(kind),
        ))
        .returning(order_events::id)
        .get_result(connection)
        .await
}

/// Writes the status and fulfilment of an order, and the copies of its status in its items, in one round trip.
pub(super) async fn write_status(connection: &AsyncPgConnection, current: &Order, changed: &Order) -> QueryResult<()> {
    if changed.status == current.status {
        return if changed.fulfilment == current.fulfilment { Ok(()) } else { fulfilment::write(connection, changed).await };
    }
    let (id, cancelled) = (current.id.as_str(), changed.status == OrderStatus::Cancelled);
    let order = diesel::update(orders::table.find(id)).set(orders::status.eq(changed.status.as_str()));
    let items = order_items::table.filter(order_items::order_id.eq(id)).filter(order_items::cancelled.ne(cancelled));
    let items = diesel::update(items).set(order_items::cancelled.eq(cancelled));
    try_join!(order.execute(&mut &*connection), items.execute(&mut &*connection), fulfilment::write(connection, changed))?;
    Ok(())
}
