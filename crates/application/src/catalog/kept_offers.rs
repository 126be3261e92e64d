//! What the products of a cart are offered for.

use std::sync::Arc;

use domain::catalog::ports::ProductRepository;
use domain::catalog::product::Offer;
use domain::catalog::product_code::ProductCode;
use domain::shared::ports::PortError;

use crate::catalog::catalogue_follower::CatalogueFollower;

/// Reads offers for quotes: from memory where all changes of the catalogue are known, else from the store. Changes of other instances are
/// seen as late as in lists ([`crate::catalog::catalogue_follower::GOOD_FOR`]).
#[derive(Clone)]
pub struct KeptOffers {
    pub products: Arc<dyn ProductRepository>,
    pub follower: CatalogueFollower,
}

impl KeptOffers {
    /// The offers of the products with these codes. Codes that no product has are left out.
    ///
    /// # Errors
    /// [`PortError`] of the store.
    pub async fn read(&self, codes: &[ProductCode]) -> Result<Vec<Offer>, PortError> {
        if let Some(kept) = self.follower.current_cache().and_then(|cache| cache.offers(codes)) {
            return Ok(kept);
        }
        let cache = self.follower.cache();
        let before = cache.generation();
        let offers = self.products.offers(codes).await?;
        cache.insert_offers(&offers, before);
        Ok(offers)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use domain::catalog::ports::{CatalogueChange, ChangedProducts, FeedBatch, MockChangeFeed, MockProductRepository};
    use domain::catalog::product::Product;
    use domain::shared::ids::ProductId;
    use testkit::sample_products;

    use super::*;
    use crate::samples::{batch, follower_of};

    /// A shop of one product, the changes before its next catch-up, and the number of reads of the store.
    fn shop(code: &'static str) -> (ProductId, KeptOffers, Arc<Mutex<ChangedProducts>>, Arc<AtomicUsize>) {
        let (product, reads) = (Product::from(sample_products::product("Rose")), Arc::<AtomicUsize>::default());
        let offer = Offer {
            product_id: product.id,
            code: ProductCode::parse(code).unwrap(),
            name: product.details.name.clone(),
            image: None,
            brand: None,
            category: None,
            prices: product.details.prices,
            stock: product.stock,
            weight: product.details.weight.unwrap_or_default(),
        };
        let (mut store, count) = (MockProductRepository::new(), reads.clone());
        store.expect_offers().returning(move |codes| {
            count.fetch_add(1, Ordering::SeqCst);
            Ok(codes.iter().filter(|code| **code == offer.code).map(|_| offer.clone()).collect())
        });
        let (mut changes, changed) = (MockChangeFeed::new(), Arc::new(Mutex::new(ChangedProducts::none())));
        let next = changed.clone();
        changes.expect_since().returning(move |_| {
            let products = std::mem::replace(&mut *next.lock().unwrap(), ChangedProducts::none());
            Ok(FeedBatch { products, ..batch("1", Some(CatalogueChange::Stock)) })
        });
        (product.id, KeptOffers { products: Arc::new(store), follower: follower_of(changes) }, changed, reads)
    }

    #[tokio::test]
    async fn the_store_is_read_again_after_a_change_alone() {
        let (id, offers, changed, reads) = shop("ROSE-1");
        let codes = [ProductCode::parse("rose-1").unwrap()];
        let mut expected = 0;
        let mut read = async |is_read: bool, why: &str| {
            let quoted = offers.read(&codes).await.unwrap();
            expected += usize::from(is_read);
            assert_eq!((quoted.len(), reads.load(Ordering::SeqCst)), (1, expected), "{why}");
        };
        read(true, "changes of other instances are unknown").await;
        offers.follower.catch_up().await.unwrap();
        read(true, "the first catch-up drops everything").await;
        read(false, "it is kept").await;
        offers.follower.note(CatalogueChange::Stock);
        read(true, "a change made here is unknown before a catch-up").await;
        offers.follower.catch_up().await.unwrap();
        read(false, "another product changed").await;
        for change in [ChangedProducts::Known { edited: vec![], sold: vec![id] }, ChangedProducts::Unknown] {
            *changed.lock().unwrap() = change;
            offers.follower.catch_up().await.unwrap();
            read(true, "it was sold").await;
            read(false, "it is kept again").await;
        }
    }

    #[tokio::test]
    async fn a_cart_with_a_product_that_is_not_kept_is_read_from_the_store() {
        let (_, offers, _, reads) = shop("ROSE-1");
        offers.follower.catch_up().await.unwrap();
        let [rose, gone] = ["ROSE-1", "GONE-1"].map(|code| ProductCode::parse(code).unwrap());
        for (codes, found) in [(vec![rose.clone()], 1), (vec![rose, gone.clone()], 1), (vec![gone], 0)] {
            assert_eq!(offers.read(&codes).await.unwrap().len(), found);
        }
        assert_eq!(reads.load(Ordering::SeqCst), 3);
    }
}
