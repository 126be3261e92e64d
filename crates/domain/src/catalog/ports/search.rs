//! The index of products: searching it, keeping it up to date, and what it is made from.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::catalog::ports::{FeedBatch, FeedCursor};
use crate::catalog::product::{Prices, Product};
use crate::catalog::product_change::ProductError;
use crate::catalog::product_code::ProductCode;
use crate::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use crate::catalog::stock_alert::StockReport;
use crate::shared::ids::ProductId;
use crate::shared::page::{Cursor, TotalCount};
use crate::shared::ports::PortError;
use crate::shared::text::{AltName, Description, Label, ProductName, SearchText};

/// A page of the catalogue or of a search, without the products' data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundProducts {
    /// The products of the page in their order.
    pub ids: Vec<ProductId>,
    /// Where the next page begins; `None` when this is the last.
    pub next: Option<Cursor>,
    /// How many products the list has.
    pub total: TotalCount,
    /// The text that was answered; `None` when it is the one that was typed. A word that no product has was taken as the known
    /// word it resembles, or left out.
    pub corrected: Option<String>,
}

/// What a search box offers while a text is typed (contract, `GET /api/products/suggestions`).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FoundSuggestions {
    /// The best matches, at most [`FoundSuggestions::PRODUCTS`].
    pub products: Vec<ProductId>,
    /// Brands with words that begin like those of the text, at most [`FoundSuggestions::BRANDS`].
    pub brands: Vec<Label>,
    /// Categories in the same way, at most [`FoundSuggestions::CATEGORIES`].
    pub categories: Vec<Label>,
    /// As in [`FoundProducts::corrected`].
    pub corrected: Option<String>,
}

impl FoundSuggestions {
    /// The most products.
    pub const PRODUCTS: usize = 5;
    /// The most brands.
    pub const BRANDS: usize = 3;
    /// The most categories.
    pub const CATEGORIES: usize = 3;
}

/// Searches the index of products. It knows which products match and in which order; their data is in
/// [`ProductRepository`](crate::catalog::ports::ProductRepository).
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductSearch: Send + Sync {
    /// One page of the products that match the text of the query and pass its filters. Without a text, or with one that has no word (an
    /// invisible character alone, for example), every product matches and the best match is the newest.
    ///
    /// # Errors
    /// [`ProductError`] for a cursor of another list, while the index is built for the first time, when it fails, or when too
    /// many searches wait.
    async fn find(&self, query: &ProductQuery) -> Result<FoundProducts, ProductError>;

    /// The number of products that each further filter would leave, for the list of the same text and filter. Without a text, or
    /// with one without words, all products are counted.
    ///
    /// # Errors
    /// As [`ProductSearch::find`].
    async fn facets(&self, query: &FacetQuery) -> Result<ProductFacets, PortError>;

    /// All products by their stock.
    ///
    /// # Errors
    /// As [`ProductSearch::find`].
    async fn stock_report(&self) -> Result<StockReport<ProductId>, PortError>;

    /// Suggestions for a text that is being typed.
    ///
    /// # Errors
    /// As [`ProductSearch::find`].
    async fn suggest(&self, text: &SearchText) -> Result<FoundSuggestions, PortError>;
}

/// Keeps the index of [`ProductSearch`] in step with the catalogue.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SearchIndex: Send + Sync {
    /// The moment up to which the index has all changes; `None` for an index that is empty, or whose moment is unknown.
    async fn cursor(&self) -> Option<FeedCursor>;

    /// Brings the index up to the moment of `batch`. When this returns, searches find everything that was committed before. A
    /// caller that is cancelled leaves the index as it was or as it is to be. Calls must not overlap.
    ///
    /// # Errors
    /// [`PortError`] when the catalogue cannot be read or the index cannot be written. The index stays as it was, and the same
    /// batch, or later ones since the same cursor, can be applied again.
    async fn apply(&self, batch: &FeedBatch) -> Result<(), PortError>;
}

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
