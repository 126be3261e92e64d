//! Keeping the index in step with the catalogue.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bounded_executor::{BoundedExecutor, ExecutorLimits};
use chrono::{DateTime, TimeDelta, Utc};
use domain::catalog::ports::{ChangedProducts, FeedBatch, FeedCursor, SearchSource};
use domain::shared::ids::ProductId;
use domain::shared::ports::Clock;

use crate::error::IndexError;
use crate::index::snapshot::{Snapshot, View};
use crate::index::stock_levels::StockLevels;
use crate::upkeep::comparison::Comparison;
use crate::upkeep::engine::Engine;
use crate::upkeep::folder::Folder;
use crate::upkeep::persistence::{Closing, open_on_disk};
use crate::upkeep::published::Published;

/// The number of products that are read at once.
const PRODUCTS: usize = 500;
/// Sales are read again after this time: the 30 days over which they are counted move on.
const SALES_AGE: TimeDelta = TimeDelta::minutes(1);
/// The shortest time between two rebuilds: a search that fails for another reason than damage does not keep the shop busy.
const REBUILD_INTERVAL: TimeDelta = TimeDelta::minutes(1);
/// A thread without work ends after this time.
const THREAD_KEEP_ALIVE: Duration = Duration::from_secs(10);

/// Writes the index. One task at a time has it.
pub(crate) struct IndexUpdater {
    source: Arc<dyn SearchSource>,
    clock: Arc<dyn Clock>,
    published: Arc<Published>,
    /// `None` for an index in memory.
    folder: Option<Arc<Folder>>,
    engine: Arc<Engine>,
    /// Runs all work on the index, one piece at a time.
    executor: BoundedExecutor,
    /// The state at the end of an earlier process, until the first batch.
    kept: Option<Snapshot>,
    sales_read_at: Option<DateTime<Utc>>,
    rebuilt_at: Option<DateTime<Utc>>,
    /// Closed, and not changed since.
    is_closed: bool,
}

impl Drop for IndexUpdater {
    /// Waits for merges, so that the folder is unlocked only when no thread writes to it.
    fn drop(&mut self) {
        if !self.is_closed
            && let Err(error) = self.closing().run()
        {
            tracing::warn!(error = &error as &dyn std::error::Error, "the search index cannot be closed");
        }
    }
}

impl IndexUpdater {
    /// Opens the index in `folder`, or begins an empty one.
    pub(crate) async fn open(
        folder: Option<Folder>,
        source: Arc<dyn SearchSource>,
        clock: Arc<dyn Clock>,
        published: Arc<Published>,
    ) -> Result<Self, IndexError> {
        let executor = BoundedExecutor::new("search-index", ExecutorLimits { running: 1, waiting: 8 }, THREAD_KEEP_ALIVE)?;
        let mut folder = folder.map(Arc::new);
        let on_disk = match &folder {
            Some(folder) => open_on_disk(&executor, folder).await,
            None => None,
        };
        let (engine, kept) = match on_disk {
            Some(opened) => opened,
            None => {
                folder = None;
                (executor.run(Engine::in_memory).await??, None)
            }
        };
        let (cursor, sales_read_at) = kept.as_ref().map(|kept| (kept.cursor.clone(), kept.sales_read_at)).unzip();
        published.set_cursor(cursor.or_else(|| engine.cursor.clone()));
        let kept = kept.map(|kept| kept.snapshot);
        let engine = Arc::new(engine);
        Ok(Self { source, clock, published, folder, engine, executor, kept, sales_read_at, rebuilt_at: None, is_closed: false })
    }

    /// Waits for merges and keeps stock and sales for the next start. The next batch open the writer again.
    pub(crate) async fn close(&mut self) -> Result<(), IndexError> {
        let closing = self.closing();
        self.executor.run(|| closing.run()).await??;
        self.is_closed = true;
        Ok(())
    }

    fn closing(&self) -> Closing {
        Closing {
            engine: Arc::clone(&self.engine),
            published: Arc::clone(&self.published),
            folder: self.folder.clone(),
            sales_read_at: self.sales_read_at,
        }
    }

    /// Brings the index up to the moment of `batch`.
    pub(crate) async fn apply(&mut self, batch: &FeedBatch) -> Result<(), IndexError> {
        self.is_closed = false;
        let now = self.clock.now();
        let applied = if self.needs_rebuild(now) {
            self.rebuild(&batch.cursor, now).await
        } else {
            match (&batch.products, self.published.snapshot().or_else(|| self.kept.take())) {
                (ChangedProducts::Known { edited, sold }, Some(present)) => self.change(present, edited, sold, &batch.cursor, now).await,
                _ => self.compare(&batch.cursor, now).await,
            }
        };
        match applied {
            Ok(()) => self.published.set_cursor(Some(batch.cursor.clone())),
            Err(error) => {
                let engine = Arc::clone(&self.engine);
                self.executor.run(move || engine.indexer.discard()).await?;
                if error.is_damage() {
                    self.published.report_damage();
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// How often the open writer was used; `None` when it is closed.
    pub(crate) fn uses_of_writer(&self) -> Option<u64> {
        self.engine.indexer.uses()
    }

    /// Closes the writer when its merges have ended, and searches the merged segments.
    pub(crate) async fn close_writer(&mut self) -> Result<(), IndexError> {
        let (engine, published) = (Arc::clone(&self.engine), Arc::clone(&self.published));
        let closed = self.executor.run(move || {
            engine.indexer.close()?;
            let Some(present) = published.snapshot() else { return Ok(()) };
            published.set_snapshot(Snapshot::new(engine.view(Some(&present.view))?, Some(&present), &StockLevels::default()));
            Ok::<_, tantivy::TantivyError>(())
        });
        Ok(closed.await??)
    }

    /// Indexes the products that were edited; sets stock and sales of those that were sold.
    async fn change(
        &mut self,
        mut present: Snapshot,
        edited: &[ProductId],
        sold: &[ProductId],
        cursor: &FeedCursor,
        now: DateTime<Utc>,
    ) -> Result<(), IndexError> {
        let is_sales_due = self.sales_read_at.is_none_or(|read_at| now - read_at >= SALES_AGE || now < read_at);
        if edited.is_empty() && sold.is_empty() && !is_sales_due {
            self.published.set_snapshot(present);
            return Ok(());
        }
        let mut levels = StockLevels::default();
        if !edited.is_empty() || !sold.is_empty() {
            levels.extend(self.source.levels(&[sold, edited].concat(), now).await?);
        }
        let sales = if is_sales_due { Some(self.source.sales(now).await?) } else { None };
        let is_edited = !edited.is_empty();
        if is_edited {
            self.index(&self.engine, None, edited).await?;
        }
        let (engine, published, cursor) = (Arc::clone(&self.engine), Arc::clone(&self.published), cursor.clone());
        let changed = self.executor.run(move || {
            if is_edited {
                engine.indexer.commit(&cursor, false)?;
                present = Snapshot::new(engine.view(Some(&present.view))?, Some(&present), &levels);
            } else {
                present.set_levels(levels.iter());
            }
            if let Some(sales) = sales {
                present.set_sales(&sales);
            }
            published.set_snapshot(present);
            Ok::<_, tantivy::TantivyError>(())
        });
        changed.await??;
        if is_sales_due {
            self.sales_read_at = Some(now);
        }
        Ok(())
    }

    /// Compares all products with the catalogue.
    async fn compare(&mut self, cursor: &FeedCursor, now: DateTime<Utc>) -> Result<(), IndexError> {
        let snapshot = self.compared(&self.engine, cursor, now).await?;
        self.published.set_snapshot(snapshot);
        self.sales_read_at = Some(now);
        Ok(())
    }

    /// Whether the index is damaged and was not rebuilt a moment ago.
    fn needs_rebuild(&self, now: DateTime<Utc>) -> bool {
        self.published.is_damaged() && self.rebuilt_at.is_none_or(|at| now - at >= REBUILD_INTERVAL || now < at)
    }

    /// Builds another index and searches that one from now on.
    async fn rebuild(&mut self, cursor: &FeedCursor, now: DateTime<Utc>) -> Result<(), IndexError> {
        tracing::warn!("the search index is damaged and is built again");
        self.rebuilt_at = Some(now);
        let folder = self.folder.clone();
        let new = self.executor.run(move || folder.map_or_else(Engine::in_memory, |folder| Engine::create(&folder.beside()))).await??;
        let new = Arc::new(new);
        let mut snapshot = self.compared(&new, cursor, now).await?;
        let (folder, former, mut engine) = (self.folder.clone(), Arc::clone(&self.engine), Arc::clone(&new));
        let swapped = self.executor.run(move || {
            former.indexer.discard();
            engine.indexer.close()?;
            if let Some(folder) = folder {
                folder.swap()?;
                engine = Arc::new(Engine::load(&folder.index())?);
            }
            snapshot = Snapshot::new(engine.view(Some(&snapshot.view))?, Some(&snapshot), &StockLevels::default());
            Ok::<_, IndexError>((engine, snapshot))
        });
        let (engine, snapshot) = swapped.await??;
        self.engine = engine;
        self.published.set_snapshot(snapshot);
        self.published.repaired();
        self.sales_read_at = Some(now);
        Ok(())
    }

    /// Brings an index up to the catalogue, by comparing the states of all products.
    async fn compared(&self, engine: &Arc<Engine>, cursor: &FeedCursor, now: DateTime<Utc>) -> Result<Snapshot, IndexError> {
        let opened = Arc::clone(engine);
        let view: Arc<View> = self.executor.run(move || opened.view(None).map(Arc::new)).await??;
        let compared = Arc::clone(&view);
        let (sales, states) = tokio::join!(self.source.sales(now), Comparison::run(view, &*self.source, &self.executor));
        let (sales, (changed, levels)) = (sales?, states?);
        self.index(engine, Some(&compared), &changed).await?;
        let (engine, cursor) = (Arc::clone(engine), cursor.clone());
        let committed = self.executor.run(move || {
            if !changed.is_empty() || engine.indexer.has_many_segments()? {
                engine.indexer.commit(&cursor, true)?;
            }
            let mut snapshot = Snapshot::new(engine.view(Some(&compared))?, None, &levels);
            snapshot.set_sales(&sales);
            Ok::<_, tantivy::TantivyError>(snapshot)
        });
        Ok(committed.await??)
    }

    /// Indexes products as they are now, without a commit. The next ones are read while the last ones are indexed. `present` are the
    /// products of the last commit, if they are known: others have no document to be replaced.
    async fn index(&self, engine: &Arc<Engine>, present: Option<&Arc<View>>, ids: &[ProductId]) -> Result<(), IndexError> {
        let expected = ids.len();
        let mut indexing: Pin<Box<dyn Future<Output = Result<(), IndexError>> + Send>> = Box::pin(async { Ok(()) });
        for ids in ids.chunks(PRODUCTS) {
            let (products, indexed) = tokio::join!(self.source.products(ids), indexing);
            indexed?;
            let (engine, present, mut ids, products) = (Arc::clone(engine), present.map(Arc::clone), ids.to_vec(), products?);
            let replace = move || {
                ids.retain(|id| present.as_ref().is_none_or(|present| present.find(*id).is_some()));
                engine.indexer.replace(&ids, &products, expected)
            };
            indexing = Box::pin(async move { Ok(self.executor.run(replace).await??) });
        }
        indexing.await
    }
}
