//! Payments: money that came in, and refunds.

use actix_web::test::TestRequest;
use domain::accounts::actor::Actor;
use domain::accounts::ports::MockSessionStore;
use domain::accounts::session::{Principal, Session};
use domain::images::ports::{ProcessPictureOutcome, ProcessedPicture};
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Order;
use domain::payments::attention::{Attention, AttentionError, AttentionKind};
use domain::payments::ledger::{Booked, EntrySource};
use domain::payments::order_payment::{NewCharge, PaymentRefusal, RefundRequest};
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::{ChangePaymentOutcome, ListedSlip};
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::payments::slip::{Slip, SlipState};
use domain::shared::ids::SlipId;
use domain::shared::money::Money;
use domain::shared::page::{Cursor, Page, PageAnswer, TotalCount};
use domain::shared::text::PaymentId;
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_products};

use crate::people::{admin, customer};
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

/// An order of 2,400 rupees.
pub(crate) fn order() -> Order {
    sample_orders::draft(&customer().user, &[(&kept(sample_products::product("Rose water")), 2)]).into_order()
}

/// The same order, paid in cash.
pub(crate) fn paid() -> Order {
    let charge = NewCharge {
        source: EntrySource::Hand,
        method: PaymentMethod::Cod,
        amount: Money::from_cents(240_000).unwrap(),
        reference: PaymentId::parse("cash").unwrap(),
        attempt: None,
    };
    PaymentChange::Charge(charge, None).apply(order(), &booked()).unwrap()
}

/// The paid order, of which 100 rupees went back.
fn partly_returned() -> Order {
    let request = RefundRequest { amount: Money::from_cents(10_000).unwrap(), via: RefundVia::ByHand, reference: None, reason: None };
    PaymentChange::Release { request, key: IdempotencyKey::parse("k").unwrap(), guard: RefundGuard::default() }
        .apply(paid(), &booked())
        .unwrap()
}

fn booked() -> Booked {
    Booked::by(&Actor::operator("test"), moments::now())
}

/// The answer to a request, of a shop that applies it to this order.
async fn ask(order: Order, path: &str, body: &Value, key: Option<&str>) -> Answer {
    let mut shop = Shop::new();
    shop.payments.expect_change().returning(move |_, change, by, now| {
        Ok(match change.clone().apply(order.clone(), &Booked::by(by, now)) {
            Ok(changed) => ChangePaymentOutcome::Changed(changed),
            Err(refusal) => ChangePaymentOutcome::Refused(refusal),
        })
    });
    let request = post(path, body).by("admin");
    let request = if let Some(key) = key { request.insert_header(("Idempotency-Key", key)) } else { request };
    shop.answer(request).await
}

const CHARGES: &str = "/api/orders/ARA-7K3M-Q9TX/charges";
const REFUNDS: &str = "/api/orders/ARA-7K3M-Q9TX/refunds";

#[actix_web::test]
async fn cash_is_booked_and_pays_the_order() {
    let answer = ask(order(), CHARGES, &json!({"method": "cod", "amount": 2400, "reference": " drawer 7 "}), None).await;
    let body = answer.json();
    assert_eq!((answer.status, &body["order"]["payment"]["paymentStatus"]), (201, &json!("paid")));
    assert_eq!((&body["order"]["paymentId"], &body["order"]["payment"]["held"]), (&json!("drawer 7"), &json!(2400)));
    let entry = &body["order"]["ledger"][0];
    assert_eq!((&entry["kind"], &entry["actor"].is_string()), (&json!("charge"), &true), "{entry}");
    let part = ask(order(), CHARGES, &json!({"method": "bankTransfer", "amount": 0.01, "reference": "B1"}), None).await.json();
    assert_eq!(
        (&part["order"]["payment"]["paymentStatus"], &part["order"]["payment"]["amountDue"]),
        (&json!("partiallyPaid"), &json!(2399.99))
    );
}

#[actix_web::test]
async fn a_charge_follows_the_rules() {
    let wrong = json!({"method": "cash", "amount": 0, "reference": "  "});
    assert_eq!(ask(order(), CHARGES, &wrong, None).await.wrong_fields(), ["amount", "method", "reference"]);
    assert_eq!(ask(order(), CHARGES, &json!({}), None).await.wrong_fields(), ["amount", "method", "reference"]);
    for amount in [json!(-1), json!(0.001), json!(1e12)] {
        let body = json!({"method": "cod", "amount": amount, "reference": "x"});
        assert_eq!(ask(order(), CHARGES, &body, None).await.wrong_fields(), ["amount"], "{amount}");
    }
}

#[actix_web::test]
async fn a_large_refund_needs_a_confirmed_session() {
    for is_confirmed in [true, false] {
        let mut sessions = Box::new(MockSessionStore::new());
        sessions.expect_authenticate().returning(move |_, _, _| {
            let who = admin();
            let confirmed_at = is_confirmed.then(moments::now);
            Ok(Some(Principal { session: Session { confirmed_at, ..who.session.clone() }, ..who }))
        });
        let mut shop = Shop { sessions, ..Shop::new() };
        shop.payments.expect_change().returning(move |_, change, by, now| {
            let guard = RefundGuard { above: Money::from_cents(2_000_000).ok(), is_confirmed };
            assert_eq!(change.guard(), guard);
            // The store compares the refunds of the order, as its suite proves.
            Ok(if is_confirmed {
                ChangePaymentOutcome::Changed(change.clone().apply(paid(), &Booked::by(by, now)).unwrap())
            } else {
                ChangePaymentOutcome::Refused(PaymentRefusal::ConfirmNeeded)
            })
        });
        let body = json!({"amount": 100, "via": "byHand", "reference": "T-1", "reason": "damaged"});
        let answer = shop.answer(post(REFUNDS, &body).by("admin").insert_header(("Idempotency-Key", "k"))).await;
        if is_confirmed {
            assert_eq!(answer.status, 201);
        } else {
            assert_eq!(answer.problem(403), "auth.confirm_needed");
        }
    }
}

#[actix_web::test]
async fn a_refund_needs_a_key_and_no_more_than_is_held() {
    let body = |amount: f64| json!({"amount": amount, "via": "byHand", "reference": "T-1", "reason": "damaged"});
    assert_eq!(ask(paid(), REFUNDS, &body(100.0), None).await.problem(400), "request.invalid_idempotency_key");
    assert_eq!(ask(paid(), REFUNDS, &body(2_400.01), Some("k")).await.problem(409), "payment.exceeds_held");
    assert_eq!(ask(order(), REFUNDS, &body(0.01), Some("k")).await.problem(409), "payment.exceeds_held");
    let answer = ask(paid(), REFUNDS, &body(100.0), Some("k")).await;
    let released = answer.json();
    assert_eq!((answer.status, &released["refund"]["state"], &released["refund"]["reference"]), (201, &json!("settled"), &json!("T-1")));
    let payment = &released["order"]["payment"];
    assert_eq!((&payment["paymentStatus"], &payment["amountDue"]), (&json!("partiallyRefunded"), &json!(0)), "a credit");
    let none = ask(paid(), REFUNDS, &json!({"amount": 100, "via": "gateway", "reason": "damaged"}), Some("k")).await;
    assert_eq!(none.problem(409), "payment.no_gateway_refunds");
    assert_eq!(ask(paid(), REFUNDS, &json!({}), Some("k")).await.wrong_fields(), ["amount", "reason", "via"]);
}

#[actix_web::test]
async fn a_refund_that_is_sent_again_is_the_same_one() {
    let body = json!({"amount": 100, "via": "byHand", "reason": "damaged"});
    let again = async |outcome: ChangePaymentOutcome| {
        let mut shop = Shop::new();
        shop.payments.expect_change().returning(move |_, _, _, _| Ok(outcome.clone()));
        shop.answer(post(REFUNDS, &body).by("admin").insert_header(("Idempotency-Key", "k"))).await
    };
    let replayed = again(ChangePaymentOutcome::Replayed(partly_returned(), 1)).await;
    assert_eq!((replayed.status, replayed.header("idempotent-replayed")), (200, "true"));
    assert!(replayed.json()["refund"]["refundId"].as_str().is_some_and(|id| id.ends_with("-R1")), "{}", replayed.text());
    assert_eq!(again(ChangePaymentOutcome::KeyReused).await.problem(422), "payment.key_reused");
    assert_eq!(again(ChangePaymentOutcome::NotFound).await.problem(404), "order.not_found");
    assert_eq!(again(ChangePaymentOutcome::Refused(PaymentRefusal::ChargedBack)).await.problem(409), "payment.charged_back");
}

#[actix_web::test]
async fn a_refund_is_resolved_by_staff() {
    let path = "/api/refunds/ARA-7K3M-Q9TX-R1/resolve";
    assert_eq!(ask(paid(), path, &json!({"outcome": "lost"}), None).await.wrong_fields(), ["outcome"]);
    assert_eq!(ask(paid(), path, &json!({"outcome": "failed"}), None).await.problem(409), "payment.refund_ended");
    assert_eq!(ask(paid(), "/api/refunds/17/resolve", &json!({"outcome": "failed"}), None).await.problem(404), "refund.not_found");
    let mut shop = Shop::new();
    shop.payments.expect_change().returning(|_, _, _, _| Ok(ChangePaymentOutcome::NotFound));
    let answer = shop.answer(post(path, &json!({"outcome": "settled"})).by("admin")).await;
    assert_eq!(answer.problem(404), "refund.not_found");
}

/// The answer to an upload of a slip by this visitor, to a shop that has the customer's order.
async fn upload(by: &str, fields: &[(&str, &str)]) -> Answer {
    let mut shop = Shop::new();
    let own = order();
    shop.order_reader.expect_by_id().returning({
        let own = own.clone();
        move |_| Ok(Some(own.clone()))
    });
    shop.processor.expect_process().returning(|file, _| {
        Ok(match file.as_slice() {
            b"picture" => ProcessPictureOutcome::Processed(ProcessedPicture { main: b"webp".to_vec(), narrower: Vec::new() }),
            _ => ProcessPictureOutcome::NotAPicture,
        })
    });
    shop.payments.expect_change().returning(move |_, change, by, now| {
        let changed = change.clone().apply(own.clone(), &Booked::by(by, now));
        Ok(changed.map_or_else(ChangePaymentOutcome::Refused, ChangePaymentOutcome::Changed))
    });
    let part = |(name, value): &(&str, &str)| {
        let file = if *name == "file" { "; filename=\"slip.png\"" } else { "" };
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n")
    };
    let body = fields.iter().map(part).collect::<String>() + "--b--\r\n";
    let request = TestRequest::post().uri("/api/orders/ARA-7K3M-Q9TX/slips").set_payload(body);
    shop.answer(request.insert_header(("Content-Type", "multipart/form-data; boundary=b")).by(by)).await
}

#[actix_web::test]
async fn a_customer_shows_a_transfer_of_their_own_order() {
    let answer = upload("customer", &[("bankReference", "B-77"), ("file", "picture")]).await;
    let body = answer.json();
    let slip = &body["order"]["slips"][0];
    assert_eq!((answer.status, &slip["state"], &slip["bankReference"]), (201, &json!("inReview"), &json!("B-77")), "{body}");
    assert_eq!((&body["order"]["payment"]["paymentStatus"], slip.get("seenElsewhere")), (&json!("pending"), None));
    let by_staff = upload("admin", &[("file", "picture")]).await.json();
    let by_staff = &by_staff["order"]["slips"][0];
    assert_eq!((&by_staff["seenElsewhere"], &by_staff["byStaff"], slip.get("byStaff")), (&json!(false), &json!(true), None));
    for who in ["fulfilment", "support"] {
        assert_eq!(upload(who, &[("file", "picture")]).await.problem(403), "auth.role_forbidden", "{who}");
    }
    assert_eq!(upload("content", &[("file", "picture")]).await.problem(404), "order.not_found");
    assert_eq!(upload("stranger", &[("file", "picture")]).await.problem(404), "order.not_found");
    assert_eq!(upload("customer", &[("file", "text")]).await.problem(415), "image.not_a_picture");
    assert_eq!(upload("customer", &[]).await.problem(422), "image.missing");
    let long = "x".repeat(201);
    assert_eq!(upload("customer", &[("bankReference", &long), ("file", "picture")]).await.wrong_fields(), ["bankReference"]);
}

#[actix_web::test]
async fn a_slip_is_shown_to_its_customer_and_staff_alone() {
    let path = "/api/orders/ARA-7K3M-Q9TX/attachments/00000000-0000-0000-0000-000000000001";
    for (by, status) in [("customer", 200), ("admin", 200), ("stranger", 404)] {
        let mut shop = Shop::new();
        shop.order_reader.expect_by_id().returning(|_| Ok(Some(order())));
        shop.payments.expect_slip_picture().returning(|_, _| Ok(Some(b"webp".to_vec())));
        let answer = shop.answer(get(path).by(by)).await;
        assert_eq!(answer.status, status, "{by}: {}", answer.text());
        if status == 200 {
            assert_eq!((answer.text().as_str(), answer.header("content-type"), answer.is_personal()), ("webp", "image/webp", true));
        }
    }
    let mut shop = Shop::new();
    shop.order_reader.expect_by_id().returning(|_| Ok(Some(order())));
    shop.payments.expect_slip_picture().returning(|_, _| Ok(None));
    assert_eq!(shop.answer(get(path).by("customer")).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn a_review_of_a_slip_follows_the_rules() {
    let path = "/api/orders/ARA-7K3M-Q9TX/slips/00000000-0000-0000-0000-000000000001/review";
    let asked = async |body: Value, outcome: ChangePaymentOutcome| {
        let mut shop = Shop::new();
        shop.payments.expect_change().returning(move |_, _, _, _| Ok(outcome.clone()));
        shop.answer(post(path, &body).by("admin")).await
    };
    let accepted = json!({"outcome": "accepted", "amount": 2400, "bankReference": "B-1"});
    assert_eq!(asked(accepted.clone(), ChangePaymentOutcome::Changed(paid())).await.status, 200);
    assert_eq!(asked(accepted.clone(), ChangePaymentOutcome::NotFound).await.problem(404), "slip.not_found");
    let reviewed = ChangePaymentOutcome::Refused(PaymentRefusal::SlipReviewed);
    assert_eq!(asked(accepted.clone(), reviewed).await.problem(409), "payment.slip_reviewed");
    let used = asked(accepted.clone(), ChangePaymentOutcome::ReferenceUsed(sample_orders::order_id())).await;
    assert_eq!(used.problem(409), "payment.reference_used");
    assert_eq!(asked(json!({"outcome": "rejected"}), ChangePaymentOutcome::Changed(order())).await.status, 200);
    let none = async |body| asked(body, ChangePaymentOutcome::NotFound).await.wrong_fields();
    assert_eq!(none(json!({"outcome": "accepted", "amount": 0})).await, ["amount", "bankReference"]);
    assert_eq!(none(json!({"outcome": "rejected", "reason": "x".repeat(501)})).await, ["reason"]);
    assert_eq!(none(json!({})).await, ["outcome"]);
}

#[actix_web::test]
async fn what_waits_for_staff_is_listed_and_closed_with_a_note() {
    let mut shop = Shop::new();
    shop.attention.expect_list().returning(|order, _| {
        assert_eq!(order, None);
        let (id, at, kind) = (7, moments::now(), AttentionKind::LatePayment);
        let item = Attention { id, at, kind, order: Some(sample_orders::order_id()), detail: "Money came.".into() };
        Ok(Page { items: vec![item], next: None, total: TotalCount::Exactly(1) })
    });
    shop.attention.expect_close().returning(|id, _, _, _| if id == 7 { Ok(()) } else { Err(AttentionError::NotFound) });
    let shop = shop.open().await;
    let listed = shop.answer(get("/api/admin/attention").by("admin")).await;
    let item = &listed.json()[0];
    assert_eq!((listed.header("x-total-count"), &item["attentionId"], &item["kind"]), ("1", &json!(7), &json!("latePayment")));
    let close = async |id: &str, body: Value| shop.answer(post(&format!("/api/admin/attention/{id}/close"), &body).by("admin")).await;
    assert_eq!(close("7", json!({"note": "returned"})).await.status, 200);
    assert_eq!(close("8", json!({"note": "returned"})).await.problem(404), "attention.not_found");
    assert_eq!(close("x", json!({"note": "returned"})).await.problem(404), "attention.not_found");
    assert_eq!(close("7", json!({"note": " "})).await.wrong_fields(), ["note"]);
}

#[actix_web::test]
async fn what_waits_of_one_order_is_asked_by_its_number() {
    let mut shop = Shop::new();
    shop.attention.expect_list().returning(|order, _| {
        let (id, at, kind) = (7, moments::now(), AttentionKind::DuplicatePayment);
        let item = Attention { id, at, kind, order: order.cloned(), detail: "Paid twice.".into() };
        Ok(Page { items: vec![item], next: None, total: TotalCount::Exactly(1) })
    });
    let shop = shop.open().await;
    let listed = shop.answer(get("/api/admin/attention?orderId=ARA-7K3M-Q9TX").by("admin")).await;
    assert_eq!((listed.status, &listed.json()[0]["orderId"]), (200, &json!("ARA-7K3M-Q9TX")));
    assert_eq!(shop.answer(get("/api/admin/attention?orderId=7").by("admin")).await.wrong_fields(), ["orderId"]);
}

#[actix_web::test]
async fn slips_to_check_are_listed_with_what_is_due() {
    let mut shop = Shop::new();
    let states = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let asked = states.clone();
    shop.payment_desk.expect_slips().returning(move |state, page| {
        asked.lock().unwrap().push((state, page.limit.get()));
        let id = SlipId::new(customer().user.id.uuid());
        let slip = Slip { id, at: moments::now(), bank_reference: None, state, reason: None, is_by_staff: false, is_seen_elsewhere: true };
        let next = Some(Cursor("behind".into()));
        Ok(PageAnswer::Page(Page { items: vec![ListedSlip { slip, order: order() }], next, total: TotalCount::Exactly(2) }))
    });
    let shop = shop.open().await;
    let listed = shop.answer(get("/api/admin/slips?limit=1").by("admin")).await;
    let row = &listed.json()[0];
    assert_eq!((listed.header("x-total-count"), listed.header("cache-control")), ("2", "no-store"));
    assert!(listed.header("link").contains("after=behind"), "{}", listed.header("link"));
    assert_eq!((&row["amountDue"], &row["total"], &row["slip"]["seenElsewhere"]), (&json!(2400), &json!(2400), &json!(true)));
    assert_eq!(shop.answer(get("/api/admin/slips?state=rejected").by("admin")).await.status, 200);
    assert_eq!(*states.lock().unwrap(), [(SlipState::InReview, 1), (SlipState::Rejected, 100)]);
    assert_eq!(shop.answer(get("/api/admin/slips?state=open&limit=0").by("admin")).await.wrong_fields(), ["limit", "state"]);
}

#[actix_web::test]
async fn orders_to_refund_are_listed_with_ledger_and_refunds() {
    let mut shop = Shop::new();
    shop.payment_desk.expect_refunds().returning(|page| {
        let items = vec![partly_returned()];
        let answer = PageAnswer::Page(Page { items, next: None, total: TotalCount::Exactly(1) });
        Ok(if page.after.is_some() { PageAnswer::InvalidCursor } else { answer })
    });
    let shop = shop.open().await;
    let listed = shop.answer(get("/api/admin/refunds").by("admin")).await;
    let row = &listed.json()[0];
    assert_eq!((listed.header("x-total-count"), &row["refunds"][0]["amount"]), ("1", &json!(100)));
    assert_eq!(row["ledger"].as_array().map(Vec::len), Some(2));
    assert_eq!(shop.answer(get("/api/admin/refunds?after=x").by("admin")).await.problem(422), "list.invalid_cursor");
}
