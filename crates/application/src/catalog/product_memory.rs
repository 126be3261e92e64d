//! Products that searches found lately, kept until they change.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use domain::catalog::ports::ChangedProducts;
use domain::shared::ids::ProductId;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::catalog::listed_product::ListedProduct;

/// The capacity in bytes.
const ROOM: u64 = 64 << 20;
/// The bytes that the memory itself needs for a product, approximately.
const OVERHEAD: usize = 256;
/// The bytes of a product, approximately.
const PRODUCT: u64 = 1_024;
/// The longest time for which a product with sales is kept: sales of the last 30 days change with time alone. The index reads them as
/// often, so the order of a list and its numbers are equally old.
const KEPT_WITH_SALES: Duration = Duration::from_secs(60);
/// The longest time for which any other product is kept: an instance whose clock is ahead may have sold one in this one's future.
const KEPT: Duration = Duration::from_secs(300);

/// Products by id. Clones share them.
#[derive(Clone)]
pub(super) struct ProductMemory(Arc<Memory>);

struct Memory {
    kept: Cache<ProductId, Kept, Bytes>,
    /// Counts the times at which changed products were forgotten. Held for writing while that goes on.
    forgotten: RwLock<u64>,
}

/// A product that is kept for a while.
#[derive(Clone)]
struct Kept {
    product: Arc<ListedProduct>,
    until: Instant,
}

impl Kept {
    fn new(product: &Arc<ListedProduct>, now: Instant) -> Self {
        let time = if product.has_sales { KEPT_WITH_SALES } else { KEPT };
        Self { product: Arc::clone(product), until: now + time }
    }
}

/// Weighs products by their memory.
#[derive(Clone)]
struct Bytes;

impl Weighter<ProductId, Kept> for Bytes {
    fn weight(&self, _: &ProductId, kept: &Kept) -> u64 {
        u64::try_from(kept.product.size() + OVERHEAD).unwrap_or(u64::MAX)
    }
}

/// A moment: before it, this many changes had been forgotten.
#[derive(Clone, Copy)]
pub(super) struct Moment(u64);

impl Default for ProductMemory {
    fn default() -> Self {
        Self(Arc::new(Memory { kept: of_bytes(ROOM), forgotten: RwLock::default() }))
    }
}

impl ProductMemory {
    /// These products, each if it is kept.
    pub(super) fn get(&self, ids: &[ProductId]) -> Vec<Option<Arc<ListedProduct>>> {
        let now = Instant::now();
        let kept = |id| self.0.kept.get(id).filter(|kept| now < kept.until);
        ids.iter().map(|id| kept(id).map(|kept| kept.product)).collect()
    }

    /// The present moment. Callers take it before they read products from the store.
    pub(super) fn moment(&self) -> Moment {
        Moment(*self.0.forgotten.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps products that were read after this moment, unless changes were forgotten since: the products may be older than these.
    pub(super) fn keep<'a>(&self, products: impl Iterator<Item = &'a Arc<ListedProduct>>, read_after: Moment) {
        let forgotten = self.0.forgotten.read().unwrap_or_else(PoisonError::into_inner);
        if *forgotten == read_after.0 {
            let now = Instant::now();
            products.for_each(|product| self.0.kept.insert(product.id, Kept::new(product, now)));
        }
    }

    /// Forgets products that have changed.
    pub(super) fn forget(&self, changed: &ChangedProducts) {
        let products = match changed {
            ChangedProducts::Known { edited, sold } if edited.is_empty() && sold.is_empty() => return,
            ChangedProducts::Known { edited, sold } => Some(edited.iter().chain(sold)),
            ChangedProducts::Unknown => None,
        };
        let mut forgotten = self.0.forgotten.write().unwrap_or_else(PoisonError::into_inner);
        *forgotten = forgotten.wrapping_add(1);
        match products {
            Some(products) => products.for_each(|id| drop(self.0.kept.remove(id))),
            None => self.0.kept.clear(),
        }
    }
}

fn of_bytes(room: u64) -> Cache<ProductId, Kept, Bytes> {
    Cache::with_weighter(usize::try_from(room / PRODUCT).unwrap_or(0), room, Bytes)
}

#[cfg(test)]
mod tests;
