//! What an index of products is made from.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::catalog::product::{Prices, Product};
use crate::catalog::product_code::ProductCode;
use crate::shared::ids::ProductId;
use crate::shared::ports::PortError;
use crate::shared::text::{AltName, Description, Label, ProductName};

/// The stock of a product and its sales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StockLevel {
    /// Units on the shelf.
    pub stock: u32,
    /// Units sold in orders of the last 30 days that are not cancelled.
    pub sales: u32,
}

/// The state of a product, without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProductRevision {
    pub id: ProductId,
    pub version: i32,
    /// When it was last edited. With the version it tells the states of a product apart, also after a backup was restored.
    pub updated_at: DateTime<Utc>,
    /// Units on the shelf.
    pub stock: u32,
}

/// What a product is found, filtered and sorted by, apart from its stock and sales.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchableProduct {
    pub id: ProductId,
    pub code: ProductCode,
    pub name: ProductName,
    /// Other names it is found by.
    pub alt_names: Vec<AltName>,
    pub description: Description,
    /// Original and current price.
    pub prices: Prices,
    pub brand: Option<Label>,
    pub category: Option<Label>,
    pub version: i32,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last edited.
    pub updated_at: DateTime<Utc>,
}

impl From<Product> for SearchableProduct {
    fn from(product: Product) -> Self {
        let Product { id, code, details, version, created_at, updated_at, .. } = product;
        Self {
            id,
            code,
            name: details.name,
            alt_names: details.alt_names,
            description: details.description,
            prices: details.prices,
            brand: details.brand,
            category: details.category,
            version,
            created_at,
            updated_at,
        }
    }
}

/// The products whose ids are behind `after` and not behind `until`; without bounds all products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct IdRange {
    /// The lower bound, which is left out.
    pub after: Option<ProductId>,
    /// The upper bound, which is included.
    pub until: Option<ProductId>,
}

/// Reads the catalogue for an index. `now` is the end of the 30 days that sales are counted over.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SearchSource: Send + Sync {
    /// Names the data: an index that was made from one catalogue must not be used for another.
    async fn catalogue_id(&self) -> Result<Uuid, PortError>;

    /// The states of the first `limit` products of `range`, in the order of their ids.
    async fn revisions(&self, range: IdRange, limit: u32) -> Result<Vec<ProductRevision>, PortError>;

    /// These products, in any order; those that do not exist are left out.
    async fn products(&self, ids: &[ProductId]) -> Result<Vec<SearchableProduct>, PortError>;

    /// Stock and sales of these products, in any order; those that do not exist are left out.
    async fn levels(&self, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<(ProductId, StockLevel)>, PortError>;

    /// The sales of all products that have any, in any order.
    async fn sales(&self, now: DateTime<Utc>) -> Result<Vec<(ProductId, u32)>, PortError>;
}
