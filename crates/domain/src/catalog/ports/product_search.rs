//! Searching products by text, and counting facets.

use async_trait::async_trait;

use crate::catalog::ports::{CatalogueMark, CatalogueNews};
use crate::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use crate::shared::ids::ProductId;
use crate::shared::page::{Cursor, TotalCount};
use crate::shared::ports::PortError;
use crate::shared::text::{Label, SearchText};

/// The page of a search, without the products' data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundProducts {
    /// The products of the page in their order.
    pub ids: Vec<ProductId>,
    /// Where the next page begins; `None` when this is the last.
    pub next: Option<Cursor>,
    /// How many products the search finds.
    pub total: TotalCount,
    /// The text that was answered; `None` when it is the one that was typed. A word that no product has was taken as the known
    /// word it resembles, or left out.
    pub corrected: Option<String>,
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    Found(FoundProducts),
    /// The text has no word (an invisible character alone, for example): it stands for the whole catalogue.
    NoWords,
    /// The cursor was not made by this search in this order.
    InvalidCursor,
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
/// [`ProductCatalogue`](crate::catalog::ports::ProductCatalogue).
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductSearch: Send + Sync {
    /// One page of the products that match the text of the query, which must be there, and pass its filters.
    ///
    /// # Errors
    /// [`PortError`] while the index is built for the first time, when it fails, or when too many searches wait.
    async fn find(&self, query: &ProductQuery) -> Result<SearchOutcome, PortError>;

    /// The number of products that each further filter would leave, for the list of the same text and filter. Without a text, or
    /// with one without words, all products are counted.
    ///
    /// # Errors
    /// As [`ProductSearch::find`].
    async fn facets(&self, query: &FacetQuery) -> Result<ProductFacets, PortError>;

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
    async fn mark(&self) -> Option<CatalogueMark>;

    /// Brings the index up to the moment of `news`. When this returns, searches find everything that was committed before. A
    /// caller that is cancelled leaves the index as it was or as it is to be. Calls must not overlap.
    ///
    /// # Errors
    /// [`PortError`] when the catalogue cannot be read or the index cannot be written. The index stays as it was, and the same
    /// news, or later ones since the same mark, can be applied again.
    async fn apply(&self, news: &CatalogueNews) -> Result<(), PortError>;
}
