//! The repository of products: edits here, reads in `read`, stock in `stock_movements`, sheets in `import`.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::catalog::ports::ProductRepository;
use domain::catalog::product::{NewProduct, Offer, Product};
use domain::catalog::product_change::{ProductChange, ProductError};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Import, ImportCounts, ImportWatcher, Plan};
use domain::catalog::stock_adjustment::StockAdjustment;
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use domain::shared::edit::Saved;
use domain::shared::ids::ProductId;
use domain::shared::page::{Page, PageRequest};
use domain::shared::ports::PortError;
use uuid::Uuid;

use super::row::{DetailColumns, ProductRow, audited, units};
use super::stock_movements::{self, Movement};
use super::{import, read, weights};
use crate::audit::{self, Entry};
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::replica::Read;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::images::uploads;
use crate::query::functions::folded_code;
use crate::schema::products;

impl From<DbError> for ProductError {
    fn from(error: DbError) -> Self {
        if error.violates("products_code_key") {
            Self::CodeTaken
        } else if error.violates(uploads::GONE) {
            Self::PictureGone
        } else {
            PortError::from(error).into()
        }
    }
}

#[async_trait]
impl ProductRepository for Postgres {
    async fn newest(
        &self,
        behind: Option<(DateTime<Utc>, ProductId)>,
        limit: u32,
        now: DateTime<Utc>,
    ) -> Result<Vec<Product>, ProductError> {
        Ok(self.read(Read::Catalogue, |mut connection| async move { read::newest(&mut connection, behind, limit, now).await }).await?)
    }

    async fn by_ids(&self, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<Product>, ProductError> {
        Ok(self.read(Read::Catalogue, |mut connection| async move { read::by_ids(&mut connection, ids, now).await }).await?)
    }

    async fn by_code(&self, code: &ProductCode, now: DateTime<Utc>) -> Result<Option<Product>, ProductError> {
        Ok(self.read(Read::Catalogue, |mut connection| async move { read::by_code(&mut connection, code, now).await }).await?)
    }

    async fn offers(&self, codes: &[ProductCode]) -> Result<Vec<Offer>, PortError> {
        Ok(read::offers(&mut *self.connection().await?, codes).await?)
    }

    async fn create(&self, product: &NewProduct, by: &Actor) -> Result<Product, ProductError> {
        let created = Product::from(product.clone());
        self.in_transaction::<_, ProductError, _>(Work::Orders, &[row_of::product(&product.code)], async |connection| {
            diesel::insert_into(products::table).values(ProductRow::from(&created)).execute(connection).await?;
            weights::write(connection, created.id, created.details.weight).await?;
            let movement = movement(&created, units(created.stock), MovementReason::Initial, by, created.created_at);
            stock_movements::record(connection, vec![movement]).await?;
            Ok(record(connection, by, created.created_at, "create", None, Some(&created)).await?)
        })
        .await?;
        Ok(created)
    }

    async fn update(
        &self,
        code: &ProductCode,
        change: &ProductChange,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Saved<Product>, ProductError> {
        self.in_transaction(Work::Orders, &[row_of::product(code)], async |connection| {
            let current = locked(connection, code, LockMode::Update, now).await?.ok_or(Aborted::Refused(ProductError::NotFound))?;
            let changed = current.edited(change, now).map_err(Aborted::Refused)?;
            let is_changed = changed != current;
            if is_changed {
                write(connection, &current, &changed, by).await?;
            }
            Ok(Saved { value: changed, is_changed })
        })
        .await
    }

    async fn delete(&self, code: &ProductCode, by: &Actor, now: DateTime<Utc>) -> Result<(), ProductError> {
        self.in_transaction(Work::Orders, &[row_of::product(code)], async |connection| {
            let current = locked(connection, code, LockMode::Update, now).await?.ok_or(Aborted::Refused(ProductError::NotFound))?;
            diesel::delete(products::table.find(current.id.uuid())).execute(connection).await?;
            Ok(record(connection, by, now, "delete", Some(&current), None).await?)
        })
        .await
    }

    async fn adjust_stock(
        &self,
        code: &ProductCode,
        adjustment: &StockAdjustment,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Product, ProductError> {
        let (db, code, adjustment, by) = (self.clone(), code.clone(), adjustment.clone(), by.clone());
        let task = cause::spawn(async move {
            db.in_transaction(Work::Orders, &[row_of::product(&code)], async |connection| {
                stock_movements::adjust(connection, &code, &adjustment, &by, now).await
            })
            .await
        });
        task.await.map_err(DbError::from)?
    }

    async fn stock_movements(&self, code: &ProductCode, page: &PageRequest) -> Result<Page<StockMovement>, ProductError> {
        stock_movements::list(&*self.connection().await?, code, page).await
    }

    async fn plan_import(&self, import: &Import, now: DateTime<Utc>) -> Result<Plan, ProductError> {
        Ok(import::plan(&mut *self.connection().await?, import, now).await?)
    }

    async fn import(
        &self,
        import: &Arc<Import>,
        by: &Actor,
        now: DateTime<Utc>,
        watcher: &ImportWatcher,
    ) -> Result<ImportCounts, ProductError> {
        let (db, import, by, watcher) = (self.clone(), import.clone(), by.clone(), watcher.clone());
        let task = cause::spawn(async move { import::import(&db, &import, &by, now, &watcher).await });
        task.await.map_err(DbError::from)?
    }
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
    stock_movements::record(connection, vec![movement(changed, delta, MovementReason::Edit, by, now)]).await?;
    record(connection, by, now, "update", Some(current), Some(changed)).await
}

/// The strength of a lock on a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LockMode {
    /// To edit or delete it.
    Update,
    /// To change its stock, as checkout does.
    NoKeyUpdate,
}

/// The present product, locked to the end of the transaction.
pub(super) async fn locked(
    connection: &mut AsyncPgConnection,
    code: &ProductCode,
    mode: LockMode,
    now: DateTime<Utc>,
) -> Result<Option<Product>, DbError> {
    let product = products::table.filter(folded_code().eq(code.folded())).select(products::id);
    let rows: Vec<Uuid> = match mode {
        LockMode::Update => product.for_update().load(connection).await?,
        LockMode::NoKeyUpdate => product.for_no_key_update().load(connection).await?,
    };
    if rows.is_empty() {
        return Ok(None);
    }
    // Read after locking: the statement that waited for the lock may have an older snapshot.
    read::by_code(connection, code, now).await
}

/// A stock movement without an order.
pub(super) fn movement(product: &Product, delta: i32, reason: MovementReason, by: &Actor, at: DateTime<Utc>) -> Movement {
    let actor_email = by.email.as_ref().map(|e| e.as_str().to_owned());
    Movement { product_id: product.id.uuid(), delta, reason: reason.as_str(), note: None, order_id: None, actor_email, at }
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
    let entity_id = after.or(before).map(|p| p.id.to_string()).unwrap_or_default();
    let entry = Entry {
        action,
        entity: "product",
        entity_id: &entity_id,
        before: before.map(audited).transpose()?,
        after: after.map(audited).transpose()?,
    };
    audit::record(connection, by, now, entry).await
}
