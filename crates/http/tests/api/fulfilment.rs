//! Packing and delivering orders, and their parcels.

use serde_json::{Value, json};
use testkit::sample_orders;

use crate::order_life::Ordered;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post, put};

const ORDER: &str = "/api/orders/ARA-0000-0001";

async fn correct(ordered: &Ordered, body: &Value) -> Answer {
    ordered.shop.answer(put(&format!("/api/orders/{}/parcel", ordered.order.id), body).by(&ordered.admin.token)).await
}

#[actix_web::test]
async fn a_step_answers_the_order_after_it() {
    let ordered = Ordered::new().await;
    let body = json!({"step": "packed", "courier": " Domex ", "trackingNumber": "D-1", "trackingUrl": "https://domex.example/D-1"});
    let answer = ordered.step(&body).await;
    assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
    let packed = answer.json()["order"].clone();
    assert_eq!((&packed["status"], &packed["fulfilmentStatus"]), (&json!("processing"), &json!("packed")));
    assert_eq!((&packed["courier"], &packed["trackingNumber"]), (&json!("Domex"), &json!("D-1")));
    assert_eq!(packed["trackingUrl"], "https://domex.example/D-1");
    assert_eq!(ordered.shown().await, packed);
    let bare = ordered.step(&json!({"step": "handedOver", "courier": "  ", "trackingNumber": null, "trackingUrl": ""})).await.json();
    assert_eq!((&bare["order"]["courier"], &bare["order"]["status"]), (&json!("Domex"), &json!("shipped")));
    assert_eq!(ordered.events().await, ["packed", "handedOver"]);
    let back = ordered.step(&json!({"step": "undelivered"})).await.json();
    assert_eq!((&back["order"]["status"], ordered.stock().await), (&json!("cancelled"), 10));
}

#[actix_web::test]
async fn a_step_out_of_order_is_a_conflict_with_the_present_order() {
    let ordered = Ordered::new().await;
    let refused = ordered.step(&json!({"step": "handedOver"})).await;
    assert_eq!(refused.problem(409), "order.wrong_step");
    assert_eq!(refused.json()["order"]["fulfilmentStatus"], "unfulfilled");
    assert_eq!((ordered.events().await, ordered.audited().await), (vec![], json!([])));
    for unknown in [ORDER, "/api/orders/17"] {
        let request = post(&format!("{unknown}/fulfilment"), &json!({"step": "packed"})).by(&ordered.admin.token);
        assert_eq!(ordered.shop.answer(request).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn an_order_that_is_delivered_does_not_wait_at_the_shop() {
    let ordered = Ordered::new().await;
    ordered.step(&json!({"step": "packed"})).await;
    let refused = ordered.step(&json!({"step": "readyForPickup"})).await;
    assert_eq!(refused.problem(409), "order.not_for_pickup");
    assert_eq!(refused.json()["order"]["delivery"]["method"], "standard");
}

#[actix_web::test]
async fn an_order_that_is_paid_in_advance_is_packed_when_it_is_paid() {
    let ordered = Ordered::of(sample_orders::by_transfer).await;
    let pack = json!({"step": "packed"});
    assert_eq!(ordered.step(&pack).await.problem(409), "order.unpaid");
    let paid = put(&format!("/api/orders/{}", ordered.order.id), &json!({"paymentId": "B-1"})).by(&ordered.admin.token);
    assert_eq!(ordered.shop.answer(paid).await.status, 200);
    assert_eq!(ordered.step(&pack).await.status, 200);
}

#[actix_web::test]
async fn a_parcel_on_its_way_is_corrected() {
    let ordered = Ordered::new().await;
    let body = json!({"courier": " Domex ", "trackingNumber": "D-2", "trackingUrl": "https://domex.example/D-2", "notify": true});
    let early = correct(&ordered, &body).await;
    assert_eq!(early.problem(409), "order.not_handed_over");
    assert_eq!(early.json()["order"]["fulfilmentStatus"], "unfulfilled");
    for step in ["packed", "handedOver"] {
        ordered.step(&json!({"step": step})).await;
    }
    let answer = correct(&ordered, &body).await;
    assert!(answer.status == 200 && answer.is_personal());
    let order = answer.json()["order"].clone();
    assert_eq!((&order["courier"], &order["trackingNumber"]), (&json!("Domex"), &json!("D-2")));
    assert_eq!((&order["trackingUrl"], &ordered.shown().await), (&json!("https://domex.example/D-2"), &order));
    let cleared = correct(&ordered, &json!({"courier": " "})).await.json();
    assert_eq!((&cleared["order"]["courier"], &cleared["order"]["trackingNumber"]), (&Value::Null, &Value::Null));
    assert_eq!(ordered.events().await, ["packed", "handedOver", "parcelMailed", "parcel"]);
    let wrong = correct(&ordered, &json!({"courier": "x".repeat(101), "trackingUrl": "http://domex.example"})).await;
    assert_eq!(wrong.wrong_fields(), ["courier", "trackingUrl"]);
    for unknown in [ORDER, "/api/orders/17"] {
        let request = put(&format!("{unknown}/parcel"), &body).by(&ordered.admin.token);
        assert_eq!(ordered.shop.answer(request).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn couriers_are_listed_for_those_who_fulfil() {
    let answer = Shop::new().answer(get("/api/admin/couriers").by("admin")).await;
    assert!(answer.status == 200 && answer.is_personal());
    assert_eq!(answer.json(), json!([]), "a new shop has none");
}

#[actix_web::test]
async fn a_step_follows_the_rules() {
    let ordered = Ordered::new().await;
    assert_eq!(ordered.step(&json!({})).await.wrong_fields(), ["step"]);
    let long = "x".repeat(101);
    let body = json!({"step": "shipped", "courier": long, "trackingNumber": long, "trackingUrl": "http://domex.example"});
    assert_eq!(ordered.step(&body).await.wrong_fields(), ["courier", "step", "trackingNumber", "trackingUrl"]);
    let script = json!({"step": "packed", "trackingUrl": "javascript:alert(1)"});
    assert_eq!(ordered.step(&script).await.wrong_fields(), ["trackingUrl"]);
}
