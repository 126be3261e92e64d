//! Answers of the catalogue from memory: the same answers, and never an older one.

use std::io::Read as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use actix_web::body::to_bytes;
use actix_web::http::Method;
use actix_web::test::TestRequest;
use domain::catalog::ports::{CatalogueChange, FoundProducts};
use domain::shared::page::{Cursor, Page, TotalCount};
use futures_util::future::join_all;
use shop_http::cache::response_cache::CachedResponse;
use testkit::sample_products;
use tokio::sync::oneshot::{Receiver, channel};

use crate::open_shop::OpenShop;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, delete, get};

const FOR_LONG: Duration = Duration::from_secs(3_600);
/// A shop that hears of changes and counts how often its catalogue is read; each answer says how often that was.
async fn stocked(mut shop: Shop) -> (OpenShop, Arc<AtomicUsize>) {
    let reads = Arc::new(AtomicUsize::new(0));
    let (of_product, of_search) = (reads.clone(), reads.clone());
    shop.products.expect_by_code().returning(move |code, _| {
        let read = of_product.fetch_add(1, Ordering::SeqCst) + 1;
        Ok((!code.as_str().starts_with("NO")).then(|| kept(sample_products::product(&format!("Rose water {read}")))))
    });
    let listed = Arc::new(Mutex::new(Vec::new()));
    let rows = listed.clone();
    shop.search.expect_find().returning(move |query| {
        let read = of_search.fetch_add(1, Ordering::SeqCst) + 1;
        if query.text.is_some() {
            let corrected = Some(format!("rosé wäter {read}"));
            return Ok(FoundProducts { ids: Vec::new(), next: None, total: TotalCount::Exactly(0), corrected });
        }
        let products: Vec<_> = (0..8).map(|n| kept(sample_products::product(&format!("Rose water {read} of {n}")))).collect();
        let ids = products.iter().map(|product| product.id).collect();
        *listed.lock().unwrap() = products;
        Ok(FoundProducts { ids, next: Some(Cursor("next".into())), total: TotalCount::Exactly(99), corrected: None })
    });
    shop.products.expect_by_ids().returning(move |_, _| Ok(rows.lock().unwrap().clone()));
    shop.reviews.expect_list().returning(|_| Ok(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) }));
    let shop = shop.open().await;
    shop.follower.catch_up().await.unwrap();
    shop.catalogue_version.confirm(Instant::now(), FOR_LONG);
    (shop, reads)
}

fn accepting(path: &str, encoding: &str) -> TestRequest {
    get(path).insert_header(("accept-encoding", encoding))
}

fn plain(answer: &Answer) -> Vec<u8> {
    let mut plain = Vec::new();
    match answer.header("content-encoding") {
        "br" => brotli::Decompressor::new(&*answer.body, 4_096).read_to_end(&mut plain).unwrap(),
        "gzip" => flate2::read::GzDecoder::new(&*answer.body).read_to_end(&mut plain).unwrap(),
        _ => return answer.body.clone(),
    };
    plain
}

#[actix_web::test]
async fn a_hit_says_what_was_searched_for() {
    let (shop, _) = stocked(Shop::new()).await;
    for encoding in ["identity", "gzip"] {
        let hit = shop.answer(accepting("/api/products/search/rse%20watr", encoding)).await;
        assert_eq!(hit.header("x-search-corrected"), "ros%C3%A9%20w%C3%A4ter%201");
    }
}

#[actix_web::test]
async fn what_means_the_same_is_read_once() {
    let (shop, reads) = stocked(Shop::new()).await;
    for (count, paths) in [
        (1, ["/api/products", "/api/products?utm=1&sort="]),
        (2, ["/api/products?sort=price&limit=24", "/api/products?limit=24&sort=price&x=y"]),
        (3, ["/api/products/search/rose%20water", "/api/products/search/%72ose%20water?x=y"]),
        (4, ["/api/products/search/rose%20water?limit=5", "/api/products/search/rose%20water?limit=5"]),
        (5, ["/api/products/ARA-1", "/api/products/ara-1"]),
    ] {
        let answers = join_all(paths.map(|path| shop.answer(get(path)))).await;
        assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body), "{paths:?}");
        assert_eq!(reads.load(Ordering::SeqCst), count, "{paths:?}");
    }
    assert_eq!((shop.responses.counts().misses, shop.responses.counts().bypassed), (5, 0));
}

#[actix_web::test]
async fn of_many_at_once_one_reads() {
    let (shop, reads) = stocked(Shop::new()).await;
    let answers = join_all((0..20).map(|_| shop.answer(get("/api/products")))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body));
    assert_eq!(reads.load(Ordering::SeqCst), 1);
}

#[actix_web::test]
async fn a_hit_is_the_answer_it_would_be() {
    let (shop, _) = stocked(Shop::new()).await;
    let path = "/api/products?sort=name&limit=8";
    let (made, hit) = (shop.answer(get(path)).await, shop.answer(get(path)).await);
    assert_eq!(shop.responses.counts().hits, 1);
    for answer in [&made, &hit] {
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"));
        assert_eq!((answer.header("x-total-count"), answer.header("cache-control")), ("99", "public, no-cache"));
        assert_eq!(answer.header("link"), "</api/products?sort=name&limit=8&after=next>; rel=\"next\"");
        assert!(answer.header("vary").contains("Accept-Encoding") && answer.header("x-content-type-options") == "nosniff");
        assert_eq!(answer.header("x-request-id").len(), 32);
    }
    assert_ne!(made.header("x-request-id"), hit.header("x-request-id"));
    assert_eq!((made.header("etag"), &made.body), (hit.header("etag"), &hit.body));
    let unchanged = shop.answer(get(path).insert_header(("if-none-match", hit.header("etag")))).await;
    assert_eq!((unchanged.status, unchanged.body.len(), unchanged.header("etag")), (304, 0, hit.header("etag")));
    assert_eq!(unchanged.header("x-total-count"), "99");
    let head = shop.answer(TestRequest::default().method(Method::HEAD).uri(path)).await;
    assert_eq!((head.status, head.header("etag")), (200, hit.header("etag")));
}

#[actix_web::test]
async fn what_is_asked_for_again_is_compressed() {
    let (shop, reads) = stocked(Shop::new()).await;
    let first = shop.answer(accepting("/api/products", "gzip, br")).await;
    assert_eq!(first.header("content-encoding"), "", "the first answer does not wait for compression");
    for (encoding, sent) in [("gzip, br", "br"), ("gzip", "gzip"), ("identity", ""), ("br;q=0", "")] {
        let again = loop {
            let answer = shop.answer(accepting("/api/products", encoding)).await;
            if answer.header("content-encoding") == sent {
                break answer;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        assert_eq!(plain(&again), first.body, "{encoding}");
        let known = shop.answer(accepting("/api/products", encoding).insert_header(("if-none-match", first.header("etag")))).await;
        assert_eq!(known.status, 304, "it is the same, however it was sent");
    }
    assert_eq!(reads.load(Ordering::SeqCst), 1);
}

#[actix_web::test]
async fn after_a_change_nothing_older_is_shown() {
    let mut shop = Shop::new();
    shop.products.expect_delete().returning(|_, _, _| Ok(()));
    let (shop, reads) = stocked(shop).await;
    for (count, change) in [(1, None), (2, Some(CatalogueChange::Stock)), (3, Some(CatalogueChange::Content))] {
        change.into_iter().for_each(|change| shop.catalogue_version.advance(change));
        for _ in 0..2 {
            let answer = shop.answer(get("/api/products/ARA-1")).await;
            assert_eq!(answer.json()["productName"], format!("Rose water {count}"));
        }
    }
    assert_eq!(shop.answer(delete("/api/products/ARA-1").by("admin")).await.status, 200);
    shop.answer(get("/api/products/ARA-1")).await;
    assert_eq!(reads.load(Ordering::SeqCst), 4);
    assert_eq!(shop.answer(delete("/%61pi/products/ARA-1").by("admin")).await.status, 200);
    shop.answer(get("/api/products/ARA-1")).await;
    assert_eq!(reads.load(Ordering::SeqCst), 5, "however its address is spelled");
}

#[actix_web::test]
async fn what_was_read_before_a_change_is_not_shown_after_it() {
    let state = Shop::new().state();
    state.catalogue_version.confirm(Instant::now(), FOR_LONG);
    let request = TestRequest::default().to_http_request();
    let ask = async |read: Receiver<&'static str>| {
        let make = async { CachedResponse::json(&read.await.unwrap(), Vec::new()) };
        let answer = state.responses.answer(&request, "products".to_owned(), make).await.unwrap();
        to_bytes(answer.into_body()).await.unwrap()
    };
    let ((old_read, old), (new_read, new)) = (channel(), channel());
    let change = async {
        tokio::task::yield_now().await;
        state.catalogue_version.advance(CatalogueChange::Stock);
        let asked_after = ask(new);
        // Who asked before is still reading, and is done last.
        new_read.send("new").unwrap();
        let answer = asked_after.await;
        old_read.send("old").unwrap();
        answer
    };
    let (before, after) = tokio::join!(ask(old), change);
    assert_eq!((&*before, &*after), (&b"\"old\""[..], &b"\"new\""[..]));
    let (_, nobody_reads) = channel();
    assert_eq!(&*ask(nobody_reads).await, b"\"new\"");
}

#[actix_web::test]
async fn while_changes_are_not_heard_of_everything_is_read() {
    let (mut shop, reads) = (Shop::new(), Arc::new(AtomicUsize::new(0)));
    let counted = reads.clone();
    shop.products.expect_by_code().returning(move |_, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        Ok(Some(kept(sample_products::product("Rose water"))))
    });
    let shop = shop.open().await;
    for _ in 0..3 {
        assert_eq!(shop.answer(get("/api/products/ARA-1")).await.status, 200);
    }
    assert_eq!((reads.load(Ordering::SeqCst), shop.responses.counts().bypassed), (3, 3));
    shop.catalogue_version.confirm(Instant::now(), FOR_LONG);
    shop.answer(get("/api/products/ARA-1")).await;
    assert_eq!(reads.load(Ordering::SeqCst), 4, "nothing of before was kept");
}

#[actix_web::test]
async fn refusals_are_not_kept() {
    let (shop, reads) = stocked(Shop::new()).await;
    for count in 1..=3 {
        assert_eq!(shop.answer(get("/api/products/NONE")).await.problem(404), "product.not_found");
        assert_eq!(reads.load(Ordering::SeqCst), count);
    }
    assert_eq!(shop.answer(get("/api/products?sort=odd")).await.wrong_fields(), ["sort"]);
    assert_eq!(shop.answer(get("/api/products?limit=0")).await.wrong_fields(), ["limit"]);
    assert_eq!(shop.responses.counts().bytes, 0);
}

#[actix_web::test]
async fn what_is_made_for_one_reader_is_nobody_elses() {
    let (shop, _) = stocked(Shop::new()).await;
    for _ in 0..2 {
        assert_eq!(shop.answer(get("/api/reviews").by("customer")).await.header("cache-control"), "no-store");
        assert_eq!(shop.answer(get("/api/reviews")).await.header("cache-control"), "public, no-cache");
    }
    assert_eq!((shop.responses.counts().misses, shop.responses.counts().hits), (1, 1));
}

#[actix_web::test]
async fn hits_are_counted_against_the_limits() {
    let mut shop = Shop::new();
    shop.config.rate_limit_scale = 1.0;
    let (shop, _) = stocked(shop).await;
    let mut refused = None;
    for _ in 0..=101 {
        refused = Some(shop.answer(get("/api/products")).await).filter(|answer| answer.status == 429);
    }
    assert_eq!(refused.unwrap().problem(429), "request.too_many");
}
