//! Consumes the change feed: keeps the index of products, the cache of products and the version of the catalogue up to date.
//!
//! One catch-up reads the changes since the last one, applies them to the index, and only then advances the version. So an answer
//! that was made from an older index is never kept under a newer version. The cache of products drops those that changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::catalog::ports::{CatalogueChange, ChangeFeed, ChangedProducts, Commit, CommitListener, FeedBatch, SearchIndex};
use domain::shared::ports::PortError;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

use crate::catalog::product_cache::ProductCache;

/// How long answers stay valid after the start of a catch-up. A change is visible everywhere within this time, even if later
/// catch-ups fail.
pub const GOOD_FOR: Duration = Duration::from_millis(900);
/// The longest wait for the changes, and of a request for the catch-up with its own change.
pub const PATIENCE: Duration = Duration::from_secs(2);
/// The longest wait of a search for a catch-up. Every request is refused within 2 s while the database is away.
const SEARCH_PATIENCE: Duration = Duration::from_millis(1_500);

/// The version of the catalogue as this instance knows it. It counts the instance's own changes at once, and those of other
/// instances when a catch-up finds them.
#[derive(Clone, Debug)]
pub struct CatalogueVersion(Arc<VersionCounts>);

#[derive(Debug)]
struct VersionCounts {
    changes: Tally,
    since: Instant,
    /// The time until which all changes of other instances are known, in microseconds after `since`.
    known_until: AtomicU64,
}

/// A state of the catalogue, told by two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatalogueState {
    pub all: u64,
    /// Counts changes other than those of stock and sales.
    pub content: u64,
}

/// Counts changes by their kind.
#[derive(Debug, Default)]
pub(super) struct Tally {
    all: AtomicU64,
    content: AtomicU64,
}

impl Tally {
    pub(super) fn read(&self) -> CatalogueState {
        CatalogueState { all: self.all.load(Ordering::Acquire), content: self.content.load(Ordering::Acquire) }
    }

    pub(super) fn advance(&self, change: CatalogueChange) {
        if change == CatalogueChange::Content {
            self.content.fetch_add(1, Ordering::AcqRel);
        }
        self.all.fetch_add(1, Ordering::AcqRel);
    }

    /// Raises the counts to these, unless they are higher.
    pub(super) fn reach(&self, state: CatalogueState) {
        self.content.fetch_max(state.content, Ordering::AcqRel);
        self.all.fetch_max(state.all, Ordering::AcqRel);
    }
}

impl Default for CatalogueVersion {
    fn default() -> Self {
        Self(Arc::new(VersionCounts { changes: Tally::default(), since: Instant::now(), known_until: AtomicU64::new(0) }))
    }
}

impl CatalogueVersion {
    /// The current state. Callers take it before they read the catalogue.
    #[must_use]
    pub fn current(&self) -> CatalogueState {
        self.0.changes.read()
    }

    /// Counts a committed change.
    pub fn advance(&self, change: CatalogueChange) {
        self.0.changes.advance(change);
    }

    /// Notes that all changes committed before `asked` are counted, so that cached answers are valid for this long after it.
    pub fn confirm(&self, asked: Instant, for_so_long: Duration) {
        let until = (asked + for_so_long).saturating_duration_since(self.0.since).as_micros();
        self.0.known_until.fetch_max(u64::try_from(until).unwrap_or(u64::MAX), Ordering::AcqRel);
    }

    /// Whether the changes of other instances are known up to now. If not, cached answers must not be sent.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.0.since.elapsed().as_micros() < u128::from(self.0.known_until.load(Ordering::Acquire))
    }
}

/// Consumes the change feed. Clones share everything.
#[derive(Clone)]
pub struct CatalogueFollower(Arc<Following>);

struct Following {
    changes: Arc<dyn ChangeFeed>,
    index: Arc<dyn SearchIndex>,
    listener: Option<Arc<dyn CommitListener>>,
    version: CatalogueVersion,
    cache: ProductCache,
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
    pub fn new(changes: Arc<dyn ChangeFeed>, index: Arc<dyn SearchIndex>) -> Self {
        Self::telling(changes, index, None)
    }

    /// The same, which tells `listener` of the changes made through this instance.
    #[must_use]
    pub fn telling(changes: Arc<dyn ChangeFeed>, index: Arc<dyn SearchIndex>, listener: Option<Arc<dyn CommitListener>>) -> Self {
        let zero = AtomicU64::default;
        Self(Arc::new(Following {
            changes,
            index,
            listener,
            version: CatalogueVersion::default(),
            cache: ProductCache::default(),
            last: Arc::default(),
            own: Tally::default(),
            own_indexed: Tally::default(),
            counts: Counts { started: Instant::now(), last_success: zero(), succeeded: zero(), failed: zero(), products: zero() },
        }))
    }

    /// The version of the catalogue as this instance knows it.
    #[must_use]
    pub fn version(&self) -> &CatalogueVersion {
        &self.0.version
    }

    /// Counts a change that was committed through this instance. Searches that it concerns catch up before they answer.
    pub fn note(&self, change: CatalogueChange) {
        // The listener and the tally first: an answer under the new version must find the change.
        self.tell(Commit::Catalogue);
        self.0.own.advance(change);
        self.0.version.advance(change);
    }

    /// Notes a change that staff committed through this instance, of the catalogue or not: reports show it from now on.
    pub fn note_by_staff(&self) {
        self.tell(Commit::ByStaff);
    }

    fn tell(&self, commit: Commit) {
        if let Some(listener) = &self.0.listener {
            listener.committed(commit);
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

    pub(super) fn cache(&self) -> &ProductCache {
        &self.0.cache
    }

    /// The cache, where it knows every change until now.
    pub(super) fn current_cache(&self) -> Option<&ProductCache> {
        self.0.is_current(CatalogueChange::Stock).then_some(&self.0.cache)
    }

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
    /// own cursor.
    async fn follow(&self, is_unbroken: bool, begun: Instant) -> Result<(), PortError> {
        let own = self.own.read();
        let cursor = self.index.cursor().await;
        let batch = timeout(PATIENCE, self.changes.since(cursor.as_ref())).await.map_err(PortError::unavailable)??;
        // Before the index, which may take the batch and fail after it. After a failure batch may be missing.
        self.cache.invalidate(if is_unbroken { &batch.products } else { &ChangedProducts::Unknown });
        self.index.apply(&batch).await?;
        self.counts.products.fetch_add(changed_products(&batch), Ordering::Relaxed);
        self.own_indexed.reach(own);
        if let Some(change) = if is_unbroken { batch.change } else { Some(CatalogueChange::Content) } {
            self.version.advance(change);
        }
        self.version.confirm(begun, GOOD_FOR);
        Ok(())
    }

    /// Whether the index has all changes of other instances, and those made through this one on which an answer depends.
    fn is_current(&self, depends_on: CatalogueChange) -> bool {
        let (indexed, made) = (self.own_indexed.read(), self.own.read());
        self.version.is_known()
            && match depends_on {
                CatalogueChange::Stock => indexed.all >= made.all,
                CatalogueChange::Content => indexed.content >= made.content,
            }
    }
}

fn changed_products(batch: &FeedBatch) -> u64 {
    match &batch.products {
        ChangedProducts::Known { edited, sold } => u64::try_from(edited.len() + sold.len()).unwrap_or(u64::MAX),
        ChangedProducts::Unknown => 0,
    }
}

#[cfg(test)]
mod tests;
