//! Listing and searching the catalogue.

use std::sync::Arc;

use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product::Product;
use domain::catalog::product_query::ProductQuery;
use domain::shared::page::Page;
use domain::shared::ports::Clock;

use crate::error::{ListError, page_or_invalid};

/// Lists and searches products.
#[derive(Clone)]
pub struct BrowseProducts {
    catalogue: Arc<dyn ProductCatalogue>,
    clock: Arc<dyn Clock>,
}

impl BrowseProducts {
    /// Wires the use case.
    #[must_use]
    pub fn new(catalogue: Arc<dyn ProductCatalogue>, clock: Arc<dyn Clock>) -> Self {
        Self { catalogue, clock }
    }

    /// One page of the catalogue.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn run(&self, query: &ProductQuery) -> Result<Page<Product>, ListError> {
        page_or_invalid(self.catalogue.list(query, self.clock.now()).await?)
    }
}
