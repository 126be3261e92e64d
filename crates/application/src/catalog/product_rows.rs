//! The rows of products that the index found: from memory where the state of the catalogue is known, else from the store.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use domain::catalog::ports::ProductCatalogue;
use domain::shared::ids::ProductId;
use domain::shared::ports::{Clock, PortError};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use crate::catalog::catalogue_version::CatalogueVersion;
use crate::catalog::listed_product::ListedProduct;

/// The capacity in bytes.
const ROOM: u64 = 16 << 20;
/// The size of a product in bytes, besides its texts; in memory and as it is written.
const OVERHEAD: usize = 1_024;
/// The size of a text in bytes, besides its characters.
const TEXT_OVERHEAD: usize = 32;
/// The longest time a row is kept: sales of the last 30 days change with time alone.
const KEPT: Duration = Duration::from_secs(10);

/// The count of changes of the catalogue at which the row was read, and the product.
type Key = (u64, ProductId);

/// Reads rows. Clones share the memory.
#[derive(Clone)]
pub(crate) struct ProductRows {
    catalogue: Arc<dyn ProductCatalogue>,
    clock: Arc<dyn Clock>,
    version: CatalogueVersion,
    kept: Cache<Key, Arc<ListedProduct>>,
}

impl ProductRows {
    /// Rows of this catalogue, with an empty memory.
    pub(crate) fn new(catalogue: Arc<dyn ProductCatalogue>, clock: Arc<dyn Clock>, version: CatalogueVersion) -> Self {
        // LRU: under a new version every row is new, and would lose against the old ones under a policy that counts uses.
        let kept = Cache::builder()
            .max_capacity(ROOM)
            .weigher(|_: &Key, row: &Arc<ListedProduct>| weight(row))
            .eviction_policy(EvictionPolicy::lru());
        Self { catalogue, clock, version, kept: kept.time_to_live(KEPT).build() }
    }

    /// These products, in this order; those that do not exist are left out.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    pub(crate) async fn of(&self, ids: &[ProductId]) -> Result<Vec<Arc<ListedProduct>>, PortError> {
        // The version before the rows: a row read before a change is never taken after it.
        let version = self.version.is_known().then(|| self.version.current().all);
        let known = |id: &ProductId| self.kept.get(&(version?, *id));
        let kept: Vec<Option<Arc<ListedProduct>>> = ids.iter().map(known).collect();
        let missing: Vec<ProductId> = ids.iter().zip(&kept).filter(|(_, row)| row.is_none()).map(|(id, _)| *id).collect();
        let mut read = self.read(&missing, version).await?;
        Ok(ids.iter().zip(kept).filter_map(|(id, row)| row.or_else(|| read.remove(id))).collect())
    }

    /// Reads rows from the store, and keeps them if the version of the catalogue is known.
    async fn read(&self, ids: &[ProductId], version: Option<u64>) -> Result<HashMap<ProductId, Arc<ListedProduct>>, PortError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let rows = self.catalogue.by_ids(ids, self.clock.now()).await?;
        let rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, Arc::new(ListedProduct::from(row)))).collect();
        if let Some(version) = version {
            rows.iter().for_each(|(id, row)| self.kept.insert((version, *id), row.clone()));
        }
        Ok(rows)
    }
}

/// The bytes that a row takes, approximately: each text twice, because the row holds it and its written form.
fn weight(ListedProduct { product: row, .. }: &ListedProduct) -> u32 {
    let details = &row.details;
    let listed = details.alt_names.iter().map(|name| name.as_str()).chain(details.images.iter().map(|image| image.as_str()));
    let labels = [&details.brand, &details.category, &details.family].into_iter().flatten().map(|label| label.as_str());
    let texts = [row.code.as_str(), details.name.as_str(), details.description.as_str()].into_iter().chain(listed).chain(labels);
    let size: usize = texts.map(|text| text.len() + TEXT_OVERHEAD).sum();
    u32::try_from(2 * size + OVERHEAD).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
