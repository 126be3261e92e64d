//! Products that searches found lately, and what products in carts are offered for, kept until they change.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use domain::catalog::ports::ChangedProducts;
use domain::catalog::product::{Offer, Product};
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use domain::shared::text::{AltName, PictureUrl};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// The capacity in bytes.
const CAPACITY: u64 = 64 << 20;
/// The most offers; each takes some 400 bytes.
const OFFERS: usize = 20_000;
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

/// Products by id, and offers by code.
pub(super) struct ProductCache {
    entries: Cache<ProductId, Entry, Bytes>,
    offers: Cache<ProductId, (Offer, Instant)>,
    /// The products that had these codes when their offers were read.
    codes: Cache<ProductCode, ProductId>,
    /// Write-locked during an invalidation.
    generation: RwLock<u64>,
}

impl Default for ProductCache {
    fn default() -> Self {
        Self { entries: of_bytes(CAPACITY), offers: Cache::new(OFFERS), codes: Cache::new(OFFERS), generation: RwLock::default() }
    }
}

impl ProductCache {
    /// These products, each if it is kept.
    pub(super) fn get(&self, ids: &[ProductId]) -> Vec<Option<Arc<Product>>> {
        let now = Instant::now();
        let kept = |id| self.entries.get(id).filter(|entry| now < entry.expires_at);
        ids.iter().map(|id| kept(id).map(|entry| entry.product)).collect()
    }

    /// The offers of the products with these codes; `None` unless all are kept.
    pub(super) fn offers(&self, codes: &[ProductCode]) -> Option<Vec<Offer>> {
        let now = Instant::now();
        let offer = |code: &ProductCode| {
            let (offer, expires_at) = self.offers.get(&self.codes.get(code)?)?;
            (now < expires_at && offer.code == *code).then_some(offer)
        };
        codes.iter().map(offer).collect()
    }

    /// The present generation. Callers take it before they read products from the store.
    pub(super) fn generation(&self) -> Generation {
        Generation(*self.generation.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps products that were read after this generation began, unless it has ended: they may be older than the changes since.
    pub(super) fn insert(&self, products: &[Arc<Product>], read_in: Generation) {
        let now = Instant::now();
        self.keep(read_in, || products.iter().for_each(|product| self.entries.insert(product.id, Entry::new(product, now))));
    }

    /// The same for offers.
    pub(super) fn insert_offers(&self, offers: &[Offer], read_in: Generation) {
        let expires_at = Instant::now() + TTL;
        self.keep(read_in, || {
            for offer in offers {
                self.codes.insert(offer.code.clone(), offer.product_id);
                self.offers.insert(offer.product_id, (offer.clone(), expires_at));
            }
        });
    }

    fn keep(&self, read_in: Generation, insert: impl FnOnce()) {
        let generation = self.generation.read().unwrap_or_else(PoisonError::into_inner);
        if *generation == read_in.0 {
            insert();
        }
    }

    /// Removes products that have changed, and their offers.
    pub(super) fn invalidate(&self, changed: &ChangedProducts) {
        let products = match changed {
            ChangedProducts::Known { edited, sold } if edited.is_empty() && sold.is_empty() => return,
            ChangedProducts::Known { edited, sold } => Some(edited.iter().chain(sold)),
            ChangedProducts::Unknown => None,
        };
        let mut generation = self.generation.write().unwrap_or_else(PoisonError::into_inner);
        *generation = generation.wrapping_add(1);
        match products {
            Some(products) => products.for_each(|id| {
                self.entries.remove(id);
                self.offers.remove(id);
            }),
            None => {
                self.entries.clear();
                self.offers.clear();
            }
        }
    }
}

fn of_bytes(capacity: u64) -> Cache<ProductId, Entry, Bytes> {
    Cache::with_weighter(usize::try_from(capacity / PRODUCT).unwrap_or(0), capacity, Bytes)
}

#[cfg(test)]
mod tests;
