//! Edits of orders by administrators.

use domain::shared::order_status::OrderStatus;
use serde_json::{Value, json};
use testkit::sample_orders;

use crate::order_life::Ordered;
use crate::wire::{Answer, By as _, get, put};

async fn edit(ordered: &Ordered, body: &Value) -> Answer {
    ordered.shop.answer(put(&format!("/api/orders/{}", ordered.order.id), body).by(&ordered.admin.token)).await
}

#[actix_web::test]
async fn what_an_administrator_leaves_out_stays() {
    let ordered = Ordered::new().await;
    let answer = edit(&ordered, &json!({"status": "cancelled", "paymentId": "PAY-1", "refunded": true, "total": 0})).await;
    let changed = answer.json();
    assert_eq!((answer.status, &changed["message"]), (200, &json!("Order updated successfully!")));
    let order = &changed["order"];
    assert_eq!((&order["status"], &order["paymentId"], &order["refunded"]), (&json!("cancelled"), &json!("PAY-1"), &json!(true)));
    assert_eq!((&order["notes"], &order["total"]), (&json!(""), &json!(2400)));
    assert_eq!((ordered.stock().await, ordered.events().await, &ordered.shown().await), (10, vec![json!("status")], order));
}

#[actix_web::test]
async fn notes_and_payment_can_be_taken_away() {
    let ordered = Ordered::new().await;
    let paid = json!({"paymentId": "PAY-1", "notes": "called"});
    for nothing in [Value::Null, json!(""), json!("  ")] {
        edit(&ordered, &paid).await;
        let body = json!({"paymentId": nothing, "notes": nothing});
        let cleared = edit(&ordered, &body).await.json();
        assert_eq!((&cleared["order"]["paymentId"], &cleared["order"]["notes"]), (&Value::Null, &json!("")), "{body}");
    }
    edit(&ordered, &paid).await;
    let kept = edit(&ordered, &json!({"status": "shipped"})).await.json();
    assert_eq!((&kept["order"]["paymentId"], &kept["order"]["notes"]), (&json!("PAY-1"), &json!("called")));
}

#[actix_web::test]
async fn staff_see_the_ledger_and_the_refunds_and_customers_the_figures() {
    let ordered = Ordered::new().await;
    let paid = edit(&ordered, &json!({"paymentId": "PAY-1", "status": "cancelled"})).await.json();
    let payment = json!({
        "method": "cod", "paymentStatus": "paid", "charged": 2400, "returned": 0, "held": 2400, "amountDue": 0, "refundDue": 2400, "expiresAt": null,
        "lastAttempt": null, "refundable": 2400, "refundableByGateway": 0,
        "codConfirmation": null,
    });
    assert_eq!(paid["order"]["payment"], payment);
    let entry = json!({
        "kind": "charge", "method": "cod", "amount": 2400, "reference": "PAY-1", "attemptId": null, "state": "settled",
        "actor": ordered.admin.user.email.as_str(), "at": "2026-03-04T01:00:00Z",
    });
    assert_eq!((&paid["order"]["ledger"], &paid["order"]["refunds"]), (&json!([entry]), &json!([])));
    let returned = edit(&ordered, &json!({"refunded": true})).await.json();
    let refund = &returned["order"]["refunds"][0];
    assert_eq!((&refund["state"], &refund["via"], &refund["amount"]), (&json!("settled"), &json!("byHand"), &json!(2400)));
    assert!(refund["refundId"].as_str().is_some_and(|id| id.ends_with("-R1")), "{refund}");
    assert_eq!(returned["order"]["payment"]["paymentStatus"], "refunded");
    let own = Ordered::new().await;
    let own = own.shop.answer(get(&format!("/api/orders/{}", own.order.id)).by(&own.customer.token)).await.json();
    assert_eq!((own["payment"]["amountDue"].clone(), own.get("ledger"), own.get("refunds")), (json!(2400), None, None));
}

#[actix_web::test]
async fn a_refund_of_no_payment_is_refused() {
    let ordered = Ordered::new().await;
    assert_eq!(edit(&ordered, &json!({"refunded": true})).await.problem(409), "payment.nothing_held");
    assert_eq!((ordered.events().await, ordered.audited().await), (vec![], json!([])));
}

#[actix_web::test]
async fn a_reference_pays_one_order() {
    let ordered = Ordered::new().await;
    let Ordered { shop, product, customer, order, .. } = &ordered;
    edit(&ordered, &json!({"paymentId": "TRX-4711"})).await;
    let other = shop.stores.place(&sample_orders::draft(&customer.user, &[(product, 1)])).await;
    let request = put(&format!("/api/orders/{}", other.id), &json!({"paymentId": "trx 4711"})).by(&ordered.admin.token);
    let refused = shop.answer(request).await;
    assert_eq!(refused.problem(409), "payment.reference_used");
    assert_eq!(refused.json()["orderId"], order.id.as_str());
    assert_eq!(refused.json()["message"], format!("This reference was used for the order {} already.", order.id));
}

#[actix_web::test]
async fn an_edit_follows_the_rules() {
    let ordered = Ordered::new().await;
    let body =
        json!({"expectedStatus": "Shipped", "status": "lost", "notes": "x".repeat(2_001), "paymentId": "x".repeat(201), "refunded": null});
    assert_eq!(edit(&ordered, &body).await.wrong_fields(), ["expectedStatus", "notes", "paymentId", "status"]);
    let lines = json!({"notes": "Ring twice.\nThen wait.", "paymentId": "PAY\n1"});
    assert_eq!(edit(&ordered, &lines).await.wrong_fields(), ["paymentId"], "notes may have lines");
    for unknown in ["/api/orders/ARA-0000-0001", "/api/orders/17"] {
        assert_eq!(ordered.shop.answer(put(unknown, &json!({})).by(&ordered.admin.token)).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn a_reinstated_order_needs_its_units() {
    let ordered = Ordered::new().await;
    edit(&ordered, &json!({"status": "cancelled"})).await;
    ordered.shop.stores.place(&sample_orders::draft(&ordered.customer.user, &[(&ordered.product, 9)])).await;
    let short = edit(&ordered, &json!({"status": "processing"})).await;
    assert_eq!(short.problem(409), "order.out_of_stock");
    assert_eq!((&short.json()["lines"][0]["requested"], &short.json()["lines"][0]["available"]), (&json!(2), &json!(1)));
}

#[actix_web::test]
async fn an_edit_of_another_status_than_was_seen_is_a_conflict() {
    let ordered = Ordered::new().await;
    ordered.shop.stores.set_status(&ordered.order, OrderStatus::Cancelled).await.unwrap();
    let refused = edit(&ordered, &json!({"status": "shipped", "expectedStatus": "processing"})).await;
    assert_eq!(refused.problem(409), "order.status_changed");
    let present = &refused.json()["order"];
    assert_eq!((&present["status"], &present["orderedItems"][0]["name"]), (&json!("cancelled"), &json!("Rose water")));
}

#[actix_web::test]
async fn an_edit_that_changes_nothing_writes_nothing() {
    let ordered = Ordered::new().await;
    let said = json!({"status": "processing", "notes": "", "refunded": false, "paymentId": null});
    for body in [said, json!({})] {
        assert_eq!(edit(&ordered, &body).await.status, 200);
    }
    assert_eq!((ordered.events().await, ordered.audited().await), (vec![], json!([])));
}
