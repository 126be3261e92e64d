//! Choosing another method of payment for an order that is placed.

use domain::delivery::district::District;
use domain::orders::order::Order;
use domain::orders::order_delivery::OrderDelivery;
use domain::payments::ledger::Booked;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::ChangePaymentOutcome;
use domain::shared::money::Money;
use serde_json::{Value, json};
use testkit::{moments, sample_settings};

use crate::card_payments::settings;
use crate::payments::{order, paid};
use crate::shop::Shop;
use crate::wire::{By as _, post};

/// A shop whose customer has an unpaid order, and which takes transfers, and cash in Colombo for a fee of 150.
fn offering(order: Order) -> Shop {
    let mut shop = Shop::new();
    let kept = order.clone();
    shop.order_reader.expect_by_id().returning(move |_| Ok(Some(kept.clone())));
    shop.payments.expect_change().returning(move |_, change, by, now| {
        Ok(match change.clone().apply(order.clone(), &Booked::by(by, now)) {
            Ok(changed) => ChangePaymentOutcome::Changed(changed),
            Err(refusal) => ChangePaymentOutcome::Refused(refusal),
        })
    });
    Shop { shop_settings: Some(settings(&sample_settings::payments())), ..shop }
}

const METHOD: &str = "/api/orders/ARA-7K3M-Q9TX/payment-method";

#[actix_web::test]
async fn a_customer_chooses_another_method_of_payment() {
    let in_colombo = Order { delivery: OrderDelivery { district: Some(District::Colombo), ..OrderDelivery::default() }, ..order() };
    let request = || post(METHOD, &json!({"paymentMethod": "bankTransfer"}));
    for who in ["customer", "admin"] {
        let answer = offering(in_colombo.clone()).answer(request().by(who)).await;
        assert!(answer.status == 200 && answer.is_personal());
        let changed = answer.json();
        assert_eq!(changed["order"]["payment"]["method"], "bankTransfer");
        assert_eq!((&changed["order"]["total"], changed["order"]["payment"]["expiresAt"].is_string()), (&json!(2400), true));
    }
    for (who, status, code) in [
        ("stranger", 404, "order.not_found"),
        ("content", 404, "order.not_found"),
        ("fulfilment", 403, "auth.role_forbidden"),
        ("support", 403, "auth.role_forbidden"),
    ] {
        assert_eq!(offering(in_colombo.clone()).answer(request().by(who)).await.problem(status), code, "{who}");
    }
    let times = sample_settings::payments().times_to_pay();
    let transfer = in_colombo.paid_by(PaymentMethod::BankTransfer, Money::ZERO, &times, moments::now()).unwrap();
    let cash = offering(transfer).answer(post(METHOD, &json!({"paymentMethod": "cod"})).by("customer")).await.json();
    assert_eq!((&cash["order"]["total"], &cash["order"]["labeledTotal"]), (&json!(2550), &json!(2550)));
    assert_eq!(cash["order"]["explanation"].as_array().unwrap().last().unwrap()["code"], "codFee");
    assert_eq!(cash["order"]["payment"]["expiresAt"], Value::Null);
}

#[actix_web::test]
async fn a_method_that_is_not_available_is_refused_with_the_reason() {
    let elsewhere = offering(order()).answer(post(METHOD, &json!({"paymentMethod": "bankTransfer"})).by("customer")).await;
    assert_eq!(elsewhere.problem(422), "order.payment_unavailable");
    assert_eq!(elsewhere.json()["errors"]["paymentMethod"], json!(["is not offered in this district"]));
    for body in [json!({}), json!({"paymentMethod": null}), json!({"paymentMethod": "card"})] {
        assert_eq!(offering(order()).answer(post(METHOD, &body).by("customer")).await.wrong_fields(), ["paymentMethod"]);
    }
    let fixed = offering(paid()).answer(post(METHOD, &json!({"paymentMethod": "bankTransfer"})).by("customer")).await;
    assert_eq!(fixed.problem(409), "payment.method_fixed", "the money is there, whatever the district");
}

#[actix_web::test]
async fn another_total_than_the_customer_saw_is_refused_with_the_present_one() {
    let in_colombo = Order { delivery: OrderDelivery { district: Some(District::Colombo), ..OrderDelivery::default() }, ..order() };
    let times = sample_settings::payments().times_to_pay();
    let transfer = in_colombo.paid_by(PaymentMethod::BankTransfer, Money::ZERO, &times, moments::now()).unwrap();
    let ask = async |total: Value| {
        let body = json!({"paymentMethod": "cod", "expectedTotal": total});
        offering(transfer.clone()).answer(post(METHOD, &body).by("customer")).await
    };
    let refused = ask(json!(2400)).await;
    assert_eq!(refused.problem(409), "order.price_changed");
    let quote = &refused.json()["quote"];
    assert_eq!(
        (&quote["total"], &quote["paymentMethod"], &quote["explanation"][1]["code"]),
        (&json!(2550), &json!("cod"), &json!("codFee"))
    );
    assert_eq!(ask(json!(2550)).await.status, 200);
    assert_eq!(ask(json!(-1)).await.wrong_fields(), ["expectedTotal"]);
}
