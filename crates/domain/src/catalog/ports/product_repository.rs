//! Writing products.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::catalog::product::{NewProduct, Product, ProductChange};
use crate::catalog::product_code::ProductCode;
use crate::orders::quantity::Stock;
use crate::reports::audit::Actor;
use crate::shared::ports::PortError;

/// The outcome of `create`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreateProductOutcome {
    Created(Product),
    /// Another product has the code, compared without regard to case.
    CodeTaken,
    /// A picture was an upload that was deleted meanwhile.
    PictureGone,
}

/// The outcome of `update`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateProductOutcome {
    Updated(Product),
    /// The product has these values already; nothing was written, and the version stays.
    Unchanged(Product),
    /// There is none with this code.
    NotFound,
    /// It was edited since the editor read it; this is the present product.
    VersionConflict(Product),
    /// Its stock changed since the editor read it; this is the present stock.
    StockChanged(Stock),
    /// A picture was an upload that was deleted meanwhile.
    PictureGone,
}

/// Adds, edits and deletes products. Every change of stock writes a stock movement in the same transaction, so
/// that the stock of a product is always the sum of its movements.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductRepository: Send + Sync {
    /// Adds a product with its first stock movement and the audit entry, in one transaction.
    async fn create(&self, product: &NewProduct, by: &Actor) -> Result<CreateProductOutcome, PortError>;

    /// Edits a product with its stock movement and the audit entry, in one transaction.
    async fn update(
        &self,
        code: &ProductCode,
        change: &ProductChange,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<UpdateProductOutcome, PortError>;

    /// Deletes a product, with the audit entry; `false` when there is none. Orders keep their own copy.
    async fn delete(&self, code: &ProductCode, by: &Actor, now: DateTime<Utc>) -> Result<bool, PortError>;
}
