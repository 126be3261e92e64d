use std::sync::Mutex;
use std::time::Instant;

use domain::catalog::ports::{CatalogueChange, MockProductCatalogue};
use domain::catalog::product::Product;
use testkit::sample_products;

use super::*;
use crate::samples;

/// The ids that reached the store, call by call.
type Asked = Arc<Mutex<Vec<Vec<ProductId>>>>;

/// Three products and the rows of them.
fn rows() -> (Vec<ProductId>, ProductRows, Asked) {
    let products: Vec<Product> = ["Rose water", "Rose oil", "Rose soap"].map(|name| samples::kept(sample_products::product(name))).into();
    let (ids, asked) = (products.iter().map(|product| product.id).collect(), Arc::new(Mutex::new(Vec::new())));
    let (mut catalogue, log) = (MockProductCatalogue::new(), asked.clone());
    catalogue.expect_by_ids().returning(move |ids, _| {
        log.lock().unwrap().push(ids.to_vec());
        // In another order than asked for.
        Ok(products.iter().rev().filter(|product| ids.contains(&product.id)).cloned().collect())
    });
    (ids, ProductRows::new(Arc::new(catalogue), samples::clock(), CatalogueVersion::default()), asked)
}

fn ids_of(products: &[Arc<ListedProduct>]) -> Vec<ProductId> {
    products.iter().map(|listed| listed.product.id).collect()
}

#[tokio::test]
async fn they_come_in_the_order_of_the_ids_without_those_that_are_gone() {
    let (ids, rows, _) = rows();
    let gone = sample_products::product("Gone").id;
    let found = rows.of(&[ids[2], gone, ids[0], ids[1]]).await.unwrap();
    assert_eq!(ids_of(&found), [ids[2], ids[0], ids[1]]);
    assert!(rows.of(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn only_rows_of_a_known_version_are_remembered() {
    let (ids, rows, asked) = rows();
    for _ in 0..2 {
        rows.of(&ids[..2]).await.unwrap();
    }
    assert_eq!(asked.lock().unwrap().len(), 2, "changes of other instances are unknown");
    rows.version.confirm(Instant::now(), Duration::from_secs(3_600));
    for _ in 0..2 {
        assert_eq!(ids_of(&rows.of(&ids[..2]).await.unwrap()), ids[..2]);
    }
    assert_eq!(asked.lock().unwrap().len(), 3);
    assert_eq!(ids_of(&rows.of(&ids).await.unwrap()), ids);
    assert_eq!(asked.lock().unwrap().last().unwrap(), &ids[2..], "the others are remembered");
    for change in [CatalogueChange::Stock, CatalogueChange::Content] {
        rows.version.advance(change);
        rows.of(&ids).await.unwrap();
        assert_eq!(asked.lock().unwrap().last().unwrap(), &ids);
    }
}

#[test]
fn the_memory_is_bounded_by_bytes() {
    let full = samples::kept(sample_products::full_product());
    let mut long = full.clone();
    long.details.description = domain::shared::text::Description::parse(&"x".repeat(5_000)).unwrap();
    let (full, long) = (weight(&full.into()), weight(&long.into()));
    assert!(full > 1_024 && long - full > 9_800, "{full} {long}");
}
