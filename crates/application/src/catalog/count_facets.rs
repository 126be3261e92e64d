//! Counting the facets of a list of products.

use std::sync::Arc;

use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product_query::{FacetQuery, ProductFacets};

use crate::error::ReadError;

/// Counts facets.
#[derive(Clone)]
pub struct CountFacets(Arc<dyn ProductCatalogue>);

impl CountFacets {
    /// Wires the use case.
    #[must_use]
    pub fn new(catalogue: Arc<dyn ProductCatalogue>) -> Self {
        Self(catalogue)
    }

    /// The facets of a list.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self, query: &FacetQuery) -> Result<ProductFacets, ReadError> {
        Ok(self.0.facets(query).await?)
    }
}
