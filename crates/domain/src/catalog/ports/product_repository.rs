//! Writing products.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::catalog::product::{NewProduct, Product};
use crate::catalog::product_change::{ProductChange, ProductError};
use crate::catalog::product_code::ProductCode;
use crate::shared::edit::Edited;

/// Adds, edits and deletes products, each with its audit entry, in one transaction. Every change of stock writes a stock movement in the
/// same transaction, so that the stock of a product is always the sum of its movements.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductRepository: Send + Sync {
    /// Adds a product. Codes are compared without regard to case.
    async fn create(&self, product: &NewProduct, by: &Actor) -> Result<Product, ProductError>;

    /// Edits a product as [`Product::edited`] decides on the locked row.
    async fn update(
        &self,
        code: &ProductCode,
        change: &ProductChange,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Edited<Product>, ProductError>;

    /// Deletes a product. Orders keep their own copy.
    async fn delete(&self, code: &ProductCode, by: &Actor, now: DateTime<Utc>) -> Result<(), ProductError>;
}
