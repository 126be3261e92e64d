//! Products that searches found lately, kept until they change.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use domain::catalog::ports::ChangedProducts;
use domain::catalog::product::Product;
use domain::shared::ids::ProductId;
use domain::shared::text::{AltName, PictureUrl};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// The capacity in bytes.
const CAPACITY: u64 = 64 << 20;
/// The bytes that the cache itself needs for a product, approximately.
const OVERHEAD: usize = 256;
/// The bytes of a product, approximately.
const PRODUCT: u64 = 1_024;
/// The longest time for which a product with sales is kept: sales of the last 30 days change with time alone. The index reads them as
/// often, so the order of a list and its numbers are equally old.
const TTL_WITH_SALES: Duration = Duration::from_secs(60);
/// The longest time for which any other product is kept: an instance whose clock is ahead may have sold one in this one's future.
const TTL: Duration = Duration::from_secs(300);

#[derive(Clone)]
struct Entry {
    product: Arc<Product>,
    expires_at: Instant,
}

impl Entry {
    fn new(product: &Arc<Product>, now: Instant) -> Self {
        let ttl = if product.total_sales > 0 { TTL_WITH_SALES } else { TTL };
        Self { product: Arc::clone(product), expires_at: now + ttl }
    }
}

/// Weighs products by the bytes that they take in memory, approximately.
#[derive(Clone)]
struct Bytes;

impl Weighter<ProductId, Entry> for Bytes {
    fn weight(&self, _: &ProductId, entry: &Entry) -> u64 {
        u64::try_from(size_of_product(&entry.product) + OVERHEAD).unwrap_or(u64::MAX)
    }
}

fn size_of_product(product: &Product) -> usize {
    let details = &product.details;
    let lists = details.alt_names.iter().map(AltName::as_str).chain(details.images.iter().map(PictureUrl::as_str));
    let texts = [details.name.as_str(), details.description.as_str()].into_iter().chain(lists);
    size_of::<Product>() + texts.map(|text| size_of::<String>() + text.len()).sum::<usize>()
}

/// A number of invalidations.
#[derive(Clone, Copy)]
pub(super) struct Generation(u64);

/// Products by id.
pub(super) struct ProductCache {
    entries: Cache<ProductId, Entry, Bytes>,
    /// Write-locked during an invalidation.
    generation: RwLock<u64>,
}

impl Default for ProductCache {
    fn default() -> Self {
        Self { entries: of_bytes(CAPACITY), generation: RwLock::default() }
    }
}

impl ProductCache {
    /// These products, each if it is kept.
    pub(super) fn get(&self, ids: &[ProductId]) -> Vec<Option<Arc<Product>>> {
        let now = Instant::now();
        let kept = |id| self.entries.get(id).filter(|entry| now < entry.expires_at);
        ids.iter().map(|id| kept(id).map(|entry| entry.product)).collect()
    }

    /// The present generation. Callers take it before they read products from the store.
    pub(super) fn generation(&self) -> Generation {
        Generation(*self.generation.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps products that were read after this generation began, unless it has ended: they may be older than the changes since.
    pub(super) fn insert(&self, products: &[Arc<Product>], read_in: Generation) {
        let generation = self.generation.read().unwrap_or_else(PoisonError::into_inner);
        if *generation == read_in.0 {
            let now = Instant::now();
            products.iter().for_each(|product| self.entries.insert(product.id, Entry::new(product, now)));
        }
    }

    /// Removes products that have changed.
    pub(super) fn invalidate(&self, changed: &ChangedProducts) {
        let products = match changed {
            ChangedProducts::Known { edited, sold } if edited.is_empty() && sold.is_empty() => return,
            ChangedProducts::Known { edited, sold } => Some(edited.iter().chain(sold)),
            ChangedProducts::Unknown => None,
        };
        let mut generation = self.generation.write().unwrap_or_else(PoisonError::into_inner);
        *generation = generation.wrapping_add(1);
        match products {
            Some(products) => products.for_each(|id| drop(self.entries.remove(id))),
            None => self.entries.clear(),
        }
    }
}

fn of_bytes(capacity: u64) -> Cache<ProductId, Entry, Bytes> {
    Cache::with_weighter(usize::try_from(capacity / PRODUCT).unwrap_or(0), capacity, Bytes)
}

#[cfg(test)]
mod tests;
