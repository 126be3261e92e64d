//! The rows of products that the index found: from memory where the state of the catalogue is known, else from the store.

use std::collections::HashMap;
use std::sync::Arc;

use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product::Product;
use domain::shared::ids::ProductId;
use domain::shared::ports::{Clock, PortError};

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::catalog::listed_product::{ListedProduct, WriteProduct};

/// Reads rows. Clones share the memory of their follower.
#[derive(Clone)]
pub(crate) struct ProductRows {
    catalogue: Arc<dyn ProductCatalogue>,
    clock: Arc<dyn Clock>,
    follower: CatalogueFollower,
    write: WriteProduct,
}

impl ProductRows {
    /// Rows of this catalogue, written by `write`. The follower's memory keeps them until it is told of a change.
    pub(crate) fn new(
        catalogue: Arc<dyn ProductCatalogue>,
        clock: Arc<dyn Clock>,
        follower: CatalogueFollower,
        write: WriteProduct,
    ) -> Self {
        Self { catalogue, clock, follower, write }
    }

    /// These products, in this order; those that do not exist are left out.
    pub(crate) async fn of(&self, ids: &[ProductId]) -> Result<Vec<Arc<ListedProduct>>, PortError> {
        let memory = self.follower.memory_of_the_present();
        let kept = memory.map_or_else(|| vec![None; ids.len()], |memory| memory.get(ids));
        let missing: Vec<ProductId> = ids.iter().zip(&kept).filter(|(_, row)| row.is_none()).map(|(id, _)| *id).collect();
        let mut read = self.read(&missing).await?;
        Ok(ids.iter().zip(kept).filter_map(|(id, row)| row.or_else(|| read.remove(id))).collect())
    }

    /// These products as answers contain them.
    ///
    /// # Errors
    /// [`PortError`] when a product cannot be written.
    pub(crate) fn listed(&self, products: Vec<Product>) -> Result<Vec<Arc<ListedProduct>>, PortError> {
        products.into_iter().map(|product| ListedProduct::new(product, self.write).map(Arc::new)).collect()
    }

    /// Reads rows from the store, and keeps them.
    async fn read(&self, ids: &[ProductId]) -> Result<HashMap<ProductId, Arc<ListedProduct>>, PortError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let memory = self.follower.memory();
        let before = memory.moment();
        let rows = self.listed(self.catalogue.by_ids(ids, self.clock.now()).await?)?;
        memory.keep(rows.iter(), before);
        Ok(rows.into_iter().map(|row| (row.id, row)).collect())
    }
}

#[cfg(test)]
mod tests;
