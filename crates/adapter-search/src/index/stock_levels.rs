//! Stock and sales of many products.

use domain::catalog::ports::{ProductRevision, StockLevel};
use domain::shared::ids::ProductId;

/// Stock and sales, by product.
#[derive(Clone, Debug, Default)]
pub(crate) struct StockLevels(Vec<(ProductId, StockLevel)>);

impl StockLevels {
    /// Adds levels; later ones count more than earlier ones of the same product.
    pub(crate) fn extend(&mut self, levels: impl IntoIterator<Item = (ProductId, StockLevel)>) {
        self.0.extend(levels);
        // Stable: of the same product the last is the latest.
        self.0.sort_by_key(|(id, _)| *id);
        self.0.reverse();
        self.0.dedup_by_key(|(id, _)| *id);
        self.0.reverse();
    }

    pub(crate) fn get(&self, id: ProductId) -> Option<StockLevel> {
        let place = self.0.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.0.get(place).map(|(_, level)| *level)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ProductId, StockLevel)> + '_ {
        self.0.iter().copied()
    }
}

/// The level of a product, without its sales.
pub(crate) const fn of_revision(revision: &ProductRevision) -> (ProductId, StockLevel) {
    (revision.id, StockLevel { stock: revision.stock, sales: 0 })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_latest_level_of_a_product_counts() {
        let (id, level) = (|id| ProductId::new(Uuid::from_u128(id)), |stock| StockLevel { stock, sales: 0 });
        let mut levels = StockLevels::default();
        levels.extend([(id(3), level(1)), (id(1), level(2)), (id(3), level(3))]);
        levels.extend([(id(1), level(4)), (id(2), level(5))]);
        assert_eq!(levels.iter().map(|(_, level)| level.stock).collect::<Vec<_>>(), [4, 5, 3]);
        assert_eq!((levels.get(id(2)), levels.get(id(4))), (Some(level(5)), None));
    }
}
