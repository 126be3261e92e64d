//! The log line of a failure: exactly one, with its causes, wherever the failure shows.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use domain::shared::ports::PortError;
use futures_util::future::join_all;
use serde_json::json;
use tracing::subscriber::{DefaultGuard, set_default};

use crate::page_log::Log;
use crate::shop::Shop;
use crate::site::{BUNDLE, Site};
use crate::wire::{By as _, get, post};

fn logging() -> (Log, DefaultGuard) {
    let log = Log::default();
    let guard = set_default(log.clone());
    (log, guard)
}

/// How many failures are logged.
fn failures(log: &Log) -> usize {
    log.text().matches("code=\"service.unavailable\"").count()
}

#[actix_web::test]
async fn a_failure_is_logged_once_with_its_causes_and_the_request() {
    let (log, _logging) = logging();
    let mut shop = Shop::new();
    shop.search.expect_find().returning(|_| Err(PortError::unavailable("could not connect to 10.1.2.3:5432").into()));
    let shop = shop.open().await;
    let answer = shop.answer(get("/api/products").insert_header(("X-Request-Id", "failing-request"))).await;
    assert_eq!(answer.status, 503);
    let logged = log.text();
    assert_eq!(failures(&log), 1, "{logged}");
    assert!(logged.contains("request_id=failing-request") && logged.contains("could not connect to 10.1.2.3:5432"), "{logged}");
}

#[actix_web::test]
async fn a_failed_authentication_is_logged_once() {
    let (log, _logging) = logging();
    let mut shop = Shop::new();
    shop.sessions.checkpoint();
    shop.sessions.expect_authenticate().returning(|_, _, _| Err(PortError::unavailable("no answer")));
    let shop = shop.open().await;
    assert_eq!(shop.answer(get("/api/users/userdetail").by("customer")).await.status, 503);
    assert_eq!(failures(&log), 1, "{}", log.text());
}

#[actix_web::test]
async fn a_refusal_is_not_logged() {
    let (log, _logging) = logging();
    let shop = Shop::new().open().await;
    assert_eq!(shop.answer(get("/api/products?sort=odd")).await.status, 422);
    assert_eq!(shop.answer(get("/api/users")).await.status, 401);
    assert_eq!(shop.answer(post("/api/users/login", &json!({}))).await.status, 422);
    assert!(!log.text().contains("code="), "{}", log.text());
}

#[actix_web::test]
async fn a_failure_that_refuses_many_requests_is_logged_once() {
    let (log, _logging) = logging();
    let (mut shop, reads) = (Shop::new(), Arc::new(AtomicUsize::new(0)));
    let counted = reads.clone();
    shop.search.expect_find().returning(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        Err(PortError::unavailable("no answer").into())
    });
    let shop = shop.open().await;
    shop.catalogue_version.confirm(Instant::now(), Duration::from_secs(3_600));
    let answers = join_all((0..20).map(|_| shop.answer(get("/api/products")))).await;
    assert!(answers.iter().all(|answer| answer.status == 503));
    assert_eq!(failures(&log), reads.load(Ordering::SeqCst), "{}", log.text());
}

#[actix_web::test]
async fn a_page_without_data_logs_the_failure() {
    let (log, _logging) = logging();
    let site = Site::open(Shop::away().await, Some(BUNDLE)).await;
    assert_eq!(site.get("/products/productinfo/ARA-1").await.status, 200);
    assert_eq!(failures(&log), 1, "{}", log.text());
}
