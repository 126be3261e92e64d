//! Products that searches found lately, kept until they change.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use domain::catalog::ports::ChangedProducts;
use domain::shared::ids::ProductId;
use moka::Expiry;
use moka::sync::Cache;

use crate::catalog::listed_product::ListedProduct;

/// The capacity in bytes.
const ROOM: u64 = 64 << 20;
/// The bytes that the memory itself needs for a product, approximately.
const OVERHEAD: usize = 256;
/// The longest time for which a product with sales is kept: sales of the last 30 days change with time alone.
const KEPT_WITH_SALES: Duration = Duration::from_secs(10);
/// The longest time for which any other product is kept: an instance whose clock is ahead may have sold one in this one's future.
const KEPT: Duration = Duration::from_secs(60);

/// Products by id. Clones share them.
#[derive(Clone)]
pub(super) struct ProductMemory(Arc<Memory>);

struct Memory {
    kept: Cache<ProductId, Arc<ListedProduct>>,
    /// Counts the times at which changed products were forgotten. Held for writing while that goes on.
    forgotten: RwLock<u64>,
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
    /// The product, if it is kept.
    pub(super) fn get(&self, id: &ProductId) -> Option<Arc<ListedProduct>> {
        self.0.kept.get(id)
    }

    /// The present moment. Callers take it before they read products from the store.
    pub(super) fn moment(&self) -> Moment {
        Moment(*self.0.forgotten.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps products that were read after this moment, unless changes were forgotten since: the products may be older than these.
    pub(super) fn keep<'a>(&self, products: impl Iterator<Item = &'a Arc<ListedProduct>>, read_after: Moment) {
        let forgotten = self.0.forgotten.read().unwrap_or_else(PoisonError::into_inner);
        if *forgotten == read_after.0 {
            products.for_each(|product| self.0.kept.insert(product.id, product.clone()));
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
            Some(products) => products.for_each(|id| self.0.kept.invalidate(id)),
            None => self.0.kept.invalidate_all(),
        }
    }
}

fn of_bytes(room: u64) -> Cache<ProductId, Arc<ListedProduct>> {
    let weigh = |_: &ProductId, product: &Arc<ListedProduct>| u32::try_from(product.size() + OVERHEAD).unwrap_or(u32::MAX);
    Cache::builder().max_capacity(room).weigher(weigh).expire_after(BySales).build()
}

/// Lets products expire, those with sales sooner.
struct BySales;

fn time_of(product: &ListedProduct) -> Duration {
    if product.has_sales { KEPT_WITH_SALES } else { KEPT }
}

impl Expiry<ProductId, Arc<ListedProduct>> for BySales {
    fn expire_after_create(&self, _: &ProductId, product: &Arc<ListedProduct>, _: Instant) -> Option<Duration> {
        Some(time_of(product))
    }

    fn expire_after_update(&self, _: &ProductId, product: &Arc<ListedProduct>, _: Instant, _: Option<Duration>) -> Option<Duration> {
        Some(time_of(product))
    }
}

#[cfg(test)]
mod tests;
