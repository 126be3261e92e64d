//! Listing and showing orders, and the dashboard's figures.

use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::{Order, OrderQuery};
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::CustomerTotals;
use domain::payments::cod_confirmation::CodCall;
use domain::payments::order_payment::OrderPayment;
use domain::reports::revenue::RevenueSums;
use domain::reports::sales_period::DaySales;
use domain::shared::money::Money;
use domain::shared::page::{Page, PageAnswer, TotalCount};
use domain::shared::text::{CancelReason, NoteText};
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_products};

use crate::people::{admin, customer};
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{By as _, get};

const ORDER: &str = "/api/orders/ARA-0000-0001";

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
        .returning(|_| Ok(CustomerTotals { orders: 3, cancelled: 1, spent_cents: 200_000_000_025, last_order_at: Some(moments::now()) }));
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

/// A shop with one order, which is the customer's.
fn with_order() -> Shop {
    let mut shop = Shop::new();
    shop.order_reader.expect_by_id().returning(|id| Ok(Some(Order { id: id.clone(), ..order() })));
    shop
}

fn noted(visibility: NoteVisibility) -> OrderEvent {
    let note = OrderNote { text: NoteText::parse("Rang.\nNo answer.").unwrap(), visibility };
    let (actor, request_id, status) = (Some(admin().user.email), Some("r1".into()), OrderStatus::Processing);
    OrderEvent { at: moments::now(), actor, from: Some(status), to: status, request_id, kind: EventKind::Note(note) }
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
async fn staff_alone_see_whether_a_customer_is_to_be_called() {
    let mut shop = Shop::new();
    shop.order_reader.expect_by_id().returning(|_| Ok(Some(large_order())));
    let shop = shop.open().await;
    assert_eq!(shop.answer(get(ORDER).by("admin")).await.json()["payment"]["codConfirmation"], "needed");
    assert_eq!(shop.answer(get(ORDER).by("customer")).await.json()["payment"].get("codConfirmation"), None);
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
