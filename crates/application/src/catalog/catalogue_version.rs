//! Numbers the states of the catalogue (products, stock, reviews). An answer made from one state must not be sent in the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::dev::ServiceResponse;
use actix_web::{Error, HttpResponse};
use domain::catalog::ports::CatalogueChange;

/// The version of the catalogue as this instance knows it. It counts the instance's own changes at once, and those of other
/// instances when a poll finds them.
#[derive(Clone, Debug)]
pub struct CatalogueVersion(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    all: AtomicU64,
    content: AtomicU64,
    since: Instant,
    /// The time until which all changes of other instances are known, in microseconds after `since`.
    known_until: AtomicU64,
}

/// A state of the catalogue, told by two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatalogueState {
    /// Counts all changes.
    pub all: u64,
    /// Counts changes other than those of stock and sales.
    pub content: u64,
}

impl Default for CatalogueVersion {
    fn default() -> Self {
        let (all, content, known_until) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        Self(Arc::new(Counts { all, content, since: Instant::now(), known_until }))
    }
}

impl CatalogueVersion {
    /// The current state. Callers take it before they read the catalogue.
    #[must_use]
    pub fn current(&self) -> CatalogueState {
        CatalogueState { all: self.0.all.load(Ordering::Acquire), content: self.0.content.load(Ordering::Acquire) }
    }

    /// Counts a committed change.
    pub fn advance(&self, change: CatalogueChange) {
        if change == CatalogueChange::Content {
            self.0.content.fetch_add(1, Ordering::AcqRel);
        }
        self.0.all.fetch_add(1, Ordering::AcqRel);
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

/// Advances the version when dropped, unless it is disarmed: a request that the client abandoned may have changed the
/// catalogue.
struct Advance(Option<(CatalogueVersion, CatalogueChange)>);

impl Drop for Advance {
    fn drop(&mut self) {
        if let Some((version, change)) = &self.0 {
            version.advance(*change);
        }
    }
}

/// Marks the answer of a request that changed nothing, for [`note_change`].
struct Unchanged;

/// Marks the answer if the request found everything as it was to be: then cached answers stay valid.
pub(crate) fn answering(mut response: HttpResponse, is_changed: bool) -> HttpResponse {
    if !is_changed {
        response.extensions_mut().insert(Unchanged);
    }
    response
}

/// Serves a request that may change the catalogue: the version advances before the answer goes out, and also if the request is
/// dropped, but not if it was refused (4xx) or answered as unchanged.
///
/// # Errors
/// Those of `serve`.
pub(crate) async fn note_change<B>(
    change: Option<(CatalogueVersion, CatalogueChange)>,
    serve: impl Future<Output = Result<ServiceResponse<B>, Error>>,
) -> Result<ServiceResponse<B>, Error> {
    let mut advance = Advance(change);
    let response = serve.await?;
    if response.status().is_client_error() || response.response().extensions().contains::<Unchanged>() {
        advance.0 = None;
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_off_request_counts_as_a_change() {
        let version = CatalogueVersion::default();
        drop(Advance(Some((version.clone(), CatalogueChange::Stock))));
        assert_eq!(version.current(), CatalogueState { all: 1, content: 0 });
        drop(Advance(Some((version.clone(), CatalogueChange::Content))));
        drop(Advance(None));
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
