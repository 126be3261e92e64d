//! A cache whose values are made once for all callers that wait for them.
//!
//! `moka` would share a refusal with those who wait by itself (`try_get_with`). It brings five more crates, and evicts some time after an
//! insertion, so that neither the capacity nor the reported bytes would be exact.

use std::convert::Infallible;
use std::future::Future;
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

/// The part of the capacity for values that were asked for again. The rest is for new ones: after a change of the catalogue every value
/// is new.
const ASKED_AGAIN: f64 = 0.5;

/// The number of parts of a cache, each with its own lock. A value of more than half a part's capacity is not kept, and the number that
/// the library chooses grows with the processors: with 64 of them, an answer of 100 products in three encodings would not be.
const SHARDS: usize = 8;

/// The limits of a cache.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheLimits {
    /// The capacity in bytes.
    pub(crate) room: u64,
    /// The bytes of a value, approximately.
    pub(crate) typical: u64,
    /// The longest time for which a value is kept.
    pub(crate) time: Duration,
}

/// Values by key; clones share them. `E` is the reason why a value was not made.
pub(crate) struct SharedCache<K, V, E> {
    kept: Arc<Entries<K, V, E>>,
    time: Duration,
}

type Entries<K, V, E> = Cache<K, Entry<V, E>, Sizes<K, V>>;

/// A value, or the reason that those who wait for it are told.
#[derive(Clone)]
enum Entry<V, E> {
    Kept { value: V, until: Instant },
    Refused(E),
}

impl<V, E> Entry<V, E> {
    fn is_over(&self, now: Instant) -> bool {
        matches!(self, Self::Kept { until, .. } if *until <= now)
    }

    fn is_refused(&self) -> bool {
        matches!(self, Self::Refused(_))
    }
}

/// The function for the bytes of a key and its value.
#[derive(Clone)]
struct Sizes<K, V>(fn(&K, &V) -> usize);

impl<K, V, E> Weighter<K, Entry<V, E>> for Sizes<K, V> {
    fn weight(&self, key: &K, entry: &Entry<V, E>) -> u64 {
        match entry {
            Entry::Kept { value, .. } => u64::try_from(self.0(key, value)).unwrap_or(u64::MAX),
            Entry::Refused(_) => 1,
        }
    }
}

impl<K, V, E> Clone for SharedCache<K, V, E> {
    fn clone(&self) -> Self {
        Self { kept: Arc::clone(&self.kept), time: self.time }
    }
}

impl<K: Clone + Eq + Hash, V: Clone, E: Clone> SharedCache<K, V, E> {
    /// An empty cache; `size` returns the bytes of a key and its value.
    pub(crate) fn new(limits: CacheLimits, size: fn(&K, &V) -> usize) -> Self {
        let values = usize::try_from(limits.room / limits.typical.max(1)).unwrap_or(usize::MAX);
        let mut options = OptionsBuilder::new();
        options.estimated_items_capacity(values).weight_capacity(limits.room).hot_allocation(ASKED_AGAIN).shards(SHARDS);
        let Ok(options) = options.build() else { unreachable!("both capacities are set") };
        let kept = Cache::with_options(options, Sizes(size), DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self { kept: Arc::new(kept), time: limits.time }
    }

    /// The value, if it is kept.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let now = Instant::now();
        match self.kept.get(key)? {
            Entry::Kept { value, until } if now < until => Some(value),
            Entry::Kept { .. } => {
                self.kept.remove_if(key, |entry| entry.is_over(now));
                None
            }
            Entry::Refused(_) => None,
        }
    }

    /// The value, made by `make` unless it is kept already. Of several callers at once one makes it; if it is cancelled, another does.
    ///
    /// # Errors
    /// The refusal of `make`, which is told to all who wait and not kept.
    pub(crate) async fn get_or_make(&self, key: &K, make: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        if let Some(value) = self.get(key) {
            return Ok(value);
        }
        let entry = async { Ok::<_, Infallible>(make.await.map_or_else(Entry::Refused, |value| self.entry(value))) };
        match self.kept.get_or_insert_async(key, entry).await {
            Ok(Entry::Kept { value, .. }) => Ok(value),
            Ok(Entry::Refused(reason)) => {
                self.kept.remove_if(key, Entry::is_refused);
                Err(reason)
            }
        }
    }

    /// Keeps a value from now on, in place of an older one.
    pub(crate) fn insert(&self, key: K, value: V) {
        self.kept.insert(key, self.entry(value));
    }

    /// Changes the form of a value that is kept, and not the time until which it is.
    pub(crate) fn replace(&self, key: &K, form: V) {
        // Without waiting: nothing is replaced while the value is being made.
        self.kept.entry(key, Some(Duration::ZERO), |_, entry| {
            if let Entry::Kept { value, .. } = entry {
                *value = form;
            }
            EntryAction::Retain(())
        });
    }

    /// Forgets a value.
    pub(crate) fn remove(&self, key: &K) {
        self.kept.remove(key);
    }

    /// The bytes of all values and keys.
    pub(crate) fn bytes(&self) -> u64 {
        self.kept.weight()
    }

    fn entry(&self, value: V) -> Entry<V, E> {
        Entry::Kept { value, until: Instant::now() + self.time }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::task::yield_now;

    use super::*;

    type Texts = SharedCache<u32, String, &'static str>;

    fn kept_for(time: Duration) -> Texts {
        SharedCache::new(CacheLimits { room: 1_000, typical: 10, time }, |_, text: &String| text.len())
    }

    fn cache() -> Texts {
        kept_for(Duration::from_secs(600))
    }

    #[tokio::test]
    async fn a_value_is_made_once_for_all_who_ask() {
        let (cache, made) = (cache(), AtomicUsize::new(0));
        let ask = || {
            cache.get_or_make(&1, async {
                yield_now().await;
                Ok(format!("made {}", made.fetch_add(1, Ordering::SeqCst)))
            })
        };
        assert!(join_all((0..20).map(|_| ask())).await.iter().all(|answer| answer.as_deref() == Ok("made 0")));
        assert_eq!(cache.get(&1).as_deref(), Some("made 0"));
        assert_eq!(made.into_inner(), 1);
    }

    #[tokio::test]
    async fn a_refusal_is_told_to_all_who_wait_and_not_kept() {
        let (cache, tried) = (cache(), AtomicUsize::new(0));
        let ask = || {
            cache.get_or_make(&1, async {
                yield_now().await;
                tried.fetch_add(1, Ordering::SeqCst);
                Err("busy")
            })
        };
        assert!(join_all((0..20).map(|_| ask())).await.iter().all(|answer| *answer == Err("busy")));
        assert_eq!(tried.into_inner(), 1);
        assert_eq!((cache.get(&1), cache.bytes()), (None, 0));
        assert_eq!(cache.get_or_make(&1, async { Ok("now".into()) }).await.as_deref(), Ok("now"));
    }

    #[tokio::test]
    async fn when_a_caller_is_cancelled_another_one_makes_the_value() {
        let cache = cache();
        let never = cache.get_or_make(&1, pending());
        let other = async {
            yield_now().await;
            cache.get_or_make(&1, async { Ok("made".into()) }).await
        };
        // The first one holds the place, and is dropped while the other waits.
        let first = async {
            let _ = tokio::time::timeout(Duration::from_millis(20), never).await;
        };
        let ((), answer) = tokio::join!(first, other);
        assert_eq!(answer.as_deref(), Ok("made"));
    }

    #[tokio::test]
    async fn a_value_is_made_again_after_its_time() {
        let cache = kept_for(Duration::ZERO);
        for text in ["first", "second"] {
            assert_eq!(cache.get_or_make(&1, async { Ok(text.into()) }).await.as_deref(), Ok(text));
            assert_eq!(cache.get(&1), None);
        }
        assert_eq!(cache.bytes(), 0, "it is forgotten when it is asked for after its time");
    }

    #[test]
    fn another_form_of_a_value_has_its_own_size_and_the_same_time() {
        let (cache, over) = (cache(), kept_for(Duration::ZERO));
        cache.insert(1, "a long text".into());
        cache.replace(&1, "short".into());
        assert_eq!((cache.get(&1).as_deref(), cache.bytes()), (Some("short"), 5));
        cache.replace(&2, "nothing to replace".into());
        assert_eq!((cache.get(&2), cache.bytes()), (None, 5));
        over.insert(1, "old".into());
        over.replace(&1, "old in another form".into());
        assert_eq!(over.get(&1), None);
    }

    #[test]
    fn the_capacity_is_in_bytes_and_new_values_have_a_part_of_it() {
        // So few values are in one part.
        let limits = CacheLimits { room: 1_000, typical: 40, time: Duration::from_secs(600) };
        let cache = SharedCache::<u32, String, &'static str>::new(limits, |_, text| text.len());
        (0..100).for_each(|key| cache.insert(key, "ten bytes.".repeat(4)));
        assert!(cache.bytes() <= 1_000);
        let asked_again = (0..100).filter(|key| cache.get(key).is_some()).count();
        assert!(asked_again >= 12, "{asked_again}");
        (100..110).for_each(|key| cache.insert(key, "ten bytes.".repeat(4)));
        assert!((100..110).all(|key| cache.get(&key).is_some()), "values of a new state find room");
    }

    #[tokio::test]
    async fn a_value_of_half_a_part_of_the_capacity_is_kept() {
        let limits = CacheLimits { room: 8_000, typical: 10, time: Duration::from_secs(600) };
        let cache = SharedCache::<u32, String, &'static str>::new(limits, |_, text| text.len());
        assert_eq!(cache.kept.num_shards(), SHARDS);
        let made = cache.get_or_make(&1, async { Ok("x".repeat(8_000 / SHARDS / 2)) }).await;
        assert!(made.is_ok() && cache.get(&1) == made.ok());
    }

    #[test]
    fn a_value_is_forgotten_when_told_so() {
        let cache = cache();
        cache.insert(1, "text".into());
        cache.remove(&1);
        assert_eq!((cache.get(&1), cache.bytes()), (None, 0));
    }
}
