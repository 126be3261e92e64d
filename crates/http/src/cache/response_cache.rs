//! Cached answers of the catalogue: a hit asks neither database nor use case and writes no JSON.
//!
//! An answer is kept under the state of the catalogue that was current before it was made. So an answer read before a change is
//! never sent after it. While changes of other instances are unknown, the cache neither keeps nor sends answers.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use application::catalog::catalogue_follower::CatalogueVersion;
use serde::Serialize;

use super::shared_cache::{CacheLimits, SharedCache};
use crate::extract::query_params::QueryParams;
use crate::response::conditional::json_bytes;
use crate::response::encoded_body::{EncodedBody, accepts_compressed};
use crate::response::problem::Problem;
use crate::server::background::Background;

/// Caches may store the answer, and must revalidate it before each use.
const ASK_AGAIN: &str = "public, no-cache";
/// The overhead of an answer in bytes, besides its bodies and its key.
const OVERHEAD: usize = 512;
/// Kept answers. Sales of the last 30 days change with time alone.
const LIMITS: CacheLimits = CacheLimits { room: 48 << 20, typical: 4_096, time: Duration::from_secs(10) };

/// A response that is the same for every caller.
#[derive(Clone, Debug)]
pub struct CachedResponse {
    /// The body.
    pub body: EncodedBody,
    /// Headers that are added to those of the body, or replace them.
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl CachedResponse {
    /// `value` as JSON.
    ///
    /// # Errors
    /// A 500 when it cannot be written.
    pub fn json(value: &impl Serialize, headers: Vec<(HeaderName, HeaderValue)>) -> Result<Self, Problem> {
        Ok(Self { body: EncodedBody::plain_only("application/json", json_bytes(value)?), headers })
    }

    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let mut response = self.body.respond(request, StatusCode::OK, ASK_AGAIN);
        for (name, value) in &self.headers {
            response.headers_mut().insert(name.clone(), value.clone());
        }
        response
    }
}

/// The state of the catalogue, and the question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key(u64, Arc<str>);

#[derive(Debug)]
struct Kept {
    answer: CachedResponse,
    being_compressed: AtomicBool,
}

/// The counts of hits and misses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Answers from the cache.
    pub hits: u64,
    /// Answers that were made and kept. Requests that waited for the same answer count one each.
    pub misses: u64,
    /// Answers that were made and not kept, because changes of other instances were unknown.
    pub bypassed: u64,
    /// Bytes of the kept answers.
    pub bytes: u64,
}

/// The cache, shared by all workers.
#[derive(Clone)]
pub struct ResponseCache {
    kept: SharedCache<Key, Arc<Kept>, Arc<Problem>>,
    version: CatalogueVersion,
    background: Background,
    counts: Arc<[AtomicU64; 3]>,
}

impl ResponseCache {
    /// An empty cache of answers made from the catalogue with this version; it compresses them in the background.
    #[must_use]
    pub fn new(version: CatalogueVersion, background: Background) -> Self {
        let kept = SharedCache::new(LIMITS, |Key(_, what), kept: &Arc<Kept>| what.len() + kept.answer.body.size() + OVERHEAD);
        Self { kept, version, background, counts: Arc::default() }
    }

    /// Answers from the cache, or with the result of `make`. Of several requests for the same answer at once, one makes it.
    /// `what` names everything that the answer depends on, except the catalogue.
    ///
    /// # Errors
    /// The refusal of `make`, which is not kept.
    pub async fn answer(
        &self,
        request: &HttpRequest,
        what: String,
        make: impl Future<Output = Result<CachedResponse, Problem>>,
    ) -> Result<HttpResponse, Problem> {
        let [hits, misses, bypassed] = &*self.counts;
        if !self.version.is_known() {
            bypassed.fetch_add(1, Ordering::Relaxed);
            return Ok(make.await?.respond(request));
        }
        let key = Key(self.version.current().all, what.into());
        if let Some(kept) = self.kept.get(&key) {
            hits.fetch_add(1, Ordering::Relaxed);
            self.compress_later(request, &key, &kept);
            return Ok(kept.answer.respond(request));
        }
        misses.fetch_add(1, Ordering::Relaxed);
        let made = self.kept.get_or_make(&key, async { make.await.map(keep).map_err(Arc::new) }).await;
        made.map(|kept| kept.answer.respond(request)).map_err(|refused| (*refused).clone())
    }

    /// Answers the call `name` with the JSON of `make`. The answer depends on the parameters of `query` alone, and has no headers of
    /// its own.
    ///
    /// # Errors
    /// Those of [`Self::answer`], and a 500 when the JSON cannot be written.
    pub async fn answer_query<T: Serialize>(
        &self,
        request: &HttpRequest,
        name: &str,
        query: &QueryParams,
        make: impl Future<Output = Result<T, Problem>>,
    ) -> Result<HttpResponse, Problem> {
        let make = async { CachedResponse::json(&make.await?, Vec::new()) };
        self.answer(request, format!("{name} ?{}", query.to_query()), make).await
    }

    /// Compresses a kept answer once, in the background, when a second caller accepts compression.
    fn compress_later(&self, request: &HttpRequest, key: &Key, kept: &Arc<Kept>) {
        let worth_it = kept.answer.body.is_worth_compressing() && accepts_compressed(request);
        if !worth_it || kept.being_compressed.swap(true, Ordering::AcqRel) {
            return;
        }
        let (cache, key, answer) = (self.kept.clone(), key.clone(), kept.answer.clone());
        self.background.run("compress an answer", async move {
            let compressed =
                tokio::task::spawn_blocking(move || CachedResponse { body: answer.body.compressed(), headers: answer.headers });
            if let Ok(answer) = compressed.await {
                cache.replace(&key, keep(answer));
            }
        });
    }

    /// The counts since the start.
    #[must_use]
    pub fn counts(&self) -> CacheCounts {
        let [hits, misses, bypassed] = &*self.counts;
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        CacheCounts { hits: read(hits), misses: read(misses), bypassed: read(bypassed), bytes: self.kept.bytes() }
    }
}

fn keep(answer: CachedResponse) -> Arc<Kept> {
    Arc::new(Kept { answer, being_compressed: AtomicBool::new(false) })
}
