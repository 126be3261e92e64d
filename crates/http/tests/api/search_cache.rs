//! Searches from memory: with the text that was answered, and never older than a change made here.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::catalog::ports::{CatalogueChange, MockSearchIndex};

use crate::response_cache::{accepting, stocked};
use crate::shop::Shop;
use crate::wire::{By as _, delete, get};

#[actix_web::test]
async fn a_hit_says_what_was_searched_for() {
    let (shop, reads) = stocked(Shop::new()).await;
    for encoding in ["identity", "gzip", "gzip"] {
        let answer = shop.answer(accepting("/api/products/search/rse%20watr", encoding)).await;
        assert_eq!(answer.header("x-search-corrected"), "ros%C3%A9%20w%C3%A4ter%201");
    }
    assert_eq!((reads.load(Ordering::SeqCst), shop.responses.counts().hits), (1, 2));
}

#[actix_web::test]
async fn an_edit_is_found_by_the_next_search() {
    let (mut shop, mut index) = (Shop::new(), MockSearchIndex::new());
    let indexed = Arc::new(AtomicUsize::new(0));
    let counted = indexed.clone();
    index.expect_mark().returning(|| None);
    index.expect_apply().returning(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        Ok(())
    });
    shop.index = Some(index);
    shop.products.expect_delete().returning(|_, _, _| Ok(()));
    let (shop, reads) = stocked(shop).await;
    let search = async || shop.answer(get("/api/products/search/rose?inStock=true")).await.status;
    for (before, after, call) in [(1, 2, Some(delete("/api/products/ARA-1").by("admin"))), (2, 2, None)] {
        assert_eq!((search().await, indexed.load(Ordering::SeqCst)), (200, before));
        if let Some(call) = call {
            assert_eq!(shop.answer(call).await.status, 200);
        }
        assert_eq!(indexed.load(Ordering::SeqCst), after, "before the answer goes out");
    }
    assert_eq!(reads.load(Ordering::SeqCst), 2, "the answer of before is not sent");
    shop.follower.note(CatalogueChange::Stock);
    assert_eq!((search().await, indexed.load(Ordering::SeqCst)), (200, 3), "an order is indexed by the search that depends on it");
}
