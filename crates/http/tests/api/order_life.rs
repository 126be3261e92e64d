//! Cancelling orders, calls, and notes on them.

use domain::accounts::staff_role::StaffRole;
use domain::catalog::product::Product;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::{Order, OrderDraft};
use domain::shared::money::Money;
use domain::shared::ports::PortError;
use serde_json::{Value, json};
use testkit::{sample_orders, sample_products, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

const ORDER: &str = "/api/orders/ARA-0000-0001";

/// A shop with an order of 2 of 10 units.
pub(crate) struct Ordered {
    pub(crate) shop: PgShop,
    pub(crate) product: Product,
    pub(crate) order: Order,
    pub(crate) customer: SignedIn,
    pub(crate) admin: SignedIn,
}

impl Ordered {
    pub(crate) async fn new() -> Self {
        Self::of(|draft| draft).await
    }

    /// The same with another draft.
    pub(crate) async fn of(draft: impl FnOnce(OrderDraft) -> OrderDraft) -> Self {
        let shop = PgShop::open().await;
        let (customer, admin) = (shop.customer().await, shop.admin().await);
        let product = shop.stores.add(sample_products::product("Rose water")).await;
        let order = shop.stores.place(&draft(sample_orders::draft(&customer.user, &[(&product, 2)]))).await;
        Self { shop, product, order, customer, admin }
    }

    /// In a shop that calls above one cent.
    async fn to_call() -> Self {
        Self::of(|draft| OrderDraft { confirm_above: Money::from_cents(1).ok(), ..draft }).await
    }

    pub(crate) async fn post(&self, call: &str, by: &SignedIn, body: &Value) -> Answer {
        self.shop.answer(post(&format!("/api/orders/{}/{call}", self.order.id), body).by(&by.token)).await
    }

    pub(crate) async fn step(&self, body: &Value) -> Answer {
        self.post("fulfilment", &self.admin, body).await
    }

    async fn call(&self, body: &Value) -> Answer {
        self.post("cod-confirmation", &self.admin, body).await
    }

    pub(crate) async fn stock(&self) -> u32 {
        self.shop.stores.stock(&self.product).await
    }

    /// The order as an administrator reads it.
    pub(crate) async fn shown(&self) -> Value {
        self.shop.answer(get(&format!("/api/orders/{}", self.order.id)).by(&self.admin.token)).await.json()
    }

    /// The kinds of the events after the placing.
    pub(crate) async fn events(&self) -> Vec<Value> {
        let events = self.shop.answer(get(&format!("/api/orders/{}/events", self.order.id)).by(&self.admin.token)).await.json();
        events.as_array().unwrap().iter().skip(1).map(|event| event["kind"].clone()).collect()
    }

    /// The changes of orders in the audit log.
    pub(crate) async fn audited(&self) -> Value {
        self.shop.answer(get("/api/admin/audit?entity=order").by(&self.admin.token)).await.json()
    }
}

#[actix_web::test]
async fn a_customer_cancels_their_own_order() {
    let ordered = Ordered::new().await;
    let Ordered { shop, customer, .. } = &ordered;
    assert_eq!(ordered.post("cancel", &shop.customer().await, &json!({})).await.problem(404), "order.not_found");
    assert_eq!(ordered.post("cancel", customer, &json!({"reason": "x".repeat(501)})).await.wrong_fields(), ["reason"]);
    let answer = ordered.post("cancel", customer, &json!({"reason": " ordered twice "})).await;
    let cancelled = answer.json();
    assert_eq!((answer.status, &cancelled["message"]), (200, &json!("Order cancelled successfully!")));
    assert_eq!((&cancelled["order"]["status"], &cancelled["order"]["fulfilmentStatus"]), (&json!("cancelled"), &json!("unfulfilled")));
    assert_eq!((ordered.stock().await, ordered.events().await), (10, vec![json!("cancelled")]));
    let again = ordered.post("cancel", customer, &json!({})).await;
    assert_eq!(again.problem(409), "order.not_cancellable");
    assert_eq!(again.json()["order"]["orderedItems"][0]["name"], "Rose water");
}

#[actix_web::test]
async fn an_administrator_cancels_for_a_customer() {
    let ordered = Ordered::new().await;
    assert_eq!(ordered.post("cancel", &ordered.admin, &json!({"reason": " "})).await.status, 200);
    let log = ordered.audited().await;
    assert_eq!((&log[0]["action"], &log[0]["entityId"]), (&json!("update"), &json!(ordered.order.id.as_str())), "{log}");
}

#[actix_web::test]
async fn staff_add_notes() {
    let ordered = Ordered::new().await;
    let Ordered { shop, admin, .. } = &ordered;
    let answer = ordered.post("notes", admin, &json!({"text": "Rang.\nNo answer.", "visibility": "customer"})).await;
    let request_id = answer.header("x-request-id").to_owned();
    let expected = json!({"message": "Note added successfully!", "event": {
        "at": "2026-03-04T01:00:00Z", "kind": "note", "actorEmail": admin.user.email.as_str(), "from": "processing", "to": "processing",
        "text": "Rang.\nNo answer.", "visibility": "customer", "requestId": request_id,
    }});
    assert_eq!((answer.status, answer.json()), (201, expected.clone()));
    let events = shop.answer(get(&format!("/api/orders/{}/events", ordered.order.id)).by(&admin.token)).await.json();
    assert_eq!(events[1], expected["event"]);
    let wrong = json!({"text": " ", "visibility": "public"});
    assert_eq!(ordered.post("notes", admin, &wrong).await.wrong_fields(), ["text", "visibility"]);
    let body = json!({"text": "x", "visibility": "internal"});
    for unknown in ["/api/orders/ARA-0000-0002/notes", "/api/orders/17/notes"] {
        assert_eq!(shop.answer(post(unknown, &body).by(&admin.token)).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn a_large_order_is_packed_once_its_customer_confirmed_it() {
    let ordered = Ordered::to_call().await;
    let pack = json!({"step": "packed"});
    let refused = ordered.step(&pack).await;
    assert_eq!(refused.problem(409), "order.unconfirmed");
    assert_eq!(refused.json()["order"]["payment"]["codConfirmation"], "needed");
    let answer = ordered.call(&json!({"outcome": "unreachable"})).await;
    assert!(answer.status == 200 && answer.is_personal());
    assert_eq!(answer.json()["order"]["payment"]["codConfirmation"], "unreachable");
    for wrong in [json!({}), json!({"outcome": null}), json!({"outcome": "needed"})] {
        assert_eq!(ordered.call(&wrong).await.wrong_fields(), ["outcome"]);
    }
    assert_eq!(ordered.call(&json!({"outcome": "confirmed"})).await.status, 200);
    let not_needed = ordered.call(&json!({"outcome": "confirmed"})).await;
    assert_eq!(not_needed.problem(409), "order.not_confirmable");
    assert_eq!(not_needed.json()["order"]["orderedItems"][0]["name"], "Rose water");
    assert_eq!(ordered.step(&pack).await.status, 200);
    for unknown in ["/api/orders/ARA-0000-0002", "/api/orders/17"] {
        let call = post(&format!("{unknown}/cod-confirmation"), &json!({"outcome": "refused"})).by(&ordered.admin.token);
        assert_eq!(ordered.shop.answer(call).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn an_order_that_its_customer_refuses_is_cancelled() {
    let ordered = Ordered::to_call().await;
    let refused = ordered.call(&json!({"outcome": "refused"})).await.json();
    assert_eq!((&refused["order"]["status"], &refused["order"]["payment"]["codConfirmation"]), (&json!("cancelled"), &Value::Null));
    assert_eq!(ordered.stock().await, 10);
}

/// Each order is cancelled or kept on its own; a number that is sent twice counts once.
#[actix_web::test]
async fn several_orders_are_cancelled_at_once() {
    let ordered = Ordered::new().await;
    let Ordered { shop, product, customer, .. } = &ordered;
    let packed = shop.stores.place(&sample_orders::draft(&customer.user, &[(product, 1)])).await;
    shop.stores.take_step(&packed, FulfilmentStep::Packed).await.unwrap();
    let support = shop.sign_in(sample_users::staff(StaffRole::Support)).await;
    let (open, packed) = (ordered.order.id.as_str(), packed.id.as_str());
    let body = json!({"orderIds": [open, packed, "ARA-0000-0001", "17", open], "reason": "Not reached by phone"});
    let cancel = async |body: &Value, by: &SignedIn| shop.answer(post("/api/orders/cancel", body).by(&by.token)).await;
    let answer = cancel(&body, &support).await;
    assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
    assert_eq!(answer.json()["message"], "1 of 4 orders cancelled.");
    let outcomes = answer.json()["outcomes"].clone();
    let told: Vec<_> = outcomes.as_array().unwrap().iter().map(|one| json!([one["orderId"], one["cancelled"], one["code"]])).collect();
    assert_eq!(
        told,
        [
            json!([open, true, null]),
            json!([packed, false, "order.not_cancellable"]),
            json!(["ARA-0000-0001", false, "order.not_found"]),
            json!(["17", false, "order.not_found"]),
        ]
    );
    assert_eq!((ordered.stock().await, ordered.events().await), (9, vec![json!("cancelled")]));
    for wrong in [json!({}), json!({"orderIds": []}), json!({"orderIds": vec!["ARA-1111-1111"; 201]})] {
        assert_eq!(cancel(&wrong, &support).await.wrong_fields(), ["orderIds"]);
    }
    let fulfilment = shop.sign_in(sample_users::staff(StaffRole::Fulfilment)).await;
    assert_eq!(cancel(&body, &fulfilment).await.problem(403), "auth.role_forbidden");
}

#[actix_web::test]
async fn a_store_that_is_away_is_told_by_the_sentence_of_the_call() {
    let mut shop = Shop::new();
    shop.orders.expect_change().returning(|_, _, _, _| Err(PortError::unavailable("away").into()));
    let shop = shop.open().await;
    for (call, body, token, sentence) in [
        ("cancel", json!({}), "customer", "Failed to cancel order. Please try again."),
        ("notes", json!({"text": "x", "visibility": "internal"}), "admin", "Failed to add the note. Please try again."),
        ("fulfilment", json!({"step": "packed"}), "admin", "Failed to update order. Please try again."),
    ] {
        let failed = shop.answer(post(&format!("{ORDER}/{call}"), &body).by(token)).await;
        assert_eq!((failed.problem(503).as_str(), failed.json()["message"].as_str()), ("service.unavailable", Some(sentence)));
    }
    let several = shop.answer(post("/api/orders/cancel", &json!({"orderIds": ["ARA-1111-1111"]})).by("admin")).await.json();
    assert_eq!(several["outcomes"][0]["message"], "Failed to cancel order. Please try again.");
}
