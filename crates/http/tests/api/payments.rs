//! Payments: money that came in, refunds, bank slips, and what waits for staff.

use actix_web::test::TestRequest;
use domain::accounts::staff_role::StaffRole;
use domain::images::ports::{ProcessPictureOutcome, ProcessedPicture};
use domain::orders::order::Order;
use domain::reports::audit_log::AuditQuery;
use domain::shared::order_status::OrderStatus;
use serde_json::{Value, json};
use testkit::{sample_orders, sample_products, sample_users, unique};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

/// An unpaid order of this customer: this many units at 1,200 rupees.
pub(crate) async fn ordered(shop: &PgShop, customer: &SignedIn, units: i64) -> Order {
    let product = shop.stores.add(sample_products::with_stock(100, sample_products::product("Rose water"))).await;
    shop.stores.place(&sample_orders::draft(&customer.user, &[(&product, units)])).await
}

async fn ask(shop: &PgShop, by: &SignedIn, path: &str, body: Value, key: Option<&str>) -> Answer {
    let request = post(path, &body).by(&by.token);
    shop.answer(if let Some(key) = key { request.insert_header(("Idempotency-Key", key)) } else { request }).await
}

fn of(order: &Order, call: &str) -> String {
    format!("/api/orders/{}/{call}", order.id)
}

/// Pays an order in cash.
pub(crate) async fn pay(shop: &PgShop, by: &SignedIn, order: &Order) {
    let body = json!({"method": "cod", "amount": order.total.to_string().parse::<f64>().unwrap(), "reference": unique::tag()});
    assert_eq!(ask(shop, by, &of(order, "charges"), body, None).await.status, 201);
}

#[actix_web::test]
async fn cash_is_booked_and_pays_the_order() {
    let shop = PgShop::open().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let (order, other) = (ordered(&shop, &customer, 2).await, ordered(&shop, &customer, 2).await);
    let charge = |amount: Value, reference: &str| json!({"method": "bankTransfer", "amount": amount, "reference": reference});
    let part = ask(&shop, &admin, &of(&order, "charges"), charge(json!(0.01), " B-1 "), Some("k")).await;
    let booked = part.json()["order"].clone();
    assert_eq!((part.status, &booked["paymentId"], &booked["payment"]["amountDue"]), (201, &json!("B-1"), &json!(2399.99)));
    assert_eq!((&booked["payment"]["paymentStatus"], &booked["payment"]["held"]), (&json!("partiallyPaid"), &json!(0.01)));
    let entry = &booked["ledger"][0];
    assert_eq!((&entry["kind"], entry["actor"].is_string()), (&json!("charge"), true), "{entry}");
    let again = ask(&shop, &admin, &of(&order, "charges"), charge(json!(0.01), "B-1"), Some("k")).await;
    assert_eq!((again.status, again.header("idempotent-replayed"), &again.json()["order"]), (200, "true", &booked));
    let reused = ask(&shop, &admin, &of(&order, "charges"), charge(json!(0.02), "B-2"), Some("k")).await;
    assert_eq!(reused.problem(422), "payment.key_reused");
    let used = ask(&shop, &admin, &of(&other, "charges"), charge(json!(1), "b1"), None).await;
    assert_eq!((used.problem(409).as_str(), &used.json()["orderId"]), ("payment.reference_used", &json!(order.id.as_str())));
    let unknown = ask(&shop, &admin, "/api/orders/ARA-7K3M-Q9TX/charges", charge(json!(1), "x"), None).await;
    assert_eq!(unknown.problem(404), "order.not_found");
    for (body, fields) in [
        (json!({"method": "cash", "amount": 0, "reference": "  "}), vec!["amount", "method", "reference"]),
        (json!({}), vec!["amount", "method", "reference"]),
        (charge(json!(-1), "x"), vec!["amount"]),
        (charge(json!(0.001), "x"), vec!["amount"]),
        (charge(json!(1e12), "x"), vec!["amount"]),
    ] {
        assert_eq!(ask(&shop, &admin, &of(&order, "charges"), body, None).await.wrong_fields(), fields);
    }
}

#[actix_web::test]
async fn a_refund_needs_a_key_and_is_released_once() {
    let shop = PgShop::open().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let order = ordered(&shop, &customer, 2).await;
    pay(&shop, &admin, &order).await;
    let refunds = of(&order, "refunds");
    let body = |amount: f64| json!({"amount": amount, "via": "byHand", "reference": "T-1", "reason": "damaged"});
    assert_eq!(ask(&shop, &admin, &refunds, body(100.0), None).await.problem(400), "request.invalid_idempotency_key");
    assert_eq!(ask(&shop, &admin, &refunds, body(2_400.01), Some("k")).await.problem(409), "payment.exceeds_held");
    assert_eq!(ask(&shop, &admin, &refunds, json!({}), Some("k")).await.wrong_fields(), ["amount", "reason", "via"]);
    let by_gateway = json!({"amount": 100, "via": "gateway", "reason": "damaged"});
    assert_eq!(ask(&shop, &admin, &refunds, by_gateway, Some("k")).await.problem(409), "payment.no_gateway_refunds");
    let answer = ask(&shop, &admin, &refunds, body(100.0), Some("k")).await;
    let released = answer.json();
    assert_eq!((answer.status, &released["refund"]["state"], &released["refund"]["reference"]), (201, &json!("settled"), &json!("T-1")));
    let payment = &released["order"]["payment"];
    assert_eq!((&payment["paymentStatus"], &payment["amountDue"]), (&json!("partiallyRefunded"), &json!(0)), "a credit");
    let again = ask(&shop, &admin, &refunds, body(100.0), Some("k")).await;
    assert_eq!((again.status, again.header("idempotent-replayed"), &again.json()["refund"]), (200, "true", &released["refund"]));
    assert_eq!(ask(&shop, &admin, &refunds, body(200.0), Some("k")).await.problem(422), "payment.key_reused");
    let unknown = ask(&shop, &admin, "/api/orders/ARA-7K3M-Q9TX/refunds", body(1.0), Some("k")).await;
    assert_eq!(unknown.problem(404), "order.not_found");
    let resolve = async |number: u32, outcome: &str| {
        ask(&shop, &admin, &format!("/api/refunds/{}-R{number}/resolve", order.id), json!({"outcome": outcome}), None).await
    };
    assert_eq!(resolve(1, "lost").await.wrong_fields(), ["outcome"]);
    assert_eq!(resolve(1, "failed").await.problem(409), "payment.refund_ended");
    assert_eq!(resolve(2, "settled").await.problem(404), "refund.not_found");
    assert_eq!(ask(&shop, &admin, "/api/refunds/17/resolve", json!({"outcome": "failed"}), None).await.problem(404), "refund.not_found");
}

#[actix_web::test]
async fn a_large_refund_needs_a_confirmed_session() {
    let shop = PgShop::open().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let order = ordered(&shop, &customer, 20).await;
    pay(&shop, &admin, &order).await;
    let body = json!({"amount": 20_001, "via": "byHand", "reason": "damaged"});
    assert_eq!(ask(&shop, &admin, &of(&order, "refunds"), body.clone(), Some("k")).await.problem(403), "auth.confirm_needed");
    let admin = shop.confirmed(admin).await;
    assert_eq!(ask(&shop, &admin, &of(&order, "refunds"), body, Some("k")).await.status, 201);
}

/// A shop that knows one picture.
async fn with_pictures() -> PgShop {
    let mut mocks = Shop::new();
    mocks.processor.expect_process().returning(|file, _| {
        Ok(match file.as_slice() {
            b"picture" => ProcessPictureOutcome::Processed(ProcessedPicture { main: b"webp".to_vec(), narrower: Vec::new() }),
            _ => ProcessPictureOutcome::NotAPicture,
        })
    });
    PgShop::open_with(mocks).await
}

/// The answer to an upload of a slip of this order.
async fn upload(shop: &PgShop, by: &SignedIn, order: &Order, fields: &[(&str, &str)]) -> Answer {
    let part = |(name, value): &(&str, &str)| {
        let file = if *name == "file" { "; filename=\"slip.png\"" } else { "" };
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n")
    };
    let body = fields.iter().map(part).collect::<String>() + "--b--\r\n";
    let request = TestRequest::post().uri(&of(order, "slips")).set_payload(body);
    shop.answer(request.insert_header(("Content-Type", "multipart/form-data; boundary=b")).by(&by.token)).await
}

#[actix_web::test]
async fn a_customer_shows_a_transfer_of_their_own_order() {
    let shop = with_pictures().await;
    let (customer, admin, stranger) = (shop.customer().await, shop.admin().await, shop.customer().await);
    let order = ordered(&shop, &customer, 2).await;
    let picture = [("file", "picture")];
    let answer = upload(&shop, &customer, &order, &[("bankReference", "B-77"), ("file", "picture")]).await;
    let body = answer.json();
    let slip = body["order"]["slips"][0].clone();
    assert_eq!((answer.status, &slip["state"], &slip["bankReference"]), (201, &json!("inReview"), &json!("B-77")), "{body}");
    assert_eq!((&body["order"]["payment"]["paymentStatus"], slip.get("seenElsewhere")), (&json!("pending"), None));
    shop.wait(1);
    let by_staff = upload(&shop, &admin, &order, &picture).await.json()["order"]["slips"][1].clone();
    assert_eq!((&by_staff["seenElsewhere"], &by_staff["byStaff"], slip.get("byStaff")), (&json!(false), &json!(true), None));
    for (role, status, code) in [
        (StaffRole::Fulfilment, 403, "auth.role_forbidden"),
        (StaffRole::Support, 403, "auth.role_forbidden"),
        (StaffRole::Content, 404, "order.not_found"),
    ] {
        let who = shop.sign_in(sample_users::staff(role)).await;
        assert_eq!(upload(&shop, &who, &order, &picture).await.problem(status), code, "{role:?}");
    }
    assert_eq!(upload(&shop, &stranger, &order, &picture).await.problem(404), "order.not_found");
    assert_eq!(upload(&shop, &customer, &order, &[("file", "text")]).await.problem(415), "image.not_a_picture");
    assert_eq!(upload(&shop, &customer, &order, &[]).await.problem(422), "image.missing");
    let long = "x".repeat(201);
    assert_eq!(upload(&shop, &customer, &order, &[("bankReference", &long), ("file", "picture")]).await.wrong_fields(), ["bankReference"]);

    let picture = |id: &Value| of(&order, &format!("attachments/{}", id.as_str().unwrap()));
    for who in [&customer, &admin] {
        let shown = shop.answer(get(&picture(&slip["slipId"])).by(&who.token)).await;
        assert_eq!((shown.status, shown.text().as_str(), shown.header("content-type")), (200, "webp", "image/webp"));
        assert!(shown.is_personal());
    }
    assert_eq!(shop.answer(get(&picture(&slip["slipId"])).by(&stranger.token)).await.problem(404), "order.not_found");
    let unknown = json!("00000000-0000-0000-0000-000000000001");
    assert_eq!(shop.answer(get(&picture(&unknown)).by(&customer.token)).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn a_slip_is_listed_and_reviewed() {
    let shop = with_pictures().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let (order, other) = (ordered(&shop, &customer, 2).await, ordered(&shop, &customer, 2).await);
    let mut slips = Vec::new();
    for order in [&order, &other] {
        shop.wait(1);
        slips.push(upload(&shop, &customer, order, &[("file", "picture")]).await.json()["order"]["slips"][0]["slipId"].clone());
    }
    let listed = shop.walk("/api/admin/slips", 1, Some(&admin)).await;
    assert_eq!(listed.iter().map(|row| &row["slip"]["slipId"]).collect::<Vec<_>>(), slips.iter().collect::<Vec<_>>());
    let row = &listed[0];
    assert_eq!((&row["amountDue"], &row["total"], &row["slip"]["seenElsewhere"]), (&json!(2400), &json!(2400), &json!(true)));
    assert_eq!(shop.walk("/api/admin/slips?state=rejected", 1, Some(&admin)).await, [] as [Value; 0]);
    let list = async |query: &str| shop.answer(get(&format!("/api/admin/slips?{query}")).by(&admin.token)).await;
    assert_eq!(list("state=open&limit=0").await.wrong_fields(), ["limit", "state"]);
    assert_eq!(list("after=x").await.problem(422), "list.invalid_cursor");

    let path = |order: &Order, slip: usize| of(order, &format!("slips/{}/review", slips[slip].as_str().unwrap()));
    let accepted = || json!({"outcome": "accepted", "amount": 2400, "bankReference": "B-1"});
    for (body, fields) in [
        (json!({"outcome": "accepted", "amount": 0}), vec!["amount", "bankReference"]),
        (json!({"outcome": "rejected", "reason": "x".repeat(501)}), vec!["reason"]),
        (json!({}), vec!["outcome"]),
    ] {
        assert_eq!(ask(&shop, &admin, &path(&order, 0), body, None).await.wrong_fields(), fields);
    }
    assert_eq!(ask(&shop, &admin, &path(&order, 1), accepted(), None).await.problem(404), "slip.not_found", "of another order");
    let paid = ask(&shop, &admin, &path(&order, 0), accepted(), None).await;
    assert_eq!((paid.status, &paid.json()["order"]["payment"]["paymentStatus"]), (200, &json!("paid")));
    assert_eq!(ask(&shop, &admin, &path(&order, 0), accepted(), None).await.problem(409), "payment.slip_reviewed");
    let used = ask(&shop, &admin, &path(&other, 1), accepted(), None).await;
    assert_eq!((used.problem(409).as_str(), &used.json()["orderId"]), ("payment.reference_used", &json!(order.id.as_str())));
    assert_eq!(ask(&shop, &admin, &path(&other, 1), json!({"outcome": "rejected"}), None).await.status, 200);
}

/// A cancelled order that was paid.
async fn paid_late(shop: &PgShop, admin: &SignedIn) -> Order {
    let order = ordered(shop, &shop.customer().await, 2).await;
    shop.stores.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    pay(shop, admin, &order).await;
    order
}

#[actix_web::test]
async fn what_waits_for_staff_is_listed_and_closed_with_a_note() {
    let shop = PgShop::open().await;
    let admin = shop.admin().await;
    let orders = [paid_late(&shop, &admin).await, paid_late(&shop, &admin).await];
    let listed = shop.walk("/api/admin/attention", 1, Some(&admin)).await;
    assert_eq!(listed.iter().map(|item| &item["kind"]).collect::<Vec<_>>(), [&json!("latePayment"); 2]);
    let of_order = shop.walk(&format!("/api/admin/attention?orderId={}", orders[0].id), 1, Some(&admin)).await;
    assert_eq!(of_order.iter().map(|item| &item["orderId"]).collect::<Vec<_>>(), [&json!(orders[0].id.as_str())]);
    assert_eq!(shop.answer(get("/api/admin/attention?orderId=7").by(&admin.token)).await.wrong_fields(), ["orderId"]);
    let id = of_order[0]["attentionId"].to_string();
    let close =
        async |id: &str, note: &str| ask(&shop, &admin, &format!("/api/admin/attention/{id}/close"), json!({"note": note}), None).await;
    assert_eq!(close(&id, " ").await.wrong_fields(), ["note"]);
    assert_eq!(close(&id, "returned").await.status, 200);
    let newest = shop.stores.audit_log.list(&AuditQuery::default()).await.unwrap().items.swap_remove(0);
    assert!(newest.subject == orders[0].id.as_str() && newest.after.as_ref().unwrap().0.contains(r#""note":"returned""#), "{newest:?}");
    for gone in [id.as_str(), "x"] {
        assert_eq!(close(gone, "returned").await.problem(404), "attention.not_found");
    }
    assert_eq!(shop.walk("/api/admin/attention", 1, Some(&admin)).await.len(), 1);
}

#[actix_web::test]
async fn orders_to_refund_are_listed_with_ledger_and_refunds() {
    let shop = PgShop::open().await;
    let admin = shop.admin().await;
    let order = paid_late(&shop, &admin).await;
    let body = json!({"amount": 100, "via": "byHand", "reason": "damaged"});
    assert_eq!(ask(&shop, &admin, &of(&order, "refunds"), body, Some("k")).await.status, 201);
    let listed = shop.walk("/api/admin/refunds", 1, Some(&admin)).await;
    assert_eq!((&listed[0]["refunds"][0]["amount"], listed[0]["ledger"].as_array().map(Vec::len)), (&json!(100), Some(2)));
    let foreign = shop.answer(get("/api/admin/refunds?after=x").by(&admin.token)).await;
    assert_eq!(foreign.problem(422), "list.invalid_cursor");
}
