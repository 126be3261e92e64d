//! Refunds: money moves at most once, and the shop knows when it does not know.

use std::time::Duration;

use adapter_payhere::{CallTimes, PayHereGateway};
use domain::payments::gateway::{GatewayRefund, PaymentRef, RecordState, RefundOutcome};
use domain::payments::ports::PaymentGateway as _;
use domain::shared::money::Money;
use fake_payhere::Behaviour;
use serde_json::json;

use crate::shop::{Shop, attempt, checkout, settings};

/// Times in which a test can wait for a gateway that does not answer.
fn short() -> CallTimes {
    CallTimes { refund: Duration::from_millis(500), ..CallTimes::default() }
}

/// A shop with a payment of 1,234.50.
async fn paid(times: CallTimes) -> (Shop, PaymentRef) {
    let shop = Shop::with_times(times).await;
    shop.press(&checkout(7, "1234.50"), "pay").await;
    let payment = shop.gateway.find_payments(&attempt(7, 1)).await.unwrap().remove(0).payment;
    (shop, payment)
}

fn refund(payment: &PaymentRef, part: Option<&str>) -> GatewayRefund {
    let part = part.map(|part| Money::parse(part).unwrap());
    GatewayRefund { payment: payment.clone(), part, reason: "Out of stock".to_owned() }
}

async fn given_back(shop: &Shop) -> (i64, u32) {
    let payment = shop.state().await.payments.remove(0);
    (payment.refunded_cents, payment.refunds)
}

#[tokio::test]
async fn a_whole_refund_settles_and_shows_in_the_records() {
    let (shop, payment) = paid(CallTimes::default()).await;
    let outcome = shop.gateway.refund(&refund(&payment, None)).await;
    assert!(matches!(outcome, RefundOutcome::Settled { reference: Some(_) }), "{outcome:?}");
    assert_eq!(given_back(&shop).await, (123_450, 1));
    assert_eq!(shop.gateway.find_payments(&attempt(7, 1)).await.unwrap()[0].state, RecordState::Refunded);
    assert_eq!(shop.gateway.refund(&refund(&payment, None)).await, RefundOutcome::Failed { status: -1 });
    assert_eq!(given_back(&shop).await, (123_450, 1));
}

#[tokio::test]
async fn parts_are_exact() {
    let (shop, payment) = paid(CallTimes::default()).await;
    for part in ["0.29", "1000.00", "234.21"] {
        let outcome = shop.gateway.refund(&refund(&payment, Some(part))).await;
        assert!(matches!(outcome, RefundOutcome::Settled { .. }), "{part}: {outcome:?}");
    }
    assert_eq!(given_back(&shop).await, (123_450, 3));
}

#[tokio::test]
async fn the_gateways_refusals_are_failures() {
    let (shop, payment) = paid(CallTimes::default()).await;
    for status in [0, -1, -2] {
        shop.behave(Behaviour { refuse_refunds: Some(status), ..Behaviour::default() }).await;
        assert_eq!(shop.gateway.refund(&refund(&payment, None)).await, RefundOutcome::Failed { status });
    }
    shop.behave(Behaviour { refuse_refunds: Some(7), ..Behaviour::default() }).await;
    assert_eq!(shop.gateway.refund(&refund(&payment, None)).await, RefundOutcome::Unknown, "a status that the contract does not name");
    assert_eq!(given_back(&shop).await, (0, 0));
}

#[tokio::test]
async fn a_gateway_that_refunds_and_hangs_leaves_the_outcome_unknown_and_is_called_once() {
    let (shop, payment) = paid(short()).await;
    shop.behave(Behaviour { hang_after_refunding: true, ..Behaviour::default() }).await;
    assert_eq!(shop.gateway.refund(&refund(&payment, None)).await, RefundOutcome::Unknown);
    assert_eq!((given_back(&shop).await, shop.state().await.refund_calls), ((123_450, 1), 1));
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_leaves_the_outcome_unknown() {
    let (shop, payment) = paid(CallTimes::default()).await;
    shop.behave(Behaviour { fail_answers: true, ..Behaviour::default() }).await;
    assert_eq!(shop.gateway.refund(&refund(&payment, None)).await, RefundOutcome::Unknown);
    assert_eq!(shop.state().await.refund_calls, 1);
}

#[tokio::test]
async fn a_refund_that_never_left_may_be_tried_again() {
    let (shop, payment) = paid(CallTimes::default()).await;
    let away = PayHereGateway::new(settings("http://127.0.0.1:1", "http://127.0.0.1:2".to_owned(), short())).unwrap();
    assert_eq!(away.refund(&refund(&payment, None)).await, RefundOutcome::NotSent);
    for behaviour in [Behaviour { calls_allowed: 0, ..Behaviour::default() }, Behaviour { deny_domain: true, ..Behaviour::default() }] {
        shop.behave(behaviour.clone()).await;
        assert_eq!(shop.gateway.refund(&refund(&payment, None)).await, RefundOutcome::NotSent, "{behaviour:?}");
    }
    assert_eq!(given_back(&shop).await, (0, 0));
}

#[tokio::test]
async fn a_refused_token_is_no_second_refund() {
    let (shop, payment) = paid(CallTimes::default()).await;
    shop.command("expire-token", &json!({})).await;
    assert!(matches!(shop.gateway.refund(&refund(&payment, None)).await, RefundOutcome::Settled { .. }));
    assert_eq!((given_back(&shop).await, shop.state().await.tokens), ((123_450, 1), 2));
}
