//! The index of products: searches, facets and suggestions (docs/architecture.md).

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use domain::catalog::ports::{CatalogueMark, CatalogueNews, FoundSuggestions, ProductSearch, SearchIndex, SearchOutcome, SearchSource};
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use domain::shared::ports::{Clock, PortError, Readiness};
use domain::shared::text::SearchText;

/// The index of the products of one catalogue.
pub struct ProductIndex {
    _folder: Option<PathBuf>,
    _source: Arc<dyn SearchSource>,
    _clock: Arc<dyn Clock>,
}

impl ProductIndex {
    /// Opens the index of the source's catalogue below `folder`, or begins an empty one: without a folder, or when the folder is in
    /// use or cannot be written, in memory.
    ///
    /// # Errors
    /// [`PortError`] when the source does not answer.
    pub async fn open(folder: Option<PathBuf>, source: Arc<dyn SearchSource>, clock: Arc<dyn Clock>) -> Result<Self, PortError> {
        Ok(Self { _folder: folder, _source: source, _clock: clock })
    }
}

fn not_built() -> PortError {
    PortError::unavailable("the index is not built")
}

#[async_trait]
impl ProductSearch for ProductIndex {
    async fn find(&self, _query: &ProductQuery) -> Result<SearchOutcome, PortError> {
        Err(not_built())
    }

    async fn facets(&self, _query: &FacetQuery) -> Result<ProductFacets, PortError> {
        Err(not_built())
    }

    async fn suggest(&self, _text: &SearchText) -> Result<FoundSuggestions, PortError> {
        Err(not_built())
    }
}

#[async_trait]
impl SearchIndex for ProductIndex {
    async fn mark(&self) -> Option<CatalogueMark> {
        None
    }

    async fn apply(&self, _news: &CatalogueNews) -> Result<(), PortError> {
        Err(not_built())
    }
}

#[async_trait]
impl Readiness for ProductIndex {
    async fn check(&self) -> Result<(), PortError> {
        Err(not_built())
    }
}
