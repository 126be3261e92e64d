//! The store of products.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::catalog::product::{NewProduct, Offer, Product};
use crate::catalog::product_change::{ProductChange, ProductError};
use crate::catalog::product_code::ProductCode;
use crate::catalog::product_import::{Import, ImportCounts, ImportWatcher, Plan};
use crate::catalog::stock_adjustment::StockAdjustment;
use crate::catalog::stock_movement::StockMovement;
use crate::shared::edit::Saved;
use crate::shared::ids::ProductId;
use crate::shared::page::{Page, PageRequest};
use crate::shared::ports::PortError;

/// Reads and writes products. `now` is the end of the 30 days that sales are counted over. Every change is one transaction with its audit
/// entries; a change of stock writes a stock movement in it, so that the stock of a product is always the sum of its movements.
/// [`ProductSearch`](crate::catalog::ports::ProductSearch) lists and finds products.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductRepository: Send + Sync {
    /// The first `limit` products, newest first, or those behind one that was added then and has this id.
    async fn newest(
        &self,
        behind: Option<(DateTime<Utc>, ProductId)>,
        limit: u32,
        now: DateTime<Utc>,
    ) -> Result<Vec<Product>, ProductError>;

    /// The products with these ids, in any order; those that do not exist are left out.
    async fn by_ids(&self, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<Product>, ProductError>;

    /// The product with this code, compared without regard to case.
    async fn by_code(&self, code: &ProductCode, now: DateTime<Utc>) -> Result<Option<Product>, ProductError>;

    /// The offers of these products for a quote, in one round trip; unknown codes are left out.
    async fn offers(&self, codes: &[ProductCode]) -> Result<Vec<Offer>, PortError>;

    /// Adds a product. Codes are compared without regard to case.
    async fn create(&self, product: &NewProduct, by: &Actor) -> Result<Product, ProductError>;

    /// Edits a product as [`Product::edited`] decides on the locked row.
    async fn update(
        &self,
        code: &ProductCode,
        change: &ProductChange,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Saved<Product>, ProductError>;

    /// Deletes a product. Orders keep their own copy.
    async fn delete(&self, code: &ProductCode, by: &Actor, now: DateTime<Utc>) -> Result<(), ProductError>;

    /// Changes the stock as [`StockAdjustment::apply`] decides on the locked row. The version stays: like a sale, an adjustment is no edit.
    async fn adjust_stock(
        &self,
        code: &ProductCode,
        adjustment: &StockAdjustment,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Product, ProductError>;

    /// The movements of a product's stock, newest first.
    async fn stock_movements(&self, code: &ProductCode, page: &PageRequest) -> Result<Page<StockMovement>, ProductError>;

    /// The changes that an import would make now; nothing is written.
    async fn plan_import(&self, import: &Import, now: DateTime<Utc>) -> Result<Plan, ProductError>;

    /// Imports a complete sheet or nothing, in one transaction. Concurrent imports run one after the other.
    ///
    /// # Errors
    /// [`ProductError::ImportRefused`] with the problems that the sheet has by now.
    async fn import(
        &self,
        import: &Arc<Import>,
        by: &Actor,
        now: DateTime<Utc>,
        watcher: &ImportWatcher,
    ) -> Result<ImportCounts, ProductError>;
}
