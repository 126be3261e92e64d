//! Keeps the index of products and the version of the catalogue in step with the store.
//!
//! One catch-up reads the changes since the last one, applies them to the index, and only then advances the version. So an answer
//! that was made from an older index is never kept under a newer version. The memory of products forgets those that changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::catalog::ports::{CatalogueChange, CatalogueChanges, CatalogueNews, ChangedProducts, OwnChange, OwnChanges, SearchIndex};
use domain::shared::ports::PortError;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

use crate::catalog::catalogue_version::{CatalogueVersion, Tally};
use crate::catalog::product_memory::ProductMemory;

/// How long answers stay valid after the start of a catch-up. A change is visible everywhere within this time, even if later
/// catch-ups fail.
pub const GOOD_FOR: Duration = Duration::from_millis(900);
/// The longest wait for the changes, and of a request for the catch-up with its own change.
pub const PATIENCE: Duration = Duration::from_secs(2);
/// The longest wait of a search for a catch-up. Every request is refused within 2 s while the database is away.
const SEARCH_PATIENCE: Duration = Duration::from_millis(1_500);

/// Follows the catalogue. Clones share everything.
#[derive(Clone)]
pub struct CatalogueFollower(Arc<Following>);

struct Following {
    changes: Arc<dyn CatalogueChanges>,
    index: Arc<dyn SearchIndex>,
    /// Hears of the changes made through this instance.
    store: Option<Arc<dyn OwnChanges>>,
    version: CatalogueVersion,
    memory: ProductMemory,
    /// The last catch-up; held by the one that goes on.
    last: Arc<Mutex<LastCatchUp>>,
    /// The changes made through this instance.
    own: Tally,
    /// Those of them that the index has.
    own_indexed: Tally,
    counts: Counts,
}

/// A catch-up that has ended.
#[derive(Default)]
struct LastCatchUp {
    /// When it began; `None` before the first one.
    begun: Option<Instant>,
    /// Whether it succeeded. Else the next one counts everything as changed.
    succeeded: bool,
}

struct Counts {
    started: Instant,
    /// Milliseconds from the start to the beginning of the last catch-up that succeeded.
    last_success: AtomicU64,
    succeeded: AtomicU64,
    failed: AtomicU64,
    products: AtomicU64,
}

impl Default for Counts {
    fn default() -> Self {
        let zero = AtomicU64::default;
        Self { started: Instant::now(), last_success: zero(), succeeded: zero(), failed: zero(), products: zero() }
    }
}

/// The work of a follower since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FollowerCounts {
    pub succeeded: u64,
    pub failed: u64,
    /// Changes of single products that were applied: edits, and changes of stock or sales.
    pub products: u64,
    /// The age of the index: the time since the last catch-up that succeeded began, or since the start if none did.
    pub age: Duration,
}

impl CatalogueFollower {
    /// Follows `changes` with this index and a new version.
    #[must_use]
    pub fn new(changes: Arc<dyn CatalogueChanges>, index: Arc<dyn SearchIndex>) -> Self {
        Self::of(changes, index, None)
    }

    /// The same, which tells `store` of the changes made through this instance.
    #[must_use]
    pub fn telling(changes: Arc<dyn CatalogueChanges>, index: Arc<dyn SearchIndex>, store: Arc<dyn OwnChanges>) -> Self {
        Self::of(changes, index, Some(store))
    }

    fn of(changes: Arc<dyn CatalogueChanges>, index: Arc<dyn SearchIndex>, store: Option<Arc<dyn OwnChanges>>) -> Self {
        Self(Arc::new(Following {
            changes,
            index,
            store,
            version: CatalogueVersion::default(),
            memory: ProductMemory::default(),
            last: Arc::default(),
            own: Tally::default(),
            own_indexed: Tally::default(),
            counts: Counts::default(),
        }))
    }

    /// The version of the catalogue as this instance knows it.
    #[must_use]
    pub fn version(&self) -> &CatalogueVersion {
        &self.0.version
    }

    /// Counts a change that was committed through this instance. Searches that it concerns catch up before they answer.
    pub fn note(&self, change: CatalogueChange) {
        // The store and the tally first: an answer under the new version must find the change.
        self.tell(OwnChange::Catalogue);
        self.0.own.advance(change);
        self.0.version.advance(change);
    }

    /// Notes a change that staff committed through this instance, of the catalogue or not: reports show it from now on.
    pub fn note_by_staff(&self) {
        self.tell(OwnChange::ByStaff);
    }

    fn tell(&self, change: OwnChange) {
        if let Some(store) = &self.0.store {
            store.made(change);
        }
    }

    /// Brings index and version up to the present: everything that was committed before the call is found when it returns.
    ///
    /// Catch-ups follow each other. A caller that waited while another one began and ended shares its outcome. A catch-up that has
    /// begun goes on when its caller is cancelled.
    ///
    /// # Errors
    /// [`PortError`] when the store does not answer within 2 s, or the index cannot follow. Nothing is confirmed then.
    pub async fn catch_up(&self) -> Result<(), PortError> {
        let called = Instant::now();
        let last = self.0.last.clone().lock_owned().await;
        if last.begun.is_some_and(|begun| begun > called) {
            return if last.succeeded { Ok(()) } else { Err(PortError::unavailable("the catch-up that was waited for failed")) };
        }
        let following = self.0.clone();
        tokio::spawn(async move { following.catch_up(last).await }).await.map_err(PortError::internal)?
    }

    /// Makes sure that a search answers from the present: it catches up if the last catch-up is too old, or older than a change
    /// made through this instance on which the answer depends. [`CatalogueChange::Stock`] stands for answers that depend on stock
    /// or sales too.
    ///
    /// # Errors
    /// As [`CatalogueFollower::catch_up`], and when it takes longer than 1.5 s.
    pub async fn ensure_current(&self, depends_on: CatalogueChange) -> Result<(), PortError> {
        if self.0.is_current(depends_on) {
            return Ok(());
        }
        timeout(SEARCH_PATIENCE, self.catch_up()).await.unwrap_or_else(|late| Err(PortError::unavailable(late)))
    }

    /// The products that searches found lately.
    pub(super) fn memory(&self) -> &ProductMemory {
        &self.0.memory
    }

    /// The same, where every change until now is known to it; otherwise `None`.
    pub(super) fn memory_of_the_present(&self) -> Option<&ProductMemory> {
        self.0.is_current(CatalogueChange::Stock).then_some(&self.0.memory)
    }

    /// The counts since the start.
    #[must_use]
    pub fn counts(&self) -> FollowerCounts {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Counts { started, last_success, succeeded, failed, products } = &self.0.counts;
        let age = started.elapsed().saturating_sub(Duration::from_millis(read(last_success)));
        FollowerCounts { succeeded: read(succeeded), failed: read(failed), products: read(products), age }
    }
}

impl Following {
    async fn catch_up(&self, mut last: OwnedMutexGuard<LastCatchUp>) -> Result<(), PortError> {
        let begun = Instant::now();
        let before = std::mem::replace(&mut *last, LastCatchUp { begun: Some(begun), succeeded: false });
        let outcome = self.follow(before.succeeded, begun).await;
        last.succeeded = outcome.is_ok();
        let count = if outcome.is_ok() { &self.counts.succeeded } else { &self.counts.failed };
        count.fetch_add(1, Ordering::Relaxed);
        if outcome.is_ok() {
            let since_start = begun.saturating_duration_since(self.counts.started).as_millis();
            self.counts.last_success.store(u64::try_from(since_start).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
        outcome
    }

    /// After a failure, and at the start, the version counts everything as changed; the index is told exactly what changed since its
    /// own mark.
    async fn follow(&self, is_unbroken: bool, begun: Instant) -> Result<(), PortError> {
        let own = self.own.read();
        let mark = self.index.mark().await;
        let news = timeout(PATIENCE, self.changes.since(mark.as_ref())).await.map_err(PortError::unavailable)??;
        // Before the index, which may take the news and fail after it. After a failure news may be missing.
        self.memory.forget(if is_unbroken { &news.products } else { &ChangedProducts::Unknown });
        self.index.apply(&news).await?;
        self.counts.products.fetch_add(changed_products(&news), Ordering::Relaxed);
        self.own_indexed.reach(own);
        if let Some(change) = if is_unbroken { news.change } else { Some(CatalogueChange::Content) } {
            self.version.advance(change);
        }
        self.version.confirm(begun, GOOD_FOR);
        Ok(())
    }

    /// Whether nothing that an answer depends on can have changed since the last catch-up.
    fn is_current(&self, depends_on: CatalogueChange) -> bool {
        self.version.is_known() && self.has_own_changes(depends_on)
    }

    /// Whether the index has the changes made through this instance on which an answer depends.
    fn has_own_changes(&self, depends_on: CatalogueChange) -> bool {
        let (indexed, made) = (self.own_indexed.read(), self.own.read());
        match depends_on {
            CatalogueChange::Stock => indexed.all >= made.all,
            CatalogueChange::Content => indexed.content >= made.content,
        }
    }
}

fn changed_products(news: &CatalogueNews) -> u64 {
    match &news.products {
        ChangedProducts::Known { edited, sold } => u64::try_from(edited.len() + sold.len()).unwrap_or(u64::MAX),
        ChangedProducts::Unknown => 0,
    }
}

#[cfg(test)]
mod tests;
