//! The cache of finished pages. A page is made once for all requests that wait for it, is sent a little past its time while it
//! is renewed, and is never sent after the products or reviews on it have changed.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use application::catalog::catalogue_follower::CatalogueState;

use crate::cache::shared_cache::{CacheLimits, SharedCache};
use crate::response::encoded_body::EncodedBody;

/// The age at which a page is renewed though nothing changed.
const FRESH: Duration = Duration::from_secs(20);
/// The same after changes of stock or sales, which every order makes.
const FRESH_ENOUGH: Duration = Duration::from_secs(2);
/// The longest age at which a page with an older stock is sent.
const OUTDATED: Duration = Duration::from_secs(4);
/// Kept pages; the time is the longest age at which a page is sent, while it is renewed.
const LIMITS: CacheLimits = CacheLimits { room: 64 << 20, typical: 65_536, time: Duration::from_secs(60) };
/// The overhead of a page in bytes, besides its bodies and its key.
const OVERHEAD: usize = 200;
/// The longest age while changes of other instances are unknown.
const UNHEARD: Duration = Duration::from_millis(900);

/// A finished page.
#[derive(Clone, Debug)]
pub(super) struct FinishedPage {
    /// Its status.
    pub(super) status: StatusCode,
    /// The page.
    pub(super) body: EncodedBody,
    /// Whether it is the plain page, because rendering failed.
    pub(super) is_plain: bool,
}

/// A page in the cache.
#[derive(Debug)]
struct Kept {
    page: FinishedPage,
    /// The state of the catalogue it was made from.
    state: CatalogueState,
    made_at: Instant,
    being_renewed: AtomicBool,
}

/// The content version of the catalogue at the time of the request, and the address.
type Key = (u64, String);

/// Finished pages. `E` is the reason why a page was not made.
#[derive(Clone)]
pub(super) struct PageCache<E>(SharedCache<Key, Arc<Kept>, E>);

/// A page, and whether the caller must renew it.
pub(super) struct Found {
    pub(super) page: FinishedPage,
    pub(super) renew: bool,
}

impl<E: Clone> PageCache<E> {
    pub(super) fn new() -> Self {
        Self(SharedCache::new(LIMITS, |(_, url): &Key, kept: &Arc<Kept>| url.len() + kept.page.body.size() + OVERHEAD))
    }

    /// The page at an address, if it is cached and recent enough. `heard`: whether the changes of other instances are known.
    pub(super) fn find(&self, state: CatalogueState, heard: bool, url: &str) -> Option<Found> {
        let key = (state.content, url.to_owned());
        let kept = self.0.get(&key)?;
        let (age, outdated) = (kept.made_at.elapsed(), kept.state != state);
        if (!heard && age > UNHEARD) || (outdated && age > OUTDATED) {
            self.0.remove(&key);
            return None;
        }
        let fresh = if outdated { FRESH_ENOUGH } else { FRESH };
        let renew = age > fresh && !kept.being_renewed.swap(true, Ordering::AcqRel);
        Some(Found { page: kept.page.clone(), renew })
    }

    /// Makes the page, once for all requests that wait for it. Refusals are not cached.
    ///
    /// # Errors
    /// The refusal of `make`.
    pub(super) async fn make(
        &self,
        state: CatalogueState,
        url: &str,
        make: impl Future<Output = Result<FinishedPage, E>>,
    ) -> Result<FinishedPage, E> {
        let kept = self.0.get_or_make(&(state.content, url.to_owned()), async { make.await.map(|page| keep(state, page)) }).await;
        kept.map(|kept| kept.page.clone())
    }

    /// Replaces an older page.
    pub(super) fn renew(&self, state: CatalogueState, url: &str, page: FinishedPage) {
        self.0.insert((state.content, url.to_owned()), keep(state, page));
    }
}

fn keep(state: CatalogueState, page: FinishedPage) -> Arc<Kept> {
    Arc::new(Kept { page, state, made_at: Instant::now(), being_renewed: AtomicBool::new(false) })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use futures_util::future::join_all;

    use super::*;

    fn page(text: &str) -> FinishedPage {
        let body = EncodedBody::plain_only("text/html", text.to_owned());
        FinishedPage { status: StatusCode::OK, body, is_plain: false }
    }

    fn state(all: u64, content: u64) -> CatalogueState {
        CatalogueState { all, content }
    }

    /// A cache with a page of this age, made from the state (1, 1).
    fn with_old(age: Duration) -> PageCache<&'static str> {
        let cache = PageCache::new();
        let old = Kept { page: page("old"), state: state(1, 1), made_at: Instant::now() - age, being_renewed: AtomicBool::new(false) };
        cache.0.insert((1, "/".into()), Arc::new(old));
        cache
    }

    fn finds(cache: &PageCache<&'static str>, state: CatalogueState, heard: bool) -> Option<bool> {
        cache.find(state, heard, "/").map(|found| found.renew)
    }

    fn text(page: &FinishedPage) -> String {
        String::from_utf8(page.body.plain().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_page_is_made_once_however_many_ask() {
        let (cache, made) = (PageCache::<()>::new(), AtomicUsize::new(0));
        let ask = || {
            cache.make(state(1, 1), "/", async {
                tokio::task::yield_now().await;
                Ok(page(&format!("made {}", made.fetch_add(1, Ordering::SeqCst))))
            })
        };
        let answers = join_all((0..20).map(|_| ask())).await;
        assert!(answers.iter().all(|a| text(a.as_ref().unwrap()) == "made 0"));
        assert_eq!(made.load(Ordering::SeqCst), 1);
        let found = cache.find(state(1, 1), true, "/").unwrap();
        assert!(!found.renew && text(&found.page) == "made 0");
    }

    #[tokio::test]
    async fn a_change_of_content_hides_what_was_made_before() {
        let cache = with_old(Duration::ZERO);
        assert_eq!(finds(&cache, state(2, 2), true), None);
        let new = cache.make(state(2, 2), "/", async { Ok(page("new")) }).await.unwrap();
        assert_eq!(text(&new), "new");
    }

    #[tokio::test]
    async fn a_change_of_stock_makes_a_page_anew_every_few_seconds() {
        for (age, found) in [(Duration::ZERO, Some(false)), (FRESH_ENOUGH, Some(true)), (OUTDATED, None)] {
            assert_eq!(finds(&with_old(age), state(9, 1), true), found, "{age:?}");
        }
        assert_eq!(finds(&with_old(OUTDATED), state(1, 1), true), Some(false), "nothing changed");
    }

    #[tokio::test]
    async fn while_changes_are_not_heard_of_a_page_is_gone_within_a_second() {
        let cache = with_old(UNHEARD);
        assert_eq!(finds(&cache, state(1, 1), false), None);
        let new = cache.make(state(1, 1), "/", async { Ok(page("new")) }).await.unwrap();
        assert_eq!(text(&new), "new", "the old one is not in the way");
        assert_eq!(finds(&cache, state(1, 1), false), Some(false));
    }

    #[tokio::test]
    async fn what_was_refused_is_asked_again() {
        let cache = PageCache::new();
        assert_eq!(cache.make(state(1, 1), "/", async { Err("busy") }).await.unwrap_err(), "busy");
        assert!(cache.make(state(1, 1), "/", async { Ok(page("now")) }).await.is_ok());
    }

    #[tokio::test]
    async fn an_older_page_is_shown_while_one_makes_it_anew() {
        let (cache, now) = (with_old(FRESH), state(1, 1));
        let (first, second) = (cache.find(now, true, "/").unwrap(), cache.find(now, true, "/").unwrap());
        assert!(first.renew && !second.renew && text(&second.page) == "old");
        cache.renew(now, "/", page("new"));
        let found = cache.find(now, true, "/").unwrap();
        assert!(!found.renew && text(&found.page) == "new");
    }
}
