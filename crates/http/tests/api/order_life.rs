//! Packing, delivering and cancelling orders, notes on them, and what a customer sees of that.

use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::{Order, OrderQuery};
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::{CallNoted, CancelOutcome, StepOutcome};
use domain::payments::cod_confirmation::{CallOutcome, CodCall};
use domain::payments::ledger::Booked;
use domain::payments::order_payment::OrderPayment;
use domain::shared::money::Money;
use domain::shared::page::{Page, PageAnswer, TotalCount};
use domain::shared::text::{CancelReason, NoteText};
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_products};

use crate::people::{admin, customer};
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

const ORDER: &str = "/api/orders/ARA-0000-0001";

fn order() -> Order {
    let product = kept(sample_products::product("Rose water"));
    sample_orders::draft(&customer().user, &[(&product, 2)]).into_order()
}

/// The answer to a step with an order that the customer just placed.
async fn step(body: &Value) -> Answer {
    let mut shop = Shop::new();
    shop.fulfilment.expect_take_step().returning(|_, change, by, _| {
        assert_eq!(by.email, Some(admin().user.email));
        let taken = change.clone().apply(order(), &Booked::by(by, moments::now()));
        Ok(taken.map_or_else(|_| StepOutcome::WrongStep(order()), StepOutcome::Taken))
    });
    shop.answer(post(&format!("{ORDER}/fulfilment"), body).by("admin")).await
}

#[actix_web::test]
async fn a_step_answers_the_order_after_it() {
    let body = json!({"step": "packed", "courier": " Domex ", "trackingNumber": "D-1", "trackingUrl": "https://domex.example/D-1"});
    let answer = step(&body).await;
    assert!(answer.status == 200 && answer.is_personal());
    let packed = answer.json();
    let packed = &packed["order"];
    assert_eq!((&packed["status"], &packed["fulfilmentStatus"]), (&json!("processing"), &json!("packed")));
    assert_eq!((&packed["courier"], &packed["trackingNumber"]), (&json!("Domex"), &json!("D-1")));
    assert_eq!(packed["trackingUrl"], "https://domex.example/D-1");
    let bare = step(&json!({"step": "packed", "courier": "  ", "trackingNumber": null, "trackingUrl": ""})).await.json();
    assert_eq!((&bare["order"]["courier"], &bare["order"]["trackingUrl"]), (&Value::Null, &Value::Null));
}

#[actix_web::test]
async fn a_step_out_of_order_is_a_conflict_with_the_present_order() {
    let refused = step(&json!({"step": "handedOver"})).await;
    assert_eq!(refused.problem(409), "order.wrong_step");
    assert_eq!(refused.json()["order"]["fulfilmentStatus"], "unfulfilled");
    let mut shop = Shop::new();
    shop.fulfilment.expect_take_step().returning(|_, _, _, _| Ok(StepOutcome::NotFound));
    let shop = shop.open().await;
    for unknown in [ORDER, "/api/orders/17"] {
        let request = post(&format!("{unknown}/fulfilment"), &json!({"step": "packed"})).by("admin");
        assert_eq!(shop.answer(request).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn an_order_that_is_delivered_does_not_wait_at_the_shop() {
    let mut shop = Shop::new();
    shop.fulfilment.expect_take_step().returning(|_, _, _, _| Ok(StepOutcome::NotForPickup(order())));
    let refused = shop.answer(post(&format!("{ORDER}/fulfilment"), &json!({"step": "readyForPickup"})).by("admin")).await;
    assert_eq!(refused.problem(409), "order.not_for_pickup");
    assert_eq!(refused.json()["order"]["delivery"]["method"], "standard");
}

#[actix_web::test]
async fn a_step_follows_the_rules() {
    assert_eq!(step(&json!({})).await.wrong_fields(), ["step"]);
    let long = "x".repeat(101);
    let body = json!({"step": "shipped", "courier": long, "trackingNumber": long, "trackingUrl": "http://domex.example"});
    assert_eq!(step(&body).await.wrong_fields(), ["courier", "step", "trackingNumber", "trackingUrl"]);
    let script = json!({"step": "packed", "trackingUrl": "javascript:alert(1)"});
    assert_eq!(step(&script).await.wrong_fields(), ["trackingUrl"]);
}

/// A shop with one order, which is the customer's.
fn with_order() -> Shop {
    let mut shop = Shop::new();
    shop.order_reader.expect_by_id().returning(|id| Ok(Some(Order { id: id.clone(), ..order() })));
    shop
}

#[actix_web::test]
async fn a_customer_cancels_their_own_order() {
    let mut shop = with_order();
    shop.fulfilment.expect_cancel().returning(|_, cancellation, by, _| {
        let is_own = by.email == Some(customer().user.email);
        assert_eq!(cancellation.is_by_staff, !is_own);
        assert_eq!(cancellation.reason, if is_own { CancelReason::parse("ordered twice").ok() } else { None });
        Ok(CancelOutcome::Cancelled(Order { status: OrderStatus::Cancelled, ..order() }))
    });
    let shop = shop.open().await;
    let by = |token: &str, body: &Value| post(&format!("{ORDER}/cancel"), body).by(token);
    let answer = shop.answer(by("customer", &json!({"reason": " ordered twice "}))).await;
    let cancelled = answer.json();
    assert_eq!((answer.status, &cancelled["message"]), (200, &json!("Order cancelled successfully!")));
    assert_eq!((&cancelled["order"]["status"], &cancelled["order"]["fulfilmentStatus"]), (&json!("cancelled"), &json!("unfulfilled")));
    assert_eq!(shop.answer(by("admin", &json!({"reason": " "}))).await.status, 200);
    assert_eq!(shop.answer(by("stranger", &json!({}))).await.problem(404), "order.not_found");
    assert_eq!(shop.answer(by("customer", &json!({"reason": "x".repeat(501)}))).await.wrong_fields(), ["reason"]);
}

#[actix_web::test]
async fn a_packed_order_is_a_conflict_with_the_present_order() {
    let mut shop = with_order();
    shop.fulfilment.expect_cancel().returning(|_, _, _, _| Ok(CancelOutcome::NotCancellable(order())));
    let refused = shop.answer(post(&format!("{ORDER}/cancel"), &json!({})).by("customer")).await;
    assert_eq!(refused.problem(409), "order.not_cancellable");
    assert_eq!(refused.json()["order"]["orderedItems"][0]["name"], "Rose water");
}

fn noted(visibility: NoteVisibility) -> OrderEvent {
    let note = OrderNote { text: NoteText::parse("Rang.\nNo answer.").unwrap(), visibility };
    let (actor, request_id, status) = (Some(admin().user.email), Some("r1".into()), OrderStatus::Processing);
    OrderEvent { at: moments::now(), actor, from: Some(status), to: status, request_id, kind: EventKind::Note(note) }
}

#[actix_web::test]
async fn staff_add_notes() {
    let mut shop = Shop::new();
    shop.fulfilment.expect_add_note().returning(|id, note, _, _| Ok((id.as_str() == "ARA-0000-0001").then(|| noted(note.visibility))));
    let shop = shop.open().await;
    let add = |path: &str, body: &Value| post(path, body).by("admin");
    let answer = shop.answer(add(&format!("{ORDER}/notes"), &json!({"text": "Rang.\nNo answer.", "visibility": "customer"}))).await;
    let expected = json!({"message": "Note added successfully!", "event": {
        "at": "2026-03-04T01:00:00Z", "kind": "note", "actorEmail": admin().user.email.as_str(), "from": "processing", "to": "processing",
        "text": "Rang.\nNo answer.", "visibility": "customer", "requestId": "r1",
    }});
    assert_eq!((answer.status, answer.json()), (201, expected));
    let wrong = json!({"text": " ", "visibility": "public"});
    assert_eq!(shop.answer(add(&format!("{ORDER}/notes"), &wrong)).await.wrong_fields(), ["text", "visibility"]);
    let body = json!({"text": "x", "visibility": "internal"});
    for unknown in ["/api/orders/ARA-0000-0002/notes", "/api/orders/17/notes"] {
        assert_eq!(shop.answer(add(unknown, &body)).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn a_customer_sees_of_the_history_what_concerns_them() {
    let mut shop = with_order();
    shop.order_reader.expect_history().returning(|_| {
        let packed = OrderEvent { kind: EventKind::Step(FulfilmentStep::Packed), ..noted(NoteVisibility::Internal) };
        let reason = CancelReason::parse("ordered twice").ok();
        let cancelled = OrderEvent {
            actor: Some(customer().user.email),
            to: OrderStatus::Cancelled,
            kind: EventKind::Cancelled(reason),
            ..packed.clone()
        };
        Ok(Some(vec![packed, noted(NoteVisibility::Internal), noted(NoteVisibility::Customer), cancelled]))
    });
    let shop = shop.open().await;
    let events = format!("{ORDER}/events");
    let seen = shop.answer(get(&events).by("customer")).await;
    assert!(seen.is_personal());
    let told = |event: &Value| json!([event["kind"], event["actorEmail"], event["text"], event["requestId"]]);
    let told: Vec<Value> = seen.json().as_array().unwrap().iter().map(told).collect();
    let own = customer().user.email;
    let expected = json!([
        ["packed", null, null, null],
        ["note", null, "Rang.\nNo answer.", null],
        ["cancelled", own.as_str(), "ordered twice", null]
    ]);
    assert_eq!(json!(told), expected);
    assert_eq!(shop.answer(get(&events).by("admin")).await.json().as_array().unwrap().len(), 4);
    assert_eq!(shop.answer(get(&events).by("stranger")).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn the_packing_queue_and_the_calls_are_filters() {
    let mut shop = Shop::new();
    shop.order_reader.expect_list().returning(|query| {
        if query.to_call {
            assert_eq!(query, &OrderQuery { to_call: true, page: query.page.clone(), ..OrderQuery::default() });
            return Ok(PageAnswer::Page(Page { items: vec![large_order()], next: None, total: TotalCount::Exactly(1) }));
        }
        let queue = OrderQuery { fulfilment: query.fulfilment, page: query.page.clone(), ..OrderQuery::default() };
        assert_eq!((query.fulfilment.map(|point| point.as_str()), query), (Some("readyForPickup"), &queue));
        Ok(PageAnswer::Page(Page { items: vec![order()], next: None, total: TotalCount::Exactly(1) }))
    });
    let shop = shop.open().await;
    assert_eq!(shop.answer(get("/api/orders?fulfilment=readyForPickup").by("admin")).await.status, 200);
    let to_call = shop.answer(get("/api/orders?toCall=true").by("admin")).await;
    assert_eq!(to_call.json()[0]["payment"]["codConfirmation"], "needed");
    assert_eq!(shop.answer(get("/api/orders?toCall=maybe").by("admin")).await.wrong_fields(), ["toCall"]);
    assert_eq!(shop.answer(get("/api/orders?fulfilment=shipped").by("admin")).await.wrong_fields(), ["fulfilment"]);
}

/// An order of the customer in a shop that calls above one cent.
fn large_order() -> Order {
    let cod_call = CodCall { above: Money::from_cents(1).ok(), reached: None };
    order().with_payment(OrderPayment { cod_call, ..OrderPayment::default() })
}

#[actix_web::test]
async fn a_call_answers_the_order_after_it() {
    let mut shop = Shop::new();
    shop.fulfilment.expect_note_call().returning(|id, outcome, by, _| {
        assert_eq!(by.email, Some(admin().user.email));
        Ok(match (id.as_str(), outcome) {
            ("ARA-0000-0001", CallOutcome::Confirmed) => CallNoted::NotConfirmable(order()),
            ("ARA-0000-0001", outcome) => CallNoted::Noted(large_order().called(outcome).unwrap()),
            _ => CallNoted::NotFound,
        })
    });
    let shop = shop.open().await;
    let call = async |order: &str, body: Value| shop.answer(post(&format!("{order}/cod-confirmation"), &body).by("admin")).await;
    let answer = call(ORDER, json!({"outcome": "unreachable"})).await;
    assert!(answer.status == 200 && answer.is_personal());
    assert_eq!(answer.json()["order"]["payment"]["codConfirmation"], "unreachable");
    let refused = call(ORDER, json!({"outcome": "refused"})).await.json();
    assert_eq!((&refused["order"]["status"], &refused["order"]["payment"]["codConfirmation"]), (&json!("cancelled"), &Value::Null));
    let not_needed = call(ORDER, json!({"outcome": "confirmed"})).await;
    assert_eq!(not_needed.problem(409), "order.not_confirmable");
    assert_eq!(not_needed.json()["order"]["orderedItems"][0]["name"], "Rose water");
    for wrong in [json!({}), json!({"outcome": null}), json!({"outcome": "needed"})] {
        assert_eq!(call(ORDER, wrong).await.wrong_fields(), ["outcome"]);
    }
    for unknown in ["/api/orders/ARA-0000-0002", "/api/orders/17"] {
        assert_eq!(call(unknown, json!({"outcome": "refused"})).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn staff_alone_see_whether_a_customer_is_to_be_called() {
    let mut shop = Shop::new();
    shop.order_reader.expect_by_id().returning(|_| Ok(Some(large_order())));
    shop.fulfilment.expect_take_step().returning(|_, _, _, _| Ok(StepOutcome::Unconfirmed(large_order())));
    let shop = shop.open().await;
    assert_eq!(shop.answer(get(ORDER).by("admin")).await.json()["payment"]["codConfirmation"], "needed");
    assert_eq!(shop.answer(get(ORDER).by("customer")).await.json()["payment"].get("codConfirmation"), None);
    let refused = shop.answer(post(&format!("{ORDER}/fulfilment"), &json!({"step": "packed"})).by("admin")).await;
    assert_eq!(refused.problem(409), "order.unconfirmed");
    assert_eq!(refused.json()["order"]["payment"]["codConfirmation"], "needed");
}

/// Each order is cancelled or kept on its own; a number that is sent twice counts once.
#[actix_web::test]
async fn several_orders_are_cancelled_at_once() {
    let mut shop = Shop::new();
    let order = sample_orders::draft(&customer().user, &[]).into_order();
    let kept = order.clone();
    shop.order_reader
        .expect_by_id()
        .returning(move |id| Ok((id.as_str() != "ARA-2222-2222").then(|| Order { id: id.clone(), ..kept.clone() })));
    shop.fulfilment.expect_cancel().returning(move |id, cancellation, _, _| {
        assert_eq!(cancellation.reason.as_ref().map(|reason| reason.as_str()), Some("Not reached by phone"));
        let order = Order { id: id.clone(), ..order.clone() };
        Ok(if id.as_str() == "ARA-3333-3333" { CancelOutcome::NotCancellable(order) } else { CancelOutcome::Cancelled(order) })
    });
    let shop = shop.open().await;
    let ids = ["ARA-1111-1111", "ARA-3333-3333", "ARA-2222-2222", "17", "ARA-1111-1111"];
    let body = json!({"orderIds": ids, "reason": "Not reached by phone"});
    let answer = shop.answer(post("/api/orders/cancel", &body).by("support")).await;
    assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
    assert_eq!(answer.json()["message"], "1 of 4 orders cancelled.");
    let outcomes = answer.json()["outcomes"].clone();
    let told: Vec<_> = outcomes.as_array().unwrap().iter().map(|one| (&one["orderId"], &one["cancelled"], &one["code"])).collect();
    assert_eq!(
        told,
        [
            (&json!("ARA-1111-1111"), &json!(true), &json!(null)),
            (&json!("ARA-3333-3333"), &json!(false), &json!("order.not_cancellable")),
            (&json!("ARA-2222-2222"), &json!(false), &json!("order.not_found")),
            (&json!("17"), &json!(false), &json!("order.not_found")),
        ]
    );
    for wrong in [json!({}), json!({"orderIds": []}), json!({"orderIds": vec!["ARA-1111-1111"; 201]})] {
        assert_eq!(shop.answer(post("/api/orders/cancel", &wrong).by("support")).await.wrong_fields(), ["orderIds"]);
    }
    let refused = shop.answer(post("/api/orders/cancel", &body).by("fulfilment")).await;
    assert_eq!(refused.problem(403), "auth.role_forbidden");
}
