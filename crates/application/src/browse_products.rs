//! Listing and searching the catalogue.

use std::sync::Arc;

use domain::page::Page;
use domain::ports::{Clock, ProductCatalogue};
use domain::product::Product;
use domain::product_query::ProductQuery;

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
