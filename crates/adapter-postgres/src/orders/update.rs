//! Changing an order, with its stock, history and audit entry in one transaction.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_change::OrderChange;
use domain::orders::order_id::OrderId;
use domain::orders::order_status::{OrderStatus, StockEffect};
use domain::orders::ports::UpdateOrderOutcome;
use domain::orders::quantity::Stock;
use domain::orders::stock_changes::{StockChange, stock_changes};
use domain::reports::audit::Actor;
use domain::shared::ids::ProductId;
use uuid::Uuid;

use super::items;
use super::row::audited;
use crate::catalog::products::{Movement, record_movements, stock_of};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
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
            let effect = change.stock_effect(current.status);
            if effect != StockEffect::None {
                let stock = lock_stock(connection, &current).await?;
                match stock_changes(effect, &current.items, &stock) {
                    Ok(changes) => write_stock(connection, &current, changes, by, now).await?,
                    Err(shortages) => return Ok(UpdateOrderOutcome::OutOfStock(shortages)),
                }
            }
            write(connection, &current, &changed, by, now).await?;
            Ok(UpdateOrderOutcome::Updated(changed))
        })
        .await
}

/// The order, locked until the transaction ends.
async fn locked(connection: &mut AsyncPgConnection, id: &OrderId) -> Result<Option<Order>, DbError> {
    let found = orders::table.find(id.as_str()).select(orders::id).for_no_key_update();
    let found: Option<String> = found.first(connection).await.optional()?;
    // Read after locking: a statement that waited for the lock may have read older rows.
    match found {
        Some(_) => items::by_id(connection, id).await,
        None => Ok(None),
    }
}

/// The stock of the order's products, locked in the order of their ids; deleted products are left out.
async fn lock_stock(connection: &mut AsyncPgConnection, order: &Order) -> Result<BTreeMap<ProductId, Stock>, DbError> {
    let ids: Vec<Uuid> = order.items.iter().filter_map(|i| i.product_id).map(ProductId::uuid).collect();
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

/// A stock as the type of its column; [`Stock::MAX`] is far below the limit of `i32`.
fn units(stock: Stock) -> i32 {
    i32::try_from(stock.get()).unwrap_or(i32::MAX)
}
