//! What operators ask, and what the shop says of itself.

use std::sync::Arc;

use domain::ports::{MockReadiness, PortError, Readiness};
use serde_json::json;

use crate::shop::Shop;
use crate::wire::get;

fn service(works: bool) -> Arc<dyn Readiness> {
    let mut service = MockReadiness::new();
    service.expect_check().returning(move || if works { Ok(()) } else { Err(PortError::unavailable("10.1.2.3:5432 refused")) });
    Arc::new(service)
}

#[actix_web::test]
async fn a_living_process_says_so() {
    let answer = Shop::new().answer(get("/healthz")).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"status": "ok"})));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn readiness_names_what_is_away() {
    let ready = Shop { readiness: vec![("database", service(true)), ("images", service(true))], ..Shop::new() };
    assert_eq!(ready.answer(get("/readyz")).await.status, 200);
    let away = Shop { readiness: vec![("database", service(false)), ("images", service(true))], ..Shop::new() };
    let answer = away.answer(get("/readyz")).await;
    assert_eq!(answer.problem(503), "service.not_ready");
    assert_eq!(answer.json()["away"], json!(["database"]));
    assert_eq!(answer.header("retry-after"), "2");
    assert!(!answer.text().contains("10.1.2.3"));
}

#[actix_web::test]
async fn the_shop_introduces_itself() {
    let shop = Shop::new().open().await;
    let answer = shop.answer(get("/api/shop")).await;
    let expected = json!({
        "name": "Araliya", "phone": "+94 11 234 5678", "email": "hello@araliya.example", "address": "27 Flower Road, Colombo",
        "openingHours": "Monday to Friday, 9 AM to 6 PM", "currency": "LKR",
    });
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.header("etag").starts_with('"'));
}
