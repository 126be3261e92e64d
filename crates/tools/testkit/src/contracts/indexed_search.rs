//! Searching a shop of a suite: an index in memory that is brought up to date before every search.

use std::sync::Arc;

use adapter_search::ProductIndex;
use chrono::{DateTime, Utc};
use domain::catalog::ports::{CatalogueChanges, CatalogueMark, ProductCatalogue, ProductSearch, SearchIndex, SearchOutcome, SearchSource};
use domain::catalog::product::Product;
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use domain::shared::page::{Page, PageAnswer};
use domain::shared::ports::Clock;
use tokio::sync::{Mutex, MutexGuard};

use crate::moments;

/// A clock that stands still.
struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> DateTime<Utc> {
        moments::now()
    }
}

/// An index, and the moment up to which it has all changes.
#[derive(Default)]
struct Followed {
    index: Option<ProductIndex>,
    mark: Option<CatalogueMark>,
}

/// Searches a shop as the application does.
#[derive(Clone)]
pub struct IndexedSearch {
    catalogue: Arc<dyn ProductCatalogue>,
    changes: Arc<dyn CatalogueChanges>,
    source: Arc<dyn SearchSource>,
    followed: Arc<Mutex<Followed>>,
}

impl IndexedSearch {
    /// A search among the products of these ports. The index is built by the first search.
    #[must_use]
    pub fn new(catalogue: Arc<dyn ProductCatalogue>, changes: Arc<dyn CatalogueChanges>, source: Arc<dyn SearchSource>) -> Self {
        Self { catalogue, changes, source, followed: Arc::default() }
    }

    /// One page of the catalogue, searched if the query has a text.
    ///
    /// # Panics
    /// When a port fails.
    pub async fn list(&self, query: &ProductQuery) -> PageAnswer<Product> {
        if query.text.is_none() {
            return self.catalogue.list(query, moments::now()).await.unwrap();
        }
        let found = {
            let followed = self.up_to_date().await;
            index_of(&followed).find(query).await.unwrap()
        };
        match found {
            SearchOutcome::NoWords => self.catalogue.list(query, moments::now()).await.unwrap(),
            SearchOutcome::InvalidCursor => PageAnswer::InvalidCursor,
            SearchOutcome::Found(found) => {
                let rows = self.catalogue.by_ids(&found.ids, moments::now()).await.unwrap();
                let row = |id| rows.iter().find(|row| row.id == id).cloned();
                let items: Vec<Product> = found.ids.iter().filter_map(|id| row(*id)).collect();
                assert_eq!(items.len(), found.ids.len(), "the index names a product that does not exist");
                PageAnswer::Page(Page { items, next: found.next, total: found.total })
            }
        }
    }

    /// The facets of a list.
    ///
    /// # Panics
    /// When a port fails.
    pub async fn facets(&self, query: &FacetQuery) -> ProductFacets {
        let followed = self.up_to_date().await;
        index_of(&followed).facets(query).await.unwrap()
    }

    async fn up_to_date(&self) -> MutexGuard<'_, Followed> {
        let mut followed = self.followed.lock().await;
        if followed.index.is_none() {
            followed.index = Some(ProductIndex::open(None, self.source.clone(), Arc::new(StoppedClock)).await.unwrap());
        }
        let news = self.changes.since(followed.mark.as_ref()).await.unwrap();
        index_of(&followed).apply(&news).await.unwrap();
        followed.mark = Some(news.mark);
        followed
    }
}

fn index_of<'a>(followed: &'a MutexGuard<'_, Followed>) -> &'a ProductIndex {
    followed.index.as_ref().unwrap()
}
