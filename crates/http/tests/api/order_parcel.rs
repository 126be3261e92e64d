//! Correcting the courier and the tracking of a parcel that is on its way, and the couriers to choose from.

use domain::orders::order::Order;
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::ParcelOutcome;
use serde_json::{Value, json};
use testkit::{sample_orders, sample_products};

use crate::people::{admin, customer};
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, put};

const ORDER: &str = "/api/orders/ARA-0000-0001";

fn order() -> Order {
    let product = kept(sample_products::product("Rose water"));
    sample_orders::draft(&customer().user, &[(&product, 2)]).into_order()
}

/// The answer to a change of a parcel that is on its way, where `is_on_its_way`.
async fn corrected(is_on_its_way: bool, body: &Value) -> Answer {
    let mut shop = Shop::new();
    shop.fulfilment.expect_change_parcel().returning(move |id, change, by, _| {
        assert_eq!(by.email, Some(admin().user.email));
        if id.as_str() != "ARA-0000-0001" {
            return Ok(ParcelOutcome::NotFound);
        }
        let handed = Order { status: OrderStatus::Shipped, ..order() };
        let order = if is_on_its_way { handed } else { order() };
        Ok(change.clone().apply(order.clone()).map_or(ParcelOutcome::NotOnItsWay(order), ParcelOutcome::Changed))
    });
    shop.answer(put(&format!("{ORDER}/parcel"), body).by("admin")).await
}

#[actix_web::test]
async fn a_parcel_on_its_way_is_corrected() {
    let body = json!({"courier": " Domex ", "trackingNumber": "D-2", "trackingUrl": "https://domex.example/D-2", "notify": true});
    let answer = corrected(true, &body).await;
    assert!(answer.status == 200 && answer.is_personal());
    let order = &answer.json()["order"];
    assert_eq!((&order["courier"], &order["trackingNumber"]), (&json!("Domex"), &json!("D-2")));
    assert_eq!(order["trackingUrl"], "https://domex.example/D-2");
    let cleared = corrected(true, &json!({"courier": " "})).await.json();
    assert_eq!((&cleared["order"]["courier"], &cleared["order"]["trackingNumber"]), (&Value::Null, &Value::Null));
    let early = corrected(false, &body).await;
    assert_eq!(early.problem(409), "order.not_handed_over");
    assert_eq!(early.json()["order"]["fulfilmentStatus"], "unfulfilled");
    let wrong = corrected(true, &json!({"courier": "x".repeat(101), "trackingUrl": "http://domex.example"})).await;
    assert_eq!(wrong.wrong_fields(), ["courier", "trackingUrl"]);
}

#[actix_web::test]
async fn couriers_are_listed_for_those_who_fulfil() {
    let answer = Shop::new().answer(get("/api/admin/couriers").by("admin")).await;
    assert!(answer.status == 200 && answer.is_personal());
    assert_eq!(answer.json(), json!([]), "a new shop has none");
}
