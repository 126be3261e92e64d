//! Listing and searching the catalogue.

use std::sync::Arc;

use domain::catalog::ports::{CatalogueChange, FoundProducts, ProductCatalogue, ProductSearch, SearchOutcome};
use domain::catalog::product_query::{ProductQuery, ProductSort};
use domain::shared::page::{InvalidCursor, Page};
use domain::shared::ports::Clock;

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::catalog::listed_product::ListedProduct;
use crate::catalog::product_rows::ProductRows;
use crate::error::{ListError, page_or_invalid};

/// A page of the catalogue or of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowsedProducts {
    pub page: Page<Arc<ListedProduct>>,
    /// The text that was answered; `None` when it is the one that was given, or there is none.
    pub corrected: Option<String>,
}

/// Lists and searches products.
#[derive(Clone)]
pub struct BrowseProducts {
    search: Arc<dyn ProductSearch>,
    follower: CatalogueFollower,
    catalogue: Arc<dyn ProductCatalogue>,
    rows: ProductRows,
    clock: Arc<dyn Clock>,
}

impl BrowseProducts {
    /// Wires the use case.
    #[must_use]
    pub(crate) fn new(
        search: Arc<dyn ProductSearch>,
        follower: CatalogueFollower,
        catalogue: Arc<dyn ProductCatalogue>,
        rows: ProductRows,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { search, follower, catalogue, rows, clock }
    }

    /// One page of the catalogue, or of the search for the text of the query. A text without words lists the catalogue.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor, a failing store, or an index that is not in step with it.
    pub async fn run(&self, query: &ProductQuery) -> Result<BrowsedProducts, ListError> {
        if query.text.is_none() {
            return self.list(query).await;
        }
        self.follower.ensure_current(depends_on(query)).await?;
        match self.search.find(query).await? {
            SearchOutcome::Found(found) => self.join(found).await,
            SearchOutcome::NoWords => self.list(query).await,
            SearchOutcome::InvalidCursor => Err(InvalidCursor.into()),
        }
    }

    async fn list(&self, query: &ProductQuery) -> Result<BrowsedProducts, ListError> {
        let Page { items, next, total } = page_or_invalid::<_, ListError>(self.catalogue.list(query, self.clock.now()).await?)?;
        Ok(BrowsedProducts { page: Page { items: self.rows.listed(items)?, next, total }, corrected: None })
    }

    /// The rows of the products that were found, in their order. One that was deleted meanwhile is left out.
    async fn join(&self, found: FoundProducts) -> Result<BrowsedProducts, ListError> {
        let items = self.rows.of(&found.ids).await?;
        Ok(BrowsedProducts { page: Page { items, next: found.next, total: found.total }, corrected: found.corrected })
    }
}

/// The changes on which the products of a search and their order depend.
fn depends_on(query: &ProductQuery) -> CatalogueChange {
    let by_stock = query.filter.in_stock.is_some() || query.alert.is_some() || query.sort == ProductSort::Bestselling;
    if by_stock { CatalogueChange::Stock } else { CatalogueChange::Content }
}

#[cfg(test)]
mod tests;
