//! Finished pages, kept for a moment: each is made once however many ask, shown a little past its time while it is made
//! anew, and never shown after the catalogue has changed on this instance.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use moka::future::Cache;

use crate::encoded_body::EncodedBody;

/// How long a page is shown without looking for what other instances changed.
const FRESH: Duration = Duration::from_secs(5);
/// How long it is shown at all: past [`FRESH`] while it is made anew.
const KEPT: Duration = Duration::from_secs(25);
/// Bytes of all pages together.
const ROOM: u64 = 64 << 20;

/// A finished page.
#[derive(Clone, Debug)]
pub(super) struct FinishedPage {
    /// Its status.
    pub(super) status: StatusCode,
    /// The page.
    pub(super) body: EncodedBody,
    /// Whether it is the plain page, because it could not be rendered.
    pub(super) is_plain: bool,
}

/// A page in the cache.
#[derive(Debug)]
struct Kept {
    page: FinishedPage,
    made_at: Instant,
    being_renewed: AtomicBool,
}

/// The version of the catalogue the page was made from, and its address.
type Key = (u64, String);

/// Finished pages.
#[derive(Clone)]
pub(super) struct PageCache(Cache<Key, Arc<Kept>>);

/// A page, and whether it is time to make it anew, which then is up to the caller.
pub(super) struct Found {
    pub(super) page: FinishedPage,
    pub(super) renew: bool,
}

impl PageCache {
    pub(super) fn new() -> Self {
        let weight = |(_, url): &Key, kept: &Arc<Kept>| u32::try_from(url.len() + kept.page.body.size() + 200).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(ROOM).weigher(weight).time_to_live(KEPT).build())
    }

    /// The page at an address, when it is here.
    pub(super) async fn find(&self, version: u64, url: &str) -> Option<Found> {
        let kept = self.0.get(&(version, url.to_owned())).await?;
        let renew = kept.made_at.elapsed() > FRESH && !kept.being_renewed.swap(true, Ordering::AcqRel);
        Some(Found { page: kept.page.clone(), renew })
    }

    /// Makes the page unless it is here, or somebody is making it; all who ask get the same. What is refused is not
    /// kept.
    ///
    /// # Errors
    /// What `make` refuses with.
    pub(super) async fn make<E: Clone + Send + Sync + 'static>(
        &self,
        version: u64,
        url: &str,
        make: impl Future<Output = Result<FinishedPage, E>>,
    ) -> Result<FinishedPage, E> {
        let kept = self.0.try_get_with((version, url.to_owned()), async { make.await.map(keep) }).await;
        kept.map(|kept| kept.page.clone()).map_err(|refused| (*refused).clone())
    }

    /// Puts a page in the place of an older one.
    pub(super) async fn renew(&self, version: u64, url: &str, page: FinishedPage) {
        self.0.insert((version, url.to_owned()), keep(page)).await;
    }
}

fn keep(page: FinishedPage) -> Arc<Kept> {
    Arc::new(Kept { page, made_at: Instant::now(), being_renewed: AtomicBool::new(false) })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use futures_util::future::join_all;

    use super::*;

    fn page(text: &str) -> FinishedPage {
        let body = EncodedBody::prepared("text/html".into(), text.to_owned().into(), None, None);
        FinishedPage { status: StatusCode::OK, body, is_plain: false }
    }

    fn text(page: &FinishedPage) -> String {
        String::from_utf8(page.body.plain().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_page_is_made_once_however_many_ask() {
        let (cache, made) = (PageCache::new(), AtomicUsize::new(0));
        let ask = || {
            cache.make(1, "/", async {
                tokio::task::yield_now().await;
                Ok::<_, ()>(page(&format!("made {}", made.fetch_add(1, Ordering::SeqCst))))
            })
        };
        let answers = join_all((0..20).map(|_| ask())).await;
        assert!(answers.iter().all(|a| text(a.as_ref().unwrap()) == "made 0"));
        assert_eq!(made.load(Ordering::SeqCst), 1);
        let found = cache.find(1, "/").await.unwrap();
        assert!(!found.renew && text(&found.page) == "made 0");
    }

    #[tokio::test]
    async fn a_change_of_the_catalogue_hides_what_was_made_before() {
        let cache = PageCache::new();
        cache.make(1, "/", async { Ok::<_, ()>(page("old")) }).await.unwrap();
        assert!(cache.find(2, "/").await.is_none());
        let new = cache.make(2, "/", async { Ok::<_, ()>(page("new")) }).await.unwrap();
        assert_eq!(text(&new), "new");
    }

    #[tokio::test]
    async fn what_was_refused_is_asked_again() {
        let cache = PageCache::new();
        assert_eq!(cache.make(1, "/", async { Err("busy") }).await.unwrap_err(), "busy");
        assert!(cache.make(1, "/", async { Ok::<_, &str>(page("now")) }).await.is_ok());
    }

    #[tokio::test]
    async fn an_older_page_is_shown_while_one_makes_it_anew() {
        let cache = PageCache::new();
        let old = Kept { page: page("old"), made_at: Instant::now() - FRESH * 2, being_renewed: AtomicBool::new(false) };
        cache.0.insert((1, "/".into()), Arc::new(old)).await;
        let (first, second) = (cache.find(1, "/").await.unwrap(), cache.find(1, "/").await.unwrap());
        assert!(first.renew && !second.renew && text(&second.page) == "old");
        cache.renew(1, "/", page("new")).await;
        let found = cache.find(1, "/").await.unwrap();
        assert!(!found.renew && text(&found.page) == "new");
    }
}
