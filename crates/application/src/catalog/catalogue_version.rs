//! Numbers the states of the catalogue (products, stock, reviews). An answer made from one state must not be sent in the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::catalog::ports::CatalogueChange;

/// The version of the catalogue as this instance knows it. It counts the instance's own changes at once, and those of other
/// instances when a catch-up finds them.
#[derive(Clone, Debug)]
pub struct CatalogueVersion(Arc<Counts>);

#[derive(Debug)]
struct Counts {
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
    /// The present counts.
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
        Self(Arc::new(Counts { changes: Tally::default(), since: Instant::now(), known_until: AtomicU64::new(0) }))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_content_counts_in_both() {
        let version = CatalogueVersion::default();
        version.advance(CatalogueChange::Stock);
        assert_eq!(version.current(), CatalogueState { all: 1, content: 0 });
        version.advance(CatalogueChange::Content);
        assert_eq!(version.current(), CatalogueState { all: 2, content: 1 });
    }

    #[test]
    fn what_others_do_is_known_only_for_a_while_after_asking() {
        let (version, now) = (CatalogueVersion::default(), Instant::now());
        assert!(!version.is_known());
        version.confirm(now, Duration::from_secs(3_600));
        version.confirm(now, Duration::ZERO);
        assert!(version.is_known());
        let version = CatalogueVersion::default();
        version.confirm(now, Duration::ZERO);
        assert!(!version.is_known());
    }
}
