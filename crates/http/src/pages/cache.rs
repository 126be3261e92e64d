//! The cache of finished pages. A page is made once for all requests that wait for it, is sent a little past its time while it
//! is renewed, and is never sent after the products or reviews on it have changed.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use application::catalog::catalogue_version::CatalogueState;
use moka::future::Cache;
use moka::policy::EvictionPolicy;

use crate::response::encoded_body::EncodedBody;

/// The age at which a page is renewed though nothing changed.
const FRESH: Duration = Duration::from_secs(20);
/// The same after changes of stock or sales, which every order makes.
const FRESH_ENOUGH: Duration = Duration::from_secs(2);
/// The longest age at which a page with an older stock is sent.
const OUTDATED: Duration = Duration::from_secs(4);
/// The longest age at which a page is sent, while it is renewed.
const KEPT: Duration = Duration::from_secs(60);
/// The longest age while changes of other instances are unknown.
const UNHEARD: Duration = Duration::from_millis(900);
/// The capacity in bytes.
const ROOM: u64 = 64 << 20;

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

/// Finished pages.
#[derive(Clone)]
pub(super) struct PageCache(Cache<Key, Arc<Kept>>);

/// A page, and whether the caller must renew it.
pub(super) struct Found {
    pub(super) page: FinishedPage,
    pub(super) renew: bool,
}

impl PageCache {
    pub(super) fn new() -> Self {
        let weight = |(_, url): &Key, kept: &Arc<Kept>| u32::try_from(url.len() + kept.page.body.size() + 200).unwrap_or(u32::MAX);
        let pages = Cache::builder().max_capacity(ROOM).weigher(weight).eviction_policy(EvictionPolicy::lru()).time_to_live(KEPT);
        Self(pages.build())
    }

    /// The page at an address, if it is cached and recent enough. `heard`: whether the changes of other instances are known.
    pub(super) async fn find(&self, state: CatalogueState, heard: bool, url: &str) -> Option<Found> {
        let key = (state.content, url.to_owned());
        let kept = self.0.get(&key).await?;
        let (age, outdated) = (kept.made_at.elapsed(), kept.state != state);
        if (!heard && age > UNHEARD) || (outdated && age > OUTDATED) {
            self.0.invalidate(&key).await;
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
    pub(super) async fn make<E: Clone + Send + Sync + 'static>(
        &self,
        state: CatalogueState,
        url: &str,
        make: impl Future<Output = Result<FinishedPage, E>>,
    ) -> Result<FinishedPage, E> {
        let kept = self.0.try_get_with((state.content, url.to_owned()), async { make.await.map(|page| keep(state, page)) }).await;
        kept.map(|kept| kept.page.clone()).map_err(|refused| (*refused).clone())
    }

    /// Replaces an older page.
    pub(super) async fn renew(&self, state: CatalogueState, url: &str, page: FinishedPage) {
        self.0.insert((state.content, url.to_owned()), keep(state, page)).await;
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
    async fn with_old(age: Duration) -> PageCache {
        let cache = PageCache::new();
        let old = Kept { page: page("old"), state: state(1, 1), made_at: Instant::now() - age, being_renewed: AtomicBool::new(false) };
        cache.0.insert((1, "/".into()), Arc::new(old)).await;
        cache
    }

    async fn finds(cache: &PageCache, state: CatalogueState, heard: bool) -> Option<bool> {
        cache.find(state, heard, "/").await.map(|found| found.renew)
    }

    fn text(page: &FinishedPage) -> String {
        String::from_utf8(page.body.plain().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_page_is_made_once_however_many_ask() {
        let (cache, made) = (PageCache::new(), AtomicUsize::new(0));
        let ask = || {
            cache.make(state(1, 1), "/", async {
                tokio::task::yield_now().await;
                Ok::<_, ()>(page(&format!("made {}", made.fetch_add(1, Ordering::SeqCst))))
            })
        };
        let answers = join_all((0..20).map(|_| ask())).await;
        assert!(answers.iter().all(|a| text(a.as_ref().unwrap()) == "made 0"));
        assert_eq!(made.load(Ordering::SeqCst), 1);
        let found = cache.find(state(1, 1), true, "/").await.unwrap();
        assert!(!found.renew && text(&found.page) == "made 0");
    }

    #[tokio::test]
    async fn a_change_of_content_hides_what_was_made_before() {
        let cache = with_old(Duration::ZERO).await;
        assert_eq!(finds(&cache, state(2, 2), true).await, None);
        let new = cache.make(state(2, 2), "/", async { Ok::<_, ()>(page("new")) }).await.unwrap();
        assert_eq!(text(&new), "new");
    }

    #[tokio::test]
    async fn a_change_of_stock_makes_a_page_anew_every_few_seconds() {
        for (age, found) in [(Duration::ZERO, Some(false)), (FRESH_ENOUGH, Some(true)), (OUTDATED, None)] {
            assert_eq!(finds(&with_old(age).await, state(9, 1), true).await, found, "{age:?}");
        }
        assert_eq!(finds(&with_old(OUTDATED).await, state(1, 1), true).await, Some(false), "nothing changed");
    }

    #[tokio::test]
    async fn while_changes_are_not_heard_of_a_page_is_gone_within_a_second() {
        let cache = with_old(UNHEARD).await;
        assert_eq!(finds(&cache, state(1, 1), false).await, None);
        let new = cache.make(state(1, 1), "/", async { Ok::<_, ()>(page("new")) }).await.unwrap();
        assert_eq!(text(&new), "new", "the old one is not in the way");
        assert_eq!(finds(&cache, state(1, 1), false).await, Some(false));
    }

    #[tokio::test]
    async fn what_was_refused_is_asked_again() {
        let cache = PageCache::new();
        assert_eq!(cache.make(state(1, 1), "/", async { Err("busy") }).await.unwrap_err(), "busy");
        assert!(cache.make(state(1, 1), "/", async { Ok::<_, &str>(page("now")) }).await.is_ok());
    }

    #[tokio::test]
    async fn an_older_page_is_shown_while_one_makes_it_anew() {
        let (cache, now) = (with_old(FRESH).await, state(1, 1));
        let (first, second) = (cache.find(now, true, "/").await.unwrap(), cache.find(now, true, "/").await.unwrap());
        assert!(first.renew && !second.renew && text(&second.page) == "old");
        cache.renew(now, "/", page("new")).await;
        let found = cache.find(now, true, "/").await.unwrap();
        assert!(!found.renew && text(&found.page) == "new");
    }
}
