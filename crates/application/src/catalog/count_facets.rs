//! Counting the facets of a list of products.

use std::sync::Arc;

use domain::catalog::ports::{CatalogueChange, ProductSearch};
use domain::catalog::product_query::{FacetQuery, ProductFacets};

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::error::ReadError;

#[derive(Clone)]
pub struct CountFacets {
    search: Arc<dyn ProductSearch>,
    follower: CatalogueFollower,
}

impl CountFacets {
    /// Wires the use case.
    #[must_use]
    pub fn new(search: Arc<dyn ProductSearch>, follower: CatalogueFollower) -> Self {
        Self { search, follower }
    }

    /// The facets of a list. They count the products with stock, so they depend on every change.
    ///
    /// # Errors
    /// [`ReadError`] when the index fails, or is not in step with the store.
    pub async fn run(&self, query: &FacetQuery) -> Result<ProductFacets, ReadError> {
        self.follower.ensure_current(CatalogueChange::Stock).await?;
        Ok(self.search.facets(query).await?)
    }
}

#[cfg(test)]
mod tests;
