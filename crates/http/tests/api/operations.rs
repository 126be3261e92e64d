//! What operators ask, and what the shop says of itself.

use std::sync::Arc;

use domain::shared::ports::{MockReadiness, PortError, Readiness};
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
async fn a_ready_shop_has_a_notice_for_operators_while_there_is_one() {
    let shop = Shop { readiness: vec![("search", service(true))], ..Shop::new() };
    let notice = shop.notice.clone();
    let shop = shop.open().await;
    for (text, expected) in [
        (None, json!({"status": "ok"})),
        (
            Some("1 session of the former release is connected."),
            json!({"status": "ok", "notice": "1 session of the former release is connected."}),
        ),
    ] {
        notice.set(text.map(ToOwned::to_owned));
        let answer = shop.answer(get("/readyz")).await;
        assert_eq!((answer.status, answer.json()), (200, expected));
    }
}

#[actix_web::test]
async fn a_shop_that_must_not_serve_says_why() {
    let shop = Shop { readiness: vec![("database", service(true))], ..Shop::new() };
    let obstacle = shop.obstacle.clone();
    let shop = shop.open().await;
    obstacle.set(Some("version 2 has removed what this one needs.".to_owned()));
    let answer = shop.answer(get("/readyz")).await;
    assert_eq!(answer.problem(503), "service.not_ready");
    assert_eq!(
        (&answer.json()["detail"], &answer.json()["away"]),
        (&json!("Not ready: version 2 has removed what this one needs."), &json!([]))
    );
    obstacle.set(None);
    assert_eq!(shop.answer(get("/readyz")).await.status, 200);
}

#[actix_web::test]
async fn a_shop_is_ready_without_what_it_does_not_need() {
    for (works, expected) in
        [(true, json!({"status": "ok"})), (false, json!({"status": "ok", "notice": "There is no answer from the replica."}))]
    {
        let shop = Shop { readiness: vec![("database", service(true))], dispensable: vec![("the replica", service(works))], ..Shop::new() };
        let answer = shop.answer(get("/readyz")).await;
        assert_eq!((answer.status, answer.json()), (200, expected));
    }
}

#[actix_web::test]
async fn the_shop_introduces_itself() {
    let shop = Shop::new().open().await;
    let answer = shop.answer(get("/api/shop")).await;
    let mut told = answer.json();
    let limits = told.as_object_mut().unwrap().remove("limits").unwrap();
    let districts = told.as_object_mut().unwrap().remove("districts").unwrap();
    assert_eq!((districts.as_array().unwrap().len(), &districts[0], &districts[19]), (25, &json!("Ampara"), &json!("Nuwara Eliya")));
    let expected = json!({
        "name": "Araliya", "phone": "+94 11 234 5678", "email": "hello@araliya.example", "address": "27 Flower Road, Colombo",
        "openingHours": "Monday to Friday, 9 AM to 6 PM", "currency": "LKR", "timeZone": "Asia/Colombo",
        "needsDistrict": false, "guestCheckout": false, "returnDays": 7, "changedMind": false, "mailLanguages": ["en"], "mailConnected": true,
        "delivery": {
            "methods": [{"method": "standard", "label": "Standard delivery"}], "defaultMethod": "standard", "cutOff": "14:00", "zones": [],
            "rates": [{"zone": "rest", "method": "standard", "tariff": {"kind": "flat", "amount": 0}, "freeFrom": null, "minDays": 1, "maxDays": 3}],
        },
        "payment": {
            "methods": [{"method": "cod", "label": "Cash on delivery", "fee": 0, "min": null, "max": null, "districts": []}],
            "bankAccount": null,
        },
        "promotions": [],
    });
    assert_eq!((answer.status, told), (200, expected));
    // The numbers of the contract.
    let expected = json!({
        "nameLength": 100, "emailLength": 254, "passwordMin": 8, "passwordMax": 128,
        "productIdLength": 64, "reservedProductIds": ["search", "facets", "export", "import", "imports", "suggestions", "update"],
        "productNameLength": 200, "altNames": 20, "altNameLength": 100, "imagesPerProduct": 10, "imageUrlLength": 2_048,
        "descriptionLength": 5_000, "labelLength": 100, "maxPrice": 1_000_000_000, "maxStock": 1_000_000, "maxWeight": 100_000, "lowStock": 5,
        "stockReasonLength": 1_000, "cartLines": 100, "maxQuantity": 1_000_000,
        "orderNameLength": 200, "orderAddressLength": 1_000, "phoneMinLength": 7, "phoneMaxLength": 20, "notesLength": 2_000,
        "customerNoteLength": 500, "cancelReasonLength": 500, "returnCommentLength": 500, "returnPhotos": 5, "noteLength": 2_000, "courierLength": 100, "trackingNumberLength": 100,
        "paymentIdLength": 200, "reviewCommentLength": 1_000, "contactNameLength": 100, "contactMessageMin": 10,
        "contactMessageLength": 5_000, "searchLength": 100, "uploadBytes": 5 * 1_024 * 1_024, "sheetBytes": 10 * 1_024 * 1_024,
        "sheetRows": 10_000,
    });
    assert_eq!(limits, expected);
    assert!(answer.header("etag").starts_with('"'));
}
