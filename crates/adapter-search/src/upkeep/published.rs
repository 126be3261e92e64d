//! What searches and the updater of the index share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use domain::catalog::ports::FeedCursor;

use crate::index::snapshot::Snapshot;

/// What searches and the updater share.
#[derive(Default)]
pub(crate) struct Published {
    /// The state that searches read; `None` before the index is built.
    snapshot: RwLock<Option<Snapshot>>,
    /// The moment up to which the index has all changes.
    cursor: RwLock<Option<FeedCursor>>,
    /// A search has found the index damaged.
    is_damaged: AtomicBool,
}

impl Published {
    /// The present state.
    pub(crate) fn snapshot(&self) -> Option<Snapshot> {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The moment up to which the index has all changes.
    pub(crate) fn cursor(&self) -> Option<FeedCursor> {
        self.cursor.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has the index made again at the next change.
    pub(crate) fn report_damage(&self) {
        self.is_damaged.store(true, Ordering::Relaxed);
    }

    /// Whether damage was reported since the last rebuild.
    pub(crate) fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// The index was made again.
    pub(crate) fn repaired(&self) {
        self.is_damaged.store(false, Ordering::Relaxed);
    }

    /// Has searches read another state from now on.
    pub(crate) fn set_snapshot(&self, snapshot: Snapshot) {
        let former = self.snapshot.write().unwrap_or_else(PoisonError::into_inner).replace(snapshot);
        drop(former);
    }

    pub(crate) fn set_cursor(&self, cursor: Option<FeedCursor>) {
        *self.cursor.write().unwrap_or_else(PoisonError::into_inner) = cursor;
    }
}
