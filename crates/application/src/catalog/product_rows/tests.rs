use std::sync::Mutex;

use domain::catalog::ports::{CatalogueChange, CatalogueNews, ChangedProducts, MockCatalogueChanges, MockProductCatalogue};
use testkit::sample_products;

use super::*;
use crate::samples;

/// The ids that reached the store, call by call.
type Asked = Arc<Mutex<Vec<Vec<ProductId>>>>;

/// Three products and the rows of them.
fn rows(follower: &CatalogueFollower) -> (Vec<ProductId>, ProductRows, Asked) {
    let products: Vec<Product> = ["Rose water", "Rose oil", "Rose soap"].map(|name| Product::from(sample_products::product(name))).into();
    let (ids, asked) = (products.iter().map(|product| product.id).collect(), Arc::new(Mutex::new(Vec::new())));
    let (mut catalogue, log) = (MockProductCatalogue::new(), asked.clone());
    catalogue.expect_by_ids().returning(move |ids, _| {
        log.lock().unwrap().push(ids.to_vec());
        // In another order than asked for.
        Ok(products.iter().rev().filter(|product| ids.contains(&product.id)).cloned().collect())
    });
    (ids, ProductRows::new(Arc::new(catalogue), samples::clock(), follower.clone(), samples::write_product), asked)
}

/// A follower of a catalogue in which these products changed before the next catch-up.
fn follower_of(changed: &Arc<Mutex<ChangedProducts>>) -> CatalogueFollower {
    let (mut changes, changed) = (MockCatalogueChanges::new(), changed.clone());
    changes.expect_since().returning(move |_| {
        let products = std::mem::replace(&mut *changed.lock().unwrap(), ChangedProducts::none());
        Ok(CatalogueNews { products, ..samples::news("1", Some(CatalogueChange::Stock)) })
    });
    samples::follower_of(changes)
}

async fn ids_of(rows: &ProductRows, ids: &[ProductId]) -> Vec<ProductId> {
    rows.of(ids).await.unwrap().iter().map(|listed| listed.id).collect()
}

#[tokio::test]
async fn they_come_in_the_order_of_the_ids_without_those_that_are_gone() {
    let (ids, rows, _) = rows(&samples::follower(0));
    let gone = sample_products::product("Gone").id;
    assert_eq!(ids_of(&rows, &[ids[2], gone, ids[0], ids[1]]).await, [ids[2], ids[0], ids[1]]);
    assert!(rows.of(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn rows_come_from_memory_only_where_all_changes_are_known() {
    let follower = follower_of(&Arc::new(Mutex::new(ChangedProducts::none())));
    let (ids, rows, asked) = rows(&follower);
    for _ in 0..2 {
        rows.of(&ids[..2]).await.unwrap();
    }
    assert_eq!(asked.lock().unwrap().len(), 2, "changes of other instances are unknown");
    follower.catch_up().await.unwrap();
    assert_eq!(ids_of(&rows, &ids).await, ids);
    assert_eq!(ids_of(&rows, &ids).await, ids);
    assert_eq!(
        asked.lock().unwrap()[2..],
        *std::slice::from_ref(&ids),
        "the first catch-up forgets everything, and after it they are kept"
    );
    follower.note(CatalogueChange::Stock);
    rows.of(&ids).await.unwrap();
    assert_eq!(asked.lock().unwrap()[3..], *std::slice::from_ref(&ids), "the product of a change made here is unknown before a catch-up");
    follower.catch_up().await.unwrap();
    rows.of(&ids).await.unwrap();
    assert_eq!(asked.lock().unwrap().len(), 4);
}

#[tokio::test]
async fn a_changed_product_is_read_again_and_the_others_are_not() {
    let changed = Arc::new(Mutex::new(ChangedProducts::none()));
    let follower = follower_of(&changed);
    let (ids, rows, asked) = rows(&follower);
    let of = |edited: &[ProductId], sold: &[ProductId]| ChangedProducts::Known { edited: edited.to_vec(), sold: sold.to_vec() };
    for (change, read) in [
        (ChangedProducts::none(), &ids[..]),
        (ChangedProducts::none(), &[]),
        (of(&ids[..1], &[]), &ids[..1]),
        (of(&[], &ids[1..]), &ids[1..]),
        (ChangedProducts::Unknown, &ids[..]),
    ] {
        *changed.lock().unwrap() = change;
        follower.catch_up().await.unwrap();
        rows.of(&ids).await.unwrap();
        assert_eq!(std::mem::take(&mut *asked.lock().unwrap()).concat(), read);
    }
}
