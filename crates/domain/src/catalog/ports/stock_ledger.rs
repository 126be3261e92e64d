//! Adjusts a product's stock, and reads its movements.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::catalog::product::Product;
use crate::catalog::product_code::ProductCode;
use crate::catalog::stock_adjustment::{StockAdjustment, StockError};
use crate::catalog::stock_movement::StockMovement;
use crate::shared::page::{Page, PageRequest};

/// The ledger of stock.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait StockLedger: Send + Sync {
    /// Adjusts the stock of a product, with its movement and the audit entry, in one transaction. The product's version
    /// stays: like a sale, an adjustment is no edit.
    async fn adjust(&self, code: &ProductCode, adjustment: &StockAdjustment, by: &Actor, now: DateTime<Utc>)
    -> Result<Product, StockError>;

    /// One page of the stock movements of a product, newest first.
    async fn movements(&self, code: &ProductCode, page: &PageRequest) -> Result<Page<StockMovement>, StockError>;
}
