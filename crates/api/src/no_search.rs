//! The search of commands that open no index of products: they neither search nor serve.

use async_trait::async_trait;
use domain::catalog::ports::{FoundSuggestions, ProductSearch, SearchOutcome};
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use domain::shared::ports::PortError;
use domain::shared::text::SearchText;

/// Refuses every search.
pub(crate) struct NoSearch;

fn no_index() -> PortError {
    PortError::internal("this command opens no index of products")
}

#[async_trait]
impl ProductSearch for NoSearch {
    async fn find(&self, _: &ProductQuery) -> Result<SearchOutcome, PortError> {
        Err(no_index())
    }

    async fn facets(&self, _: &FacetQuery) -> Result<ProductFacets, PortError> {
        Err(no_index())
    }

    async fn suggest(&self, _: &SearchText) -> Result<FoundSuggestions, PortError> {
        Err(no_index())
    }
}
