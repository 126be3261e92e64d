//! Listing, showing and changing orders, and the dashboard's figures.

use domain::catalog::product_code::ProductCode;
use domain::orders::order::{Order, Shortage};
use domain::orders::order_change::OrderChange;
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::UpdateOrderOutcome;
use domain::orders::purchases::Purchases;
use domain::payments::ledger::Booked;
use domain::payments::order_payment::PaymentRefusal;
use domain::reports::audit::Actor;
use domain::reports::revenue::RevenueSums;
use domain::reports::sales_period::DaySales;
use domain::shared::edit::Edit;
use domain::shared::page::{Page, PageAnswer, TotalCount};
use domain::shared::text::{OrderNotes, PaymentId, ProductName};
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_products};

use crate::people::{admin, customer};
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, put};

fn order() -> Order {
    let product = kept(sample_products::product("Rose water"));
    sample_orders::draft(&customer().user, &[(&product, 2)]).into_order()
}

#[actix_web::test]
async fn customers_list_their_own_and_administrators_all() {
    let mut shop = Shop::new();
    shop.order_reader
        .expect_list()
        .withf(|q| q.status == Some(OrderStatus::Shipped) && q.text.as_ref().is_some_and(|t| t.as_str() == "kandy"))
        .returning(|query| {
            let items = if query.owner == Some(customer().user.id) { vec![order()] } else { vec![order(), order()] };
            let total = TotalCount::Exactly(u32::try_from(items.len()).unwrap());
            Ok(PageAnswer::Page(Page { items, next: None, total }))
        });
    let shop = shop.open().await;
    for (token, count) in [("customer", "1"), ("admin", "2")] {
        let answer = shop.answer(get("/api/orders?status=shipped&q=kandy").by(token)).await;
        assert_eq!((answer.status, answer.header("x-total-count"), answer.header("link")), (200, count, ""));
        assert_eq!(answer.json()[0]["orderedItems"][0]["name"], "Rose water");
        assert!(answer.is_personal());
    }
    let wrong = "/api/orders?status=lost&limit=x&customer=nobody&mine=1";
    for token in ["customer", "admin"] {
        assert_eq!(shop.answer(get(wrong).by(token)).await.wrong_fields(), ["customer", "limit", "mine", "status"]);
    }
}

#[actix_web::test]
async fn an_administrator_may_ask_for_their_own_orders() {
    let mut shop = Shop::new();
    shop.order_reader.expect_list().returning(|query| {
        let items = if query.owner == Some(admin().user.id) { vec![order()] } else { vec![order(), order()] };
        let total = TotalCount::Exactly(u32::try_from(items.len()).unwrap());
        Ok(PageAnswer::Page(Page { items, next: None, total }))
    });
    let shop = shop.open().await;
    for (address, count) in [("/api/orders?mine=true", "1"), ("/api/orders?mine=false", "2"), ("/api/orders", "2")] {
        assert_eq!(shop.answer(get(address).by("admin")).await.header("x-total-count"), count, "{address}");
    }
}

#[actix_web::test]
async fn the_orders_of_one_customer_are_for_administrators() {
    let mut shop = Shop::new();
    shop.order_reader.expect_list().returning(|query| {
        let of = query.customer.as_ref().map(|email| email.as_str());
        assert_eq!((query.owner, of), if query.owner.is_some() { (Some(customer().user.id), None) } else { (None, Some("b@example.com")) });
        Ok(PageAnswer::Page(Page { items: vec![order()], next: None, total: TotalCount::Exactly(1) }))
    });
    let shop = shop.open().await;
    for token in ["admin", "customer"] {
        assert_eq!(shop.answer(get("/api/orders?customer=B%40Example.com").by(token)).await.status, 200, "{token}");
    }
}

#[actix_web::test]
async fn what_a_customer_bought_is_summed_up() {
    let mut shop = Shop::new();
    shop.order_reader
        .expect_purchases()
        .withf(|email| email.as_str() == "b@example.com")
        .returning(|_| Ok(Purchases { orders: 3, cancelled: 1, spent_cents: 200_000_000_025, last_order_at: Some(moments::now()) }));
    let shop = shop.open().await;
    let answer = shop.answer(get("/api/admin/customers/B%40Example.com/purchases").by("admin")).await;
    let expected = json!({
        "email": "b@example.com", "orders": 3, "cancelled": 1, "spent": 2_000_000_000.25, "lastOrderAt": "2026-03-04T01:00:00Z",
    });
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
    assert_eq!(shop.answer(get("/api/admin/customers/nobody/purchases").by("admin")).await.problem(404), "user.not_found");
}

#[actix_web::test]
async fn an_order_tells_its_history() {
    let mut shop = Shop::new();
    let placed =
        OrderEvent { at: moments::now(), actor: None, from: None, to: OrderStatus::Processing, request_id: None, kind: EventKind::Status };
    let shipped = OrderEvent {
        at: moments::seconds_later(1),
        actor: Some(customer().user.email),
        from: Some(OrderStatus::Processing),
        to: OrderStatus::Shipped,
        request_id: Some("r1".into()),
        kind: EventKind::Status,
    };
    let history = vec![placed, shipped];
    shop.order_reader.expect_history().returning(move |id| Ok((id.as_str() == "ARA-0000-0001").then(|| history.clone())));
    let shop = shop.open().await;
    let answer = shop.answer(get("/api/orders/ara-0000-0001/events").by("admin")).await;
    let expected = json!([
        {"at": "2026-03-04T01:00:00Z", "kind": "placed", "actorEmail": null, "from": null, "to": "processing", "text": null, "visibility": null, "requestId": null},
        {"at": "2026-03-04T01:00:01Z", "kind": "status", "actorEmail": customer().user.email.as_str(), "from": "processing", "to": "shipped", "text": null, "visibility": null, "requestId": "r1"},
    ]);
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
    for unknown in ["ARA-0000-0002", "17"] {
        assert_eq!(shop.answer(get(&format!("/api/orders/{unknown}/events")).by("admin")).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn an_order_shows_itself_to_its_owner_and_administrators_alone() {
    let mut shop = Shop::new();
    shop.order_reader.expect_by_id().returning(|id| {
        let own = id.as_str() == "ARA-0000-0001";
        Ok(Some(Order { id: id.clone(), user_id: own.then_some(customer().user.id), ..order() }))
    });
    let shop = shop.open().await;
    assert_eq!(shop.answer(get("/api/orders/ara-oooo-ooo1").by("customer")).await.json()["orderId"], "ARA-0000-0001");
    assert_eq!(shop.answer(get("/api/orders/ARA-0000-0002").by("customer")).await.problem(404), "order.not_found");
    assert_eq!(shop.answer(get("/api/orders/ARA-0000-0002").by("admin")).await.status, 200);
    assert_eq!(shop.answer(get("/api/orders/17").by("admin")).await.problem(404), "order.not_found");
}

fn booked() -> Booked {
    Booked::by(&Actor::operator("test"), moments::now())
}

async fn change(outcome: UpdateOrderOutcome, body: &Value) -> Answer {
    let mut shop = Shop::new();
    shop.orders.expect_update().returning(move |_, change, _, _| {
        Ok(match &outcome {
            UpdateOrderOutcome::Updated(order) => UpdateOrderOutcome::Updated(change.clone().apply(order.clone(), &booked()).unwrap()),
            other => other.clone(),
        })
    });
    shop.answer(put("/api/orders/ARA-0000-0001", body).by("admin")).await
}

#[actix_web::test]
async fn what_an_administrator_leaves_out_stays() {
    let body = json!({"status": "cancelled", "paymentId": "PAY-1", "refunded": true, "total": 0});
    let answer = change(UpdateOrderOutcome::Updated(order()), &body).await;
    let changed = answer.json();
    assert_eq!((answer.status, &changed["message"]), (200, &json!("Order updated successfully!")));
    let order = &changed["order"];
    assert_eq!((&order["status"], &order["paymentId"], &order["refunded"]), (&json!("cancelled"), &json!("PAY-1"), &json!(true)));
    assert_eq!((&order["notes"], &order["total"]), (&json!(""), &json!(2400)));
}

#[actix_web::test]
async fn notes_and_payment_can_be_taken_away() {
    let paid = OrderChange {
        payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()),
        notes: OrderNotes::parse("called").ok(),
        ..OrderChange::default()
    };
    let paid = paid.apply(order(), &booked()).unwrap();
    for nothing in [Value::Null, json!(""), json!("  ")] {
        let body = json!({"paymentId": nothing, "notes": nothing});
        let cleared = change(UpdateOrderOutcome::Updated(paid.clone()), &body).await.json();
        assert_eq!((&cleared["order"]["paymentId"], &cleared["order"]["notes"]), (&Value::Null, &json!("")), "{body}");
    }
    let kept = change(UpdateOrderOutcome::Updated(paid), &json!({"status": "shipped"})).await.json();
    assert_eq!((&kept["order"]["paymentId"], &kept["order"]["notes"]), (&json!("PAY-1"), &json!("called")));
}

#[actix_web::test]
async fn staff_see_the_ledger_and_the_refunds_and_customers_the_figures() {
    let paid = change(UpdateOrderOutcome::Updated(order()), &json!({"paymentId": "PAY-1", "status": "cancelled"})).await.json();
    let payment = json!({
        "method": "cod", "paymentStatus": "paid", "charged": 2400, "returned": 0, "held": 2400, "amountDue": 0, "refundDue": 2400, "expiresAt": null,
        "lastAttempt": null, "refundable": 2400, "refundableByGateway": 0,
        "codConfirmation": null,
    });
    assert_eq!(paid["order"]["payment"], payment);
    let entry = json!({
        "kind": "charge", "method": "cod", "amount": 2400, "reference": "PAY-1", "attemptId": null, "state": "settled", "actor": null,
        "at": "2026-03-04T01:00:00Z",
    });
    assert_eq!((&paid["order"]["ledger"], &paid["order"]["refunds"]), (&json!([entry]), &json!([])));
    let body = json!({"paymentId": "PAY-1", "refunded": true});
    let returned = change(UpdateOrderOutcome::Updated(order()), &body).await.json();
    let refund = &returned["order"]["refunds"][0];
    assert_eq!((&refund["state"], &refund["via"], &refund["amount"]), (&json!("settled"), &json!("byHand"), &json!(2400)));
    assert!(refund["refundId"].as_str().is_some_and(|id| id.ends_with("-R1")), "{refund}");
    assert_eq!(returned["order"]["payment"]["paymentStatus"], "refunded");

    let mut shop = Shop::new();
    let own = Order { user_id: Some(customer().user.id), ..order() };
    shop.order_reader.expect_by_id().returning(move |_| Ok(Some(own.clone())));
    let shop = shop.open().await;
    let own = shop.answer(get("/api/orders/ARA-0000-0001").by("customer")).await.json();
    assert_eq!((own["payment"]["amountDue"].clone(), own.get("ledger"), own.get("refunds")), (json!(2400), None, None));
}

#[actix_web::test]
async fn a_payment_that_is_not_by_hand_is_not_changed_so() {
    for (refusal, code) in [(PaymentRefusal::NotByHand, "payment.not_by_hand"), (PaymentRefusal::NothingHeld, "payment.nothing_held")] {
        let refused = change(UpdateOrderOutcome::PaymentRefused(refusal), &json!({"refunded": true})).await;
        assert_eq!(refused.problem(409), code);
    }
}

#[actix_web::test]
async fn a_change_follows_the_rules() {
    let body =
        json!({"expectedStatus": "Shipped", "status": "lost", "notes": "x".repeat(2_001), "paymentId": "x".repeat(201), "refunded": null});
    assert_eq!(change(UpdateOrderOutcome::NotFound, &body).await.wrong_fields(), ["expectedStatus", "notes", "paymentId", "status"]);
    let lines = json!({"notes": "Ring twice.\nThen wait.", "paymentId": "PAY\n1"});
    assert_eq!(change(UpdateOrderOutcome::NotFound, &lines).await.wrong_fields(), ["paymentId"], "notes may have lines");
    assert_eq!(change(UpdateOrderOutcome::NotFound, &json!({})).await.problem(404), "order.not_found");
    let shortage = Shortage {
        code: ProductCode::parse("ROSE").unwrap(),
        name: ProductName::parse("Rose water").unwrap(),
        requested: sample_orders::quantity(2),
        available: sample_products::stock(0),
    };
    let short = change(UpdateOrderOutcome::OutOfStock(vec![shortage]), &json!({"status": "processing"})).await;
    assert_eq!(short.problem(409), "order.out_of_stock");
    assert_eq!(short.json()["lines"][0]["available"], 0);
}

#[actix_web::test]
async fn a_change_of_another_status_than_was_seen_is_a_conflict() {
    let mut shop = Shop::new();
    shop.orders.expect_update().returning(|_, change, _, _| {
        assert_eq!(change.expected_status, Some(OrderStatus::Processing));
        Ok(UpdateOrderOutcome::StatusChanged(Order { status: OrderStatus::Cancelled, ..order() }))
    });
    let body = json!({"status": "shipped", "expectedStatus": "processing"});
    let refused = shop.answer(put("/api/orders/ARA-0000-0001", &body).by("admin")).await;
    assert_eq!(refused.problem(409), "order.status_changed");
    let present = &refused.json()["order"];
    assert_eq!((&present["status"], &present["orderedItems"][0]["name"]), (&json!("cancelled"), &json!("Rose water")));
}

#[actix_web::test]
async fn the_dashboards_figures_are_rupees_and_percent() {
    let mut shop = Shop::new();
    shop.overview.expect_revenue().returning(|period| {
        let mut days = vec![DaySales::default(); period.days().len()];
        days[13] = DaySales { orders: 3, revenue_cents: 1_234_550 };
        days[0] = DaySales { orders: 9, revenue_cents: 3_703_650 };
        Ok(RevenueSums { days, pending_refunds: 2 })
    });
    let answer = shop.answer(get("/api/orders/revenue-stats").by("admin")).await;
    let expected = json!({"totalRevenue": 12345.5, "transactionsToday": 3, "pendingRefunds": 2, "weeklyGrowth": -66.67});
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
}
