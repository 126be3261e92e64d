//! Keeping the index in step with the catalogue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use domain::catalog::ports::{ProductSearch as _, SearchIndex as _};
use domain::catalog::product::NewProduct;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{FacetQuery, ProductFilter, ProductQuery, ProductSort};
use domain::shared::error::{ErrorKind, FeatureError as _};
use domain::shared::ids::ProductId;
use domain::shared::page::{PageRequest, TotalCount};
use domain::shared::ports::Readiness as _;
use domain::shared::text::{ProductName, SearchText};
use testkit::sample_products;
use uuid::Uuid;

use crate::folder::assert_is_right;
use crate::shop::{MemoryCatalogue, Shop};

fn id(number: u128) -> ProductId {
    ProductId::new(Uuid::from_u128(number << 64))
}

/// A product whose code has its number: one in 65,536 drawn codes begins with the number that a test searches for.
fn rose(number: u128) -> NewProduct {
    let code = ProductCode::parse(&format!("R-{number}")).unwrap();
    NewProduct { id: id(number), code, ..sample_products::product(&format!("Rose {number}")) }
}

fn rename(shop: &Shop, number: u128, name: &str) {
    shop.catalogue.edit(id(number), |details| details.name = ProductName::parse(name).unwrap());
}

async fn bestselling(shop: &Shop) -> Vec<ProductId> {
    shop.found(&ProductQuery { sort: ProductSort::Bestselling, ..sample_products::search("rose") }).await.ids
}

fn is_away<T>(answer: Result<T, ProductError>) -> bool {
    matches!(answer, Err(error) if error.kind() == ErrorKind::Unavailable)
}

#[tokio::test]
async fn searches_fail_until_the_index_is_built() {
    let root = tempfile::tempdir().unwrap();
    for folder in [None, Some(root.path())] {
        let shop = Shop::open(MemoryCatalogue::new(), folder).await;
        let query = sample_products::search("rose");
        assert!(shop.index.check().await.unwrap_err().is_unavailable());
        assert!(is_away(shop.index.find(&query).await));
        assert!(shop.index.suggest(&SearchText::parse("rose").unwrap()).await.unwrap_err().is_unavailable());
        shop.catalogue.fail_after(0);
        assert!(shop.index.apply(&shop.catalogue.batch()).await.unwrap_err().is_unavailable());
        assert!(shop.index.check().await.is_err());
        shop.catalogue.fail_after(usize::MAX);
        shop.catch_up().await;
        shop.index.check().await.unwrap();
        assert!(shop.found(&query).await.ids.is_empty());
    }
}

#[tokio::test]
async fn edits_and_deletions_are_found_at_once() {
    let shop = Shop::with((0..50).map(rose)).await;
    assert_is_right(&shop).await;
    // Each commit is a segment: enough of them for merges.
    for number in 0..40 {
        rename(&shop, number, &format!("Rose {number} of a new kind"));
        if number % 7 == 0 {
            shop.catalogue.delete(id(number));
        }
        shop.catch_up().await;
        assert_is_right(&shop).await;
    }
}

#[tokio::test]
async fn the_size_follows_the_catalogue() {
    let empty = Shop::open(MemoryCatalogue::new(), None).await;
    assert!(empty.index.size().await.unwrap_err().is_unavailable());
    let shop = Shop::with((0..20).map(rose)).await;
    shop.catch_up().await;
    let before = shop.index.size().await.unwrap();
    shop.catalogue.delete(id(3));
    (20..500).for_each(|number| shop.catalogue.add(rose(number)));
    shop.catch_up().await;
    let after = shop.index.size().await.unwrap();
    assert_eq!((before.products, after.products), (20, 499));
    assert!(before.bytes > 0 && after.bytes > before.bytes, "{before:?} {after:?}");
}

#[tokio::test]
async fn stock_and_sales_change_without_the_index() {
    let shop = Shop::with((0..20).map(rose)).await;
    shop.catch_up().await;
    let read = shop.catalogue.read();
    shop.catalogue.set_level(id(5), 0, 40);
    shop.catalogue.set_level(id(6), 3, 80);
    assert_eq!(bestselling(&shop).await[..2], [id(6), id(5)]);
    let out = ProductFilter { in_stock: Some(false), ..ProductFilter::default() };
    assert_eq!(shop.found(&ProductQuery { filter: out, ..sample_products::search("rose") }).await.ids, [id(5)]);
    assert_eq!(shop.catalogue.read(), read, "no product is read");
    // They survive edits of other products, and merges.
    for number in 8..20 {
        rename(&shop, number, &format!("Rose number {number}"));
        shop.catch_up().await;
        assert_eq!(bestselling(&shop).await[..2], [id(6), id(5)]);
    }
    rename(&shop, 6, "Rose six");
    assert_eq!(bestselling(&shop).await[..2], [id(6), id(5)]);
}

#[tokio::test]
async fn sales_are_read_again_once_a_minute() {
    let shop = Shop::with((0..3).map(rose)).await;
    shop.catalogue.set_level(id(0), 10, 5);
    assert_eq!(bestselling(&shop).await, [id(0), id(2), id(1)]);
    shop.catalogue.forget_sales();
    shop.clock.advance(TimeDelta::seconds(59));
    shop.catch_up().await;
    assert_eq!(bestselling(&shop).await, [id(0), id(2), id(1)]);
    shop.clock.advance(TimeDelta::seconds(1));
    shop.catch_up().await;
    assert_eq!(bestselling(&shop).await, [id(2), id(1), id(0)]);
}

#[tokio::test]
async fn after_a_gap_everything_is_compared() {
    let shop = Shop::with((0..1_200).map(rose)).await;
    shop.catch_up().await;
    let read = shop.catalogue.read();
    rename(&shop, 1, "Rose renamed");
    shop.catalogue.delete(id(2));
    shop.catalogue.add(rose(5_000));
    shop.catalogue.set_level(id(3), 0, 7);
    shop.index.apply(&shop.catalogue.unknown_batch()).await.unwrap();
    shop.catalogue.confirm();
    assert_eq!(shop.catalogue.read(), read + 3, "the new, the edited and the deleted product");
    assert_eq!(bestselling(&shop).await[0], id(3));
    assert_eq!(shop.found(&sample_products::search("rose 5000")).await.ids, [id(5_000)]);
    assert_eq!(shop.found(&sample_products::search("rose")).await.total, TotalCount::Exactly(1_200));
}

#[tokio::test]
async fn an_error_of_the_catalogue_leaves_the_old_state() {
    let shop = Shop::with((0..30).map(rose)).await;
    shop.catch_up().await;
    (0..1_100).for_each(|number| shop.catalogue.add(rose(number)));
    shop.catalogue.set_level(id(1), 0, 9);
    shop.clock.advance(TimeDelta::minutes(2));
    for batch in [shop.catalogue.batch(), shop.catalogue.unknown_batch()] {
        for calls in 0..4 {
            shop.catalogue.fail_after(calls);
            assert!(shop.index.apply(&batch).await.is_err());
            let found = shop.index.find(&sample_products::search("rose")).await.unwrap();
            assert_eq!(found.total, TotalCount::Exactly(30), "after {calls} calls");
            assert_eq!(shop.index.cursor().await.unwrap().0, "1");
        }
    }
    shop.catalogue.fail_after(usize::MAX);
    assert_eq!(shop.found(&sample_products::search("rose")).await.total, TotalCount::Exactly(1_100));
}

#[tokio::test]
async fn a_cancelled_caller_leaves_no_half_of_a_change() {
    let shop = Shop::with((0..10).map(rose)).await;
    shop.catch_up().await;
    (0..700).for_each(|number| shop.catalogue.add(rose(number)));
    let batch = shop.catalogue.batch();
    assert!(tokio::time::timeout(Duration::from_micros(1), shop.index.apply(&batch)).await.is_err());
    let total = async || shop.index.find(&sample_products::search("rose")).await.unwrap().total;
    while shop.index.cursor().await.unwrap() != batch.cursor {
        assert!([TotalCount::Exactly(10), TotalCount::Exactly(700)].contains(&total().await));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(total().await, TotalCount::Exactly(700));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_see_the_old_or_the_new_state_while_10_000_products_are_indexed() {
    let shop = Arc::new(Shop::with((0..100).map(rose)).await);
    shop.catch_up().await;
    (0..10_100).for_each(|number| shop.catalogue.add(rose(number)));
    let is_done = Arc::new(AtomicBool::new(false));
    let searches = tokio::spawn({
        let (shop, is_done) = (Arc::clone(&shop), Arc::clone(&is_done));
        async move {
            let (mut searches, all) = (0, FacetQuery { text: None, filter: ProductFilter::default() });
            while !is_done.load(Ordering::SeqCst) {
                let found = shop.index.find(&sample_products::search("rose")).await.unwrap();
                assert!([TotalCount::Exactly(100), TotalCount::MoreThanLimit].contains(&found.total), "{:?}", found.total);
                assert!([100, 10_100].contains(&shop.index.facets(&all).await.unwrap().total));
                searches += 1;
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            searches
        }
    });
    shop.catch_up().await;
    // Past the limit of the count, the newest of equal matches still come first, page by page.
    let first = shop.found(&sample_products::search("rose")).await;
    let page = PageRequest { after: first.next, ..PageRequest::default() };
    let second = shop.found(&ProductQuery { page, ..sample_products::search("rose") }).await;
    assert_eq!((first.total, second.total), (TotalCount::MoreThanLimit, TotalCount::MoreThanLimit));
    let newest: Vec<ProductId> = (0..10_100).rev().take(200).map(id).collect();
    assert_eq!([first.ids, second.ids].concat(), newest);
    is_done.store(true, Ordering::SeqCst);
    assert!(searches.await.unwrap() > 3);
}

/// The writer of an index locks its folder: another can be opened when it is closed.
#[tokio::test]
async fn the_writer_is_closed_when_nothing_changes() {
    let root = tempfile::tempdir().unwrap();
    let shop = Shop::open(MemoryCatalogue::new(), Some(root.path())).await;
    (0..20).for_each(|number| shop.catalogue.add(rose(number)));
    shop.catch_up().await;
    let folder = std::fs::read_dir(root.path()).unwrap().next().unwrap().unwrap().path().join("index");
    let index = tantivy::Index::open_in_dir(folder).unwrap();
    let is_closed = || index.writer_with_num_threads::<tantivy::TantivyDocument>(1, 15_000_000).is_ok();
    assert!(!is_closed());
    let mut polls = 0;
    while !is_closed() {
        polls += 1;
        assert!(polls < 200, "after 20 s the writer is still open");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_is_right(&shop).await;
    shop.catalogue.add(rose(100));
    assert_is_right(&shop).await;
}
