//! The index behind the ports of the domain.

use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::thread::available_parallelism;
use std::time::Duration;

use async_trait::async_trait;
use bounded_executor::{BoundedExecutor, ExecutorError, ExecutorLimits};
use domain::catalog::ports::{FeedBatch, FeedCursor, FoundProducts, FoundSuggestions, ProductSearch, SearchIndex, SearchSource};
use domain::catalog::product_change::ProductError;
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use domain::catalog::stock_alert::StockReport;
use domain::shared::ids::ProductId;
use domain::shared::ports::{Clock, PortError, Readiness};
use domain::shared::text::SearchText;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::error::IndexError;
use crate::index::snapshot::Snapshot;
use crate::upkeep::folder::Folder;
use crate::upkeep::published::Published;
use crate::upkeep::updater::IndexUpdater;

/// How many searches may wait for a thread: less than a second's work.
const WAITING_SEARCHES: usize = 1_000;
/// A search thread without work ends after this time.
const THREAD_KEEP_ALIVE: Duration = Duration::from_secs(10);
/// The writer is closed after this time without changes.
const WRITER_IDLE: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct IndexSize {
    pub products: u64,
    /// Bytes of its files, on disk or in memory.
    pub bytes: u64,
}

/// The index of the products of one catalogue.
pub struct ProductIndex {
    published: Arc<Published>,
    updater: Arc<Mutex<IndexUpdater>>,
    searches: BoundedExecutor,
}

impl ProductIndex {
    /// Opens the index of the source's catalogue below `folder`, or begins an empty one: without a folder, or when the folder is in
    /// use or cannot be written, in memory. Searches fail until [`SearchIndex::apply`] has succeeded once.
    ///
    /// # Errors
    /// [`PortError`] when the source does not answer.
    pub async fn open(folder: Option<PathBuf>, source: Arc<dyn SearchSource>, clock: Arc<dyn Clock>) -> Result<Self, PortError> {
        let catalogue = source.catalogue_id().await?;
        let published = Arc::new(Published::default());
        let claimed = match folder {
            Some(folder) => tokio::task::spawn_blocking(move || claim(folder, catalogue)).await.map_err(PortError::internal)?,
            None => None,
        };
        let updater = IndexUpdater::open(claimed, source, clock, Arc::clone(&published)).await?;
        let running = available_parallelism().map_or(1, usize::from);
        let limits = ExecutorLimits { running, waiting: WAITING_SEARCHES };
        let searches = BoundedExecutor::new("search", limits, THREAD_KEEP_ALIVE).map_err(PortError::internal)?;
        Ok(Self { published, updater: Arc::new(Mutex::new(updater)), searches })
    }

    /// The size of the present state.
    ///
    /// # Errors
    /// [`PortError`] before the index is built, or when its files cannot be read.
    pub async fn size(&self) -> Result<IndexSize, PortError> {
        self.search(|snapshot| {
            let mut size = IndexSize::default();
            for segment in &snapshot.view.segments {
                size.products += u64::from(segment.reader.num_docs());
                size.bytes += segment.reader.space_usage()?.total().get_bytes();
            }
            Ok(size)
        })
        .await
    }

    /// Waits for merges and keeps what the next start needs, stock and sales among it. To be called when no more batch come: a process may
    /// end while others who hold the index still drop it, and what is not kept by then is compared with the catalogue at the next start.
    pub async fn close(&self) {
        if let Err(error) = self.updater.lock().await.close().await {
            tracing::warn!(error = &error as &dyn std::error::Error, "the search index cannot be closed");
        }
    }

    /// Runs a search on the present state. A caller that is cancelled before the search has begun takes it out of the queue.
    async fn search<T: Send + 'static>(
        &self,
        search: impl FnOnce(&Snapshot) -> tantivy::Result<T> + Send + 'static,
    ) -> Result<T, PortError> {
        let snapshot = self.snapshot()?;
        let answer = self.searches.run(move || search(&snapshot)).await.map_err(IndexError::from);
        let answer = answer.and_then(|answer| answer.map_err(IndexError::from));
        answer.map_err(|error| {
            if !matches!(error, IndexError::Executor(ExecutorError::QueueFull(_))) {
                self.published.report_damage();
            }
            error.into()
        })
    }

    fn snapshot(&self) -> Result<Snapshot, PortError> {
        self.published.snapshot().ok_or_else(|| PortError::unavailable("the search index is being built"))
    }
}

/// The folder of a catalogue; `None` when it cannot be used.
fn claim(root: PathBuf, catalogue: Uuid) -> Option<Folder> {
    match Folder::claim(&root, catalogue) {
        Ok(Some(folder)) => return Some(folder),
        Ok(None) => tracing::info!(folder = %root.display(), "another process uses the search index; this one keeps its own in memory"),
        Err(error) => {
            tracing::warn!(%error, folder = %root.display(), "the folder of the search index cannot be used; the index is kept in memory");
        }
    }
    None
}

/// Closes the writer after [`WRITER_IDLE`], unless it was used in between.
async fn close_idle_writer(updater: Weak<Mutex<IndexUpdater>>, uses: u64) {
    tokio::time::sleep(WRITER_IDLE).await;
    let Some(updater) = updater.upgrade() else { return };
    let mut updater = updater.lock_owned().await;
    if updater.uses_of_writer() == Some(uses)
        && let Err(error) = updater.close_writer().await
    {
        tracing::warn!(error = &error as &dyn std::error::Error, "the writer of the search index cannot be closed");
    }
}

#[async_trait]
impl ProductSearch for ProductIndex {
    async fn find(&self, query: &ProductQuery) -> Result<FoundProducts, ProductError> {
        let query = query.clone();
        Ok(self.search(move |snapshot| snapshot.find(&query)).await??)
    }

    async fn facets(&self, query: &FacetQuery) -> Result<ProductFacets, PortError> {
        let query = query.clone();
        self.search(move |snapshot| snapshot.count_facets(&query)).await
    }

    async fn stock_report(&self) -> Result<StockReport<ProductId>, PortError> {
        self.search(|snapshot| Ok(snapshot.stock_report())).await
    }

    async fn suggest(&self, text: &SearchText) -> Result<FoundSuggestions, PortError> {
        let text = text.clone();
        self.search(move |snapshot| snapshot.suggestions(&text)).await
    }
}

#[async_trait]
impl SearchIndex for ProductIndex {
    async fn cursor(&self) -> Option<FeedCursor> {
        self.published.cursor()
    }

    /// Runs in a task of its own, which goes on when the caller is cancelled.
    async fn apply(&self, batch: &FeedBatch) -> Result<(), PortError> {
        let (updater, batch) = (Arc::clone(&self.updater), batch.clone());
        let applied = tokio::spawn(async move {
            let weak = Arc::downgrade(&updater);
            let mut updater = updater.lock_owned().await;
            let before = updater.uses_of_writer();
            let applied = updater.apply(&batch).await;
            let after = updater.uses_of_writer();
            drop(updater);
            if let Some(uses) = after.filter(|_| after != before) {
                tokio::spawn(close_idle_writer(weak, uses));
            }
            applied
        });
        Ok(applied.await.map_err(PortError::internal)??)
    }
}

#[async_trait]
impl Readiness for ProductIndex {
    async fn check(&self) -> Result<(), PortError> {
        self.snapshot().map(drop)
    }
}
