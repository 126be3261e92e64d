//! Promotions in use: orders with coupons, previews, announcements, and codes that no coupon has.

use chrono::TimeDelta;
use serde_json::{Value, json};
use testkit::{moments, sample_settings};

use crate::pg_shop::{PgShop, SignedIn};
use crate::promotions::{LIST, Staffed, promotion};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post, put};

impl Staffed {
    /// An order of one bar of soap with this coupon.
    async fn order(&self, customer: &SignedIn, coupon: &str) -> Answer {
        let body = json!({
            "orderedItems": [{"productId": self.soap.code.as_str(), "quantity": 1}], "couponCode": coupon,
            "name": "Nimali Perera", "address": "12 Temple Road, Kandy", "phone": "0712345678",
        });
        self.shop.answer(post("/api/orders", &body).by(&customer.token)).await
    }

    async fn quote(&self, coupon: &str) -> Answer {
        let body = json!({"orderedItems": [{"productId": self.soap.code.as_str(), "quantity": 1}], "couponCode": coupon});
        self.shop.answer(post("/api/orders/quote", &body)).await
    }

    async fn preview(&self, body: &Value) -> Answer {
        let mut request = json!({"orderedItems": [{"productId": self.soap.code.as_str(), "quantity": 3}]});
        request.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        self.shop.answer(post(&format!("{LIST}/preview"), &request).by(&self.owner.token)).await
    }

    async fn announced(&self) -> Vec<Value> {
        self.shop.answer(get("/api/shop")).await.json()["promotions"].as_array().unwrap().clone()
    }
}

#[actix_web::test]
async fn uses_are_listed_with_their_orders_and_counted_until_they_are_cancelled() {
    let staffed = Staffed::new().await;
    let coupon = staffed.added(&json!({"kind": "coupon", "code": "TEN", "usageLimit": 3})).await;
    let uses = format!("{LIST}/{}/uses", coupon["promotionId"].as_str().unwrap());
    let mut orders = Vec::new();
    for _ in 0..3 {
        staffed.shop.wait(1);
        let placed = staffed.order(&staffed.shop.customer().await, "ten").await;
        assert_eq!(placed.status, 201, "{}", placed.text());
        orders.push(placed.json()["order"].clone());
    }
    let listed = staffed.list("?state=usedUp").await;
    assert_eq!((&listed[0]["uses"], &listed[0]["cost"]), (&json!(3), &json!(300)));
    let walked = staffed.shop.walk(&uses, 2, Some(&staffed.owner)).await;
    let newest = json!({
        "orderId": orders[2]["orderId"], "customer": "Nimali Perera", "amount": 100, "usedAt": orders[2]["date"], "releasedAt": null,
    });
    assert_eq!((walked.len(), &walked[0]), (3, &newest));
    let low = staffed.change(&coupon, &json!({"kind": "coupon", "code": "TEN", "usageLimit": 2})).await;
    assert_eq!(low.problem(422), "promotion.limit_below_uses");
    assert_eq!(low.json()["errors"], json!({"usageLimit": ["The promotion is used by more orders than that."]}));
    let cancel = post("/api/orders/cancel", &json!({"orderIds": [orders[2]["orderId"]]})).by(&staffed.owner.token);
    assert_eq!(staffed.shop.answer(cancel).await.status, 200);
    let listed = staffed.list("?state=live").await;
    assert_eq!((&listed[0]["uses"], &listed[0]["cost"]), (&json!(2), &json!(200)));
    assert!(staffed.shop.walk(&uses, 10, Some(&staffed.owner)).await[0]["releasedAt"].is_string());
    for path in [format!("{LIST}/x/uses"), format!("{LIST}/00000000-0000-4000-8000-000000000000/uses")] {
        assert_eq!(staffed.shop.answer(get(&path).by(&staffed.owner.token)).await.problem(404), "promotion.not_found");
    }
}

#[actix_web::test]
async fn an_order_that_a_coupon_makes_free_waits_for_no_payment() {
    let staffed = Staffed::in_shop(PgShop::open().await.with_payments(sample_settings::payments()).await).await;
    staffed.added(&json!({"kind": "coupon", "code": "FREE", "value": 100})).await;
    let body = json!({
        "orderedItems": [{"productId": staffed.soap.code.as_str(), "quantity": 1}], "couponCode": "FREE", "paymentMethod": "bankTransfer",
        "name": "Nimali Perera", "address": "12 Temple Road, Kandy", "phone": "0712345678",
        "deliveryAddress": {"line1": "12 Temple Road", "city": "Colombo", "district": "Colombo"},
    });
    let placed = staffed.shop.answer(post("/api/orders", &body).by(&staffed.shop.customer().await.token)).await;
    assert_eq!(placed.status, 201, "{}", placed.text());
    let order = placed.json()["order"].clone();
    assert_eq!((&order["payment"]["paymentStatus"], &order["payment"]["expiresAt"]), (&json!("paid"), &Value::Null));
    let path = format!("/api/orders/{}", order["orderId"].as_str().unwrap());
    for status in ["cancelled", "processing"] {
        let changed = staffed.shop.answer(put(&path, &json!({"status": status})).by(&staffed.owner.token)).await;
        assert_eq!(changed.status, 200, "{}", changed.text());
    }
    let late = moments::now() + TimeDelta::days(400);
    assert_eq!(staffed.shop.stores.payments.overdue(late).await.unwrap(), [], "it is not listed before those that expire");
}

#[actix_web::test]
async fn a_preview_prices_a_cart_and_writes_nothing() {
    let staffed = Staffed::new().await;
    let stored = staffed.added(&json!({"value": 10})).await;
    let applied = |answer: &Answer| answer.json()["promotions"][0]["amount"].clone();
    let beside = staffed.preview(&json!({"promotion": promotion(&json!({"name": "More", "value": 20, "active": false}))})).await;
    assert_eq!((applied(&beside), &beside.json()["total"]), (json!(600), &json!(2400)));
    let in_place = staffed.preview(&json!({"promotionId": stored["promotionId"], "promotion": promotion(&json!({"value": 5}))})).await;
    assert_eq!(applied(&in_place), json!(150), "the stored one does not count");
    let coupon =
        json!({"kind": "coupon", "code": "NEW", "benefit": "fixed", "value": 500, "firstOrderOnly": true, "startsAt": "2027-01-01"});
    let coupon = staffed.preview(&json!({"promotion": promotion(&coupon)})).await;
    assert_eq!((applied(&coupon), &coupon.json()["coupon"]["state"]), (json!(500), &json!("applied")), "{}", coupon.text());
    assert!(coupon.is_personal());
    assert_eq!(staffed.list("").await, [stored]);
    let wrong = staffed.preview(&json!({"promotion": promotion(&json!({"value": 0})), "promotionId": "x", "orderedItems": []})).await;
    assert_eq!(wrong.wrong_fields(), ["orderedItems", "promotion.value", "promotionId"]);
}

#[actix_web::test]
async fn live_automatic_promotions_are_announced_at_once() {
    let staffed = Staffed::new().await;
    staffed.added(&json!({"kind": "coupon", "code": "SECRET"})).await;
    staffed.added(&json!({"active": false})).await;
    assert_eq!(staffed.announced().await, Vec::<Value>::new());
    let free = json!({"name": "Free delivery", "benefit": "freeDelivery", "minSpend": 7500, "brands": ["Spa"], "endsAt": "2026-03-31"});
    let added = staffed.added(&free).await;
    let expected = json!({
        "name": "Free delivery", "benefit": "freeDelivery", "value": null, "buy": null, "get": null, "steps": [], "maxDiscount": null,
        "minSpend": 7500, "products": [], "categories": [], "brands": ["Spa"], "firstOrderOnly": false, "endsAt": "2026-03-31",
    });
    assert_eq!(staffed.announced().await, [expected]);
    staffed.change(&added, &json!({"active": false})).await;
    assert_eq!(staffed.announced().await, Vec::<Value>::new());
    for _ in 0..21 {
        staffed.added(&json!({})).await;
    }
    assert_eq!(staffed.announced().await.len(), 20);
}

#[actix_web::test]
async fn an_address_tries_ten_unknown_codes_a_minute() {
    let mut mocks = Shop::new();
    mocks.config.rate_limit_scale = 1.0;
    let staffed = Staffed::in_shop(PgShop::open_with(mocks).await).await;
    staffed.added(&json!({"kind": "coupon", "code": "KNOWN"})).await;
    for _ in 0..12 {
        assert_eq!(staffed.quote("known").await.json()["coupon"]["state"], "applied");
    }
    let customer = staffed.shop.customer().await;
    assert_eq!(staffed.order(&customer, "unknown").await.problem(409), "order.coupon_refused");
    for code in ["no code at all", "A", "UNKNOWN", "UNKNOWN", "B", "C", "D", "E", "F"] {
        assert_eq!(staffed.quote(code).await.json()["coupon"]["state"], "unknown", "{code}");
    }
    for code in ["unknown", "known"] {
        assert_eq!(staffed.quote(code).await.problem(429), "request.too_many", "{code}");
        assert_eq!(staffed.order(&customer, code).await.problem(429), "request.too_many", "{code}");
    }
    assert_eq!(staffed.quote(" ").await.status, 200, "without a code");
}
