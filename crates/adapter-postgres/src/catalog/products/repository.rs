//! Writing products.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::catalog::ports::{CreateProductOutcome, ProductRepository, UpdateProductOutcome};
use domain::catalog::product::{NewProduct, Product, ProductChange};
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_movement::MovementReason;
use domain::reports::audit::Actor;
use domain::shared::ports::PortError;
use uuid::Uuid;

use super::row::{DetailColumns, ProductRow, audited, grams_of, product_of};
use super::stock::{self, Movement};
use super::{catalogue, weights};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying};
use crate::images::uploads;
use crate::query::functions::folded_code;
use crate::reports::audit::{self, Entry};
use crate::schema::products;

#[async_trait]
impl ProductRepository for Postgres {
    async fn create(&self, product: &NewProduct, by: &Actor) -> Result<CreateProductOutcome, PortError> {
        match retrying(|| create(self, product, by)).await {
            Ok(created) => Ok(CreateProductOutcome::Created(created)),
            Err(error) if error.violates("products_code_key") => Ok(CreateProductOutcome::CodeTaken),
            Err(error) if error.violates(uploads::GONE) => Ok(CreateProductOutcome::PictureGone),
            Err(error) => Err(error.into()),
        }
    }

    async fn update(
        &self,
        code: &ProductCode,
        change: &ProductChange,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<UpdateProductOutcome, PortError> {
        match retrying(|| update(self, code, change, by, now)).await {
            Err(error) if error.violates(uploads::GONE) => Ok(UpdateProductOutcome::PictureGone),
            done => Ok(done?),
        }
    }

    async fn delete(&self, code: &ProductCode, by: &Actor, now: DateTime<Utc>) -> Result<bool, PortError> {
        Ok(retrying(|| delete(self, code, by, now)).await?)
    }
}

async fn create(db: &Postgres, product: &NewProduct, by: &Actor) -> Result<Product, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::product(&product.code)]).await?;
    connection
        .transaction(async |connection| {
            let row = insert(connection, product).await?;
            let units = row.stock;
            weights::write(connection, product.id, product.details.weight).await?;
            let created = product_of(row, grams_of(product.details.weight), 0)?;
            stock::record(connection, vec![movement(&created, units, MovementReason::Initial, by, product.created_at)]).await?;
            record(connection, by, product.created_at, "create", None, Some(&created)).await?;
            Ok(created)
        })
        .await
}

async fn insert(connection: &mut AsyncPgConnection, product: &NewProduct) -> Result<ProductRow, DbError> {
    let row = diesel::insert_into(products::table)
        .values((
            products::id.eq(product.id.uuid()),
            products::code.eq(product.code.as_str()),
            products::stock.eq(units(product.stock)),
            products::version.eq(1),
            products::created_at.eq(product.created_at),
            products::updated_at.eq(product.created_at),
            DetailColumns::from(&product.details),
        ))
        .returning(ProductRow::as_returning())
        .get_result(connection)
        .await?;
    Ok(row)
}

async fn update(
    db: &Postgres,
    code: &ProductCode,
    change: &ProductChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<UpdateProductOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::product(code)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, code, For::Edit, now).await? else { return Ok(UpdateProductOutcome::NotFound) };
            if change.expected_version.is_some_and(|seen| seen != current.version) {
                return Ok(UpdateProductOutcome::VersionConflict(current));
            }
            if change.stock.and_then(|s| s.expected).is_some_and(|seen| seen != current.stock) {
                return Ok(UpdateProductOutcome::StockChanged(current.stock));
            }
            let (details, stock) = (change.clone().apply(current.details.clone()), change.stock.map_or(current.stock, |s| s.to));
            if details == current.details && stock == current.stock {
                return Ok(UpdateProductOutcome::Unchanged(current));
            }
            let changed = Product { details, stock, version: current.version.saturating_add(1), updated_at: now, ..current.clone() };
            write(connection, &current, &changed, by).await?;
            Ok(UpdateProductOutcome::Updated(changed))
        })
        .await
}

/// Writes an edit with its stock movement and audit entry.
async fn write(connection: &mut AsyncPgConnection, current: &Product, changed: &Product, by: &Actor) -> Result<(), DbError> {
    let now = changed.updated_at;
    diesel::update(products::table.find(current.id.uuid()))
        .set((
            DetailColumns::from(&changed.details),
            products::stock.eq(units(changed.stock)),
            products::version.eq(changed.version),
            products::updated_at.eq(now),
        ))
        .execute(connection)
        .await?;
    if changed.details.weight != current.details.weight {
        weights::write(connection, changed.id, changed.details.weight).await?;
    }
    let delta = units(changed.stock) - units(current.stock);
    stock::record(connection, vec![movement(changed, delta, MovementReason::Edit, by, now)]).await?;
    record(connection, by, now, "update", Some(current), Some(changed)).await
}

async fn delete(db: &Postgres, code: &ProductCode, by: &Actor, now: DateTime<Utc>) -> Result<bool, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::product(code)]).await?;
    connection
        .transaction(async |connection| {
            let Some(current) = locked(connection, code, For::Edit, now).await? else { return Ok(false) };
            diesel::delete(products::table.find(current.id.uuid())).execute(connection).await?;
            record(connection, by, now, "delete", Some(&current), None).await?;
            Ok(true)
        })
        .await
}

/// The purpose of a lock on a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// To edit or delete it.
    Edit,
    /// To change its stock, as checkout does.
    Stock,
}

/// The present product, locked to the end of the transaction.
pub(super) async fn locked(
    connection: &mut AsyncPgConnection,
    code: &ProductCode,
    why: For,
    now: DateTime<Utc>,
) -> Result<Option<Product>, DbError> {
    let product = products::table.filter(folded_code().eq(code.folded())).select(products::id);
    let rows: Vec<Uuid> = match why {
        For::Edit => product.for_update().load(connection).await?,
        For::Stock => product.for_no_key_update().load(connection).await?,
    };
    if rows.is_empty() {
        return Ok(None);
    }
    // Read after locking: the statement that waited for the lock may have an older snapshot.
    catalogue::by_code(connection, code, now).await
}

/// A stock movement without an order.
pub(super) fn movement(product: &Product, delta: i32, reason: MovementReason, by: &Actor, at: DateTime<Utc>) -> Movement {
    let actor_email = by.email.as_ref().map(|e| e.as_str().to_owned());
    Movement { product_id: product.id.uuid(), delta, reason: reason.as_str(), note: None, order_id: None, actor_email, at }
}

/// Units in the type of the column; a [`domain::orders::quantity::Stock`] always fits.
pub(super) fn units(stock: domain::orders::quantity::Stock) -> i32 {
    i32::try_from(stock.get()).unwrap_or(i32::MAX)
}

/// Writes the audit entry of a change.
pub(super) async fn record(
    connection: &mut AsyncPgConnection,
    by: &Actor,
    now: DateTime<Utc>,
    action: &'static str,
    before: Option<&Product>,
    after: Option<&Product>,
) -> Result<(), DbError> {
    let json = |p: &Product| audited(&p.code, &p.details, p.stock, p.version);
    let entity_id = after.or(before).map(|p| p.id.to_string()).unwrap_or_default();
    let entry = Entry { action, entity: "product", entity_id: &entity_id, before: before.map(json), after: after.map(json) };
    audit::record(connection, by, now, entry).await
}
