//! Payments: money that came in, and refunds.

use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Order;
use domain::payments::ledger::{Booked, EntrySource};
use domain::payments::order_payment::{NewCharge, PaymentRefusal, RefundRequest};
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::ChangePaymentOutcome;
use domain::payments::refund::RefundVia;
use domain::reports::audit::Actor;
use domain::shared::money::Money;
use domain::shared::text::PaymentId;
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_products};

use crate::people::customer;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, post};

/// An order of 2,400 rupees.
fn order() -> Order {
    sample_orders::draft(&customer().user, &[(&kept(sample_products::product("Rose water")), 2)]).into_order()
}

/// The same order, paid in cash.
fn paid() -> Order {
    let charge = NewCharge {
        source: EntrySource::Hand,
        method: PaymentMethod::Cod,
        amount: Money::from_cents(240_000).unwrap(),
        reference: PaymentId::parse("cash").unwrap(),
        attempt: None,
    };
    PaymentChange::Charge(charge).apply(order(), &booked()).unwrap()
}

/// The paid order, of which 100 rupees went back.
fn partly_returned() -> Order {
    let request = RefundRequest { amount: Money::from_cents(10_000).unwrap(), via: RefundVia::ByHand, reference: None, reason: None };
    PaymentChange::Release { request, key: IdempotencyKey::parse("k").unwrap() }.apply(paid(), &booked()).unwrap()
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
    assert_eq!(none.problem(409), "payment.exceeds_held", "no money is at the gateway");
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
