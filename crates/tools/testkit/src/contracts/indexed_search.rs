//! Lists and searches of a shop of a suite, from an index in memory that is brought up to date before each of them.

use std::sync::Arc;

use adapter_search::ProductIndex;
use chrono::{DateTime, Utc};
use domain::catalog::ports::{ChangeFeed, FeedCursor, ProductRepository, ProductSearch, SearchIndex, SearchSource};
use domain::catalog::product::Product;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_query::ProductQuery;
use domain::catalog::stock_alert::StockReport;
use domain::shared::ids::ProductId;
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
    cursor: Option<FeedCursor>,
}

/// Searches a shop as the application does.
#[derive(Clone)]
pub struct IndexedSearch {
    products: Arc<dyn ProductRepository>,
    changes: Arc<dyn ChangeFeed>,
    source: Arc<dyn SearchSource>,
    followed: Arc<Mutex<Followed>>,
}

impl IndexedSearch {
    /// A search among the products of these ports. The index is built by the first search.
    #[must_use]
    pub fn new(products: Arc<dyn ProductRepository>, changes: Arc<dyn ChangeFeed>, source: Arc<dyn SearchSource>) -> Self {
        Self { products, changes, source, followed: Arc::default() }
    }

    /// One page of the catalogue or of a search.
    ///
    /// # Panics
    /// When a port fails.
    pub async fn list(&self, query: &ProductQuery) -> PageAnswer<Product> {
        let followed = self.up_to_date().await;
        match index_of(&followed).find(query).await {
            Ok(found) => {
                let rows = self.products.by_ids(&found.ids, moments::now()).await.unwrap();
                let row = |id| rows.iter().find(|row| row.id == id).cloned();
                let items: Vec<Product> = found.ids.iter().filter_map(|id| row(*id)).collect();
                assert_eq!(items.len(), found.ids.len(), "the index names a product that does not exist");
                PageAnswer::Page(Page { items, next: found.next, total: found.total })
            }
            Err(ProductError::InvalidCursor(_)) => PageAnswer::InvalidCursor,
            Err(error) => panic!("{error}"),
        }
    }

    /// All products by their stock.
    ///
    /// # Panics
    /// When a port fails.
    pub async fn stock_report(&self) -> StockReport<Product> {
        let followed = self.up_to_date().await;
        let report = index_of(&followed).stock_report().await.unwrap();
        let ids: Vec<ProductId> = report.listed().copied().collect();
        let rows = self.products.by_ids(&ids, moments::now()).await.unwrap();
        report.filter_map(|id| rows.iter().find(|row| row.id == id).cloned())
    }

    async fn up_to_date(&self) -> MutexGuard<'_, Followed> {
        let mut followed = self.followed.lock().await;
        if followed.index.is_none() {
            followed.index = Some(ProductIndex::open(None, self.source.clone(), Arc::new(StoppedClock)).await.unwrap());
        }
        let batch = self.changes.since(followed.cursor.as_ref()).await.unwrap();
        index_of(&followed).apply(&batch).await.unwrap();
        followed.cursor = Some(batch.cursor);
        followed
    }
}

fn index_of<'a>(followed: &'a MutexGuard<'_, Followed>) -> &'a ProductIndex {
    followed.index.as_ref().unwrap()
}
