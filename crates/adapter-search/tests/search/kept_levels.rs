//! Stock and sales that one process keeps for the next.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::TimeDelta;
use domain::catalog::ports::{ProductSearch as _, SearchIndex as _};
use domain::catalog::product::NewProduct;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::ids::ProductId;
use testkit::sample_products;
use uuid::Uuid;

use crate::shop::{MemoryCatalogue, Shop};

fn id(number: u128) -> ProductId {
    ProductId::new(Uuid::from_u128(number << 64 | number))
}

/// A shop of ten products, of which three are sold and one is sold out, that has ended.
async fn ended(root: &Path) -> Arc<MemoryCatalogue> {
    let catalogue = MemoryCatalogue::new();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root)).await;
    for number in 0..10 {
        catalogue.add(NewProduct { id: id(number), ..sample_products::product(&format!("Rose {number}")) });
    }
    shop.catch_up().await;
    for (number, stock, sales) in [(1, 5, 30), (2, 0, 20), (3, 7, 10)] {
        catalogue.set_level(id(number), stock, sales);
    }
    shop.catch_up().await;
    assert_levels(&shop).await;
    catalogue
}

/// Whether the index has the stock and the sales of the catalogue.
async fn assert_levels(shop: &Shop) {
    let bestselling = ProductQuery { sort: ProductSort::Bestselling, ..sample_products::search("rose") };
    let in_stock = ProductFilter { in_stock: Some(true), ..ProductFilter::default() };
    let mut expected = shop.catalogue.products();
    expected.sort_by_key(|product| std::cmp::Reverse(product.total_sales));
    let sold = expected.iter().filter(|product| product.total_sales > 0).map(|product| product.id).collect::<Vec<_>>();
    assert_eq!(shop.found(&bestselling).await.ids.into_iter().take(sold.len()).collect::<Vec<_>>(), sold);
    let found = shop.found(&ProductQuery { filter: in_stock, ..sample_products::search("rose") }).await.ids;
    assert_eq!(found.len(), expected.iter().filter(|product| product.stock.get() > 0).count());
}

fn levels_in(root: &Path) -> PathBuf {
    let folder = fs::read_dir(root).unwrap().next().unwrap().unwrap().path();
    folder.join("levels")
}

#[tokio::test]
async fn a_start_after_a_clean_end_reads_nothing_that_did_not_change() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = ended(root.path()).await;
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    let before = shop.index.find(&sample_products::search("rose")).await;
    assert!(before.is_err(), "nothing is answered before the first batch");
    catalogue.fail_after(0);
    shop.catch_up().await;
    assert_levels(&shop).await;
    // What was sold since then is read, and nothing else.
    catalogue.set_level(id(4), 0, 40);
    catalogue.fail_after(1);
    shop.catch_up().await;
    assert_levels(&shop).await;
}

#[tokio::test]
async fn what_is_closed_is_kept_while_somebody_still_holds_it() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = ended(root.path()).await;
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    catalogue.set_level(id(4), 0, 40);
    catalogue.add(NewProduct { id: id(11), ..sample_products::product("Rose 11") });
    shop.catch_up().await;
    fs::remove_file(levels_in(root.path())).unwrap();
    shop.index.close().await;
    let closed = fs::read(levels_in(root.path())).unwrap();
    // What is closed is not written again when it is dropped.
    fs::remove_file(levels_in(root.path())).unwrap();
    drop(shop);
    assert!(!levels_in(root.path()).exists());
    fs::write(levels_in(root.path()), closed).unwrap();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    catalogue.fail_after(0);
    shop.catch_up().await;
    assert_levels(&shop).await;
}

#[tokio::test]
async fn an_index_that_was_closed_follows_the_catalogue() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = ended(root.path()).await;
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.index.close().await;
    catalogue.add(NewProduct { id: id(11), ..sample_products::product("Rose 11") });
    catalogue.set_level(id(5), 3, 50);
    shop.catch_up().await;
    assert_levels(&shop).await;
    drop(shop);
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.catch_up().await;
    assert_levels(&shop).await;
}

#[tokio::test]
async fn sales_are_read_again_when_they_are_old() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = ended(root.path()).await;
    catalogue.forget_sales();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.clock.advance(TimeDelta::minutes(2));
    shop.catch_up().await;
    assert_levels(&shop).await;
}

#[tokio::test]
async fn a_store_that_does_not_remember_what_changed_is_compared() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = ended(root.path()).await;
    catalogue.set_level(id(1), 0, 1);
    let batch = catalogue.unknown_batch();
    catalogue.confirm();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.index.apply(&batch).await.unwrap();
    assert_levels(&shop).await;
}

#[tokio::test]
async fn a_file_that_is_damaged_or_of_another_commit_is_ignored() {
    let root = tempfile::tempdir().unwrap();
    let catalogue = ended(root.path()).await;
    let good = fs::read(levels_in(root.path())).unwrap();
    let flipped = (0..good.len()).step_by(7).map(|at| {
        let mut damaged = good.clone();
        damaged[at] ^= 1;
        damaged
    });
    let cut = [0, 10, good.len() - 1].map(|length| good[..length].to_vec());
    for damaged in flipped.chain(cut) {
        fs::write(levels_in(root.path()), damaged).unwrap();
        let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
        shop.catch_up().await;
        assert_levels(&shop).await;
    }
    // The file of a former commit beside the index of a later one.
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    catalogue.delete(id(1));
    catalogue.set_level(id(5), 0, 50);
    shop.catch_up().await;
    drop(shop);
    fs::write(levels_in(root.path()), good).unwrap();
    let shop = Shop::open(Arc::clone(&catalogue), Some(root.path())).await;
    shop.catch_up().await;
    assert_levels(&shop).await;
}
