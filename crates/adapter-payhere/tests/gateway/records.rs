//! The gateway's records of payments.

use std::time::Duration;

use adapter_payhere::{CallTimes, PayHereGateway, PayHereSettings};
use domain::payments::gateway::RecordState;
use domain::payments::ports::PaymentGateway as _;
use fake_payhere::Behaviour;
use serde_json::json;

use crate::shop::{Shop, attempt, checkout, settings};

/// Times in which a test can wait for a gateway that does not answer.
const SHORT: CallTimes = CallTimes {
    connect: Duration::from_secs(5),
    read: Duration::from_millis(500),
    refund: Duration::from_millis(500),
    turn: Duration::from_secs(30),
};

#[tokio::test]
async fn an_attempt_without_payments_has_none() {
    let shop = Shop::open().await;
    shop.press(&checkout(7, "1234.50"), "decline").await;
    assert_eq!(shop.gateway.find_payments(&attempt(7, 1)).await.unwrap(), []);
}

#[tokio::test]
async fn payments_are_found_by_their_attempt() {
    let shop = Shop::open().await;
    let checkout = checkout(7, "1234.50");
    shop.press(&checkout, "pay").await;
    shop.press(&super::shop::checkout(8, "1.00"), "pay").await;
    let found = shop.gateway.find_payments(&checkout.attempt).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].amount, found[0].state), (Some(checkout.amount), RecordState::Received));
    assert_eq!(found[0].payment.as_str(), shop.state().await.payments[0].payment_id.to_string());
    assert_eq!(shop.gateway.find_payments(&attempt(7, 2)).await.unwrap(), []);
}

#[tokio::test]
async fn an_attempt_that_was_paid_twice_has_two_payments() {
    let shop = Shop::open().await;
    shop.behave(Behaviour { pay_twice: true, ..Behaviour::default() }).await;
    shop.press(&checkout(7, "1234.50"), "pay").await;
    let found = shop.gateway.find_payments(&attempt(7, 1)).await.unwrap();
    assert!(found.len() == 2 && found[0].payment != found[1].payment, "{found:?}");
}

#[tokio::test]
async fn a_chargeback_is_found() {
    let shop = Shop::open().await;
    shop.press(&checkout(7, "1234.50"), "pay").await;
    shop.notify_newest(-3).await;
    assert_eq!(shop.gateway.find_payments(&attempt(7, 1)).await.unwrap()[0].state, RecordState::ChargedBack);
}

#[tokio::test]
async fn one_token_serves_until_the_gateway_refuses_it() {
    let shop = Shop::open().await;
    for _ in 0..3 {
        shop.gateway.find_payments(&attempt(7, 1)).await.unwrap();
    }
    assert_eq!(shop.state().await.tokens, 1);
    shop.command("expire-token", &json!({})).await;
    shop.gateway.find_payments(&attempt(7, 1)).await.unwrap();
    assert_eq!(shop.state().await.tokens, 2);
}

#[tokio::test]
async fn a_gateway_that_fails_is_unavailable() {
    let shop = Shop::with_times(SHORT).await;
    for behaviour in [
        Behaviour { fail_answers: true, ..Behaviour::default() },
        Behaviour { delay_answers: 5_000, ..Behaviour::default() },
        Behaviour { deny_domain: true, ..Behaviour::default() },
        Behaviour { calls_allowed: 0, ..Behaviour::default() },
    ] {
        shop.behave(behaviour.clone()).await;
        let error = shop.gateway.find_payments(&attempt(7, 1)).await.unwrap_err();
        assert!(error.is_unavailable(), "{behaviour:?}");
    }
    shop.behave(Behaviour::default()).await;
    assert_eq!(shop.gateway.find_payments(&attempt(7, 1)).await.unwrap(), [], "and it is asked again");
}

#[tokio::test]
async fn a_gateway_that_is_away_is_unavailable_and_wrong_credentials_are_too() {
    let shop = Shop::open().await;
    let away = PayHereGateway::new(settings("http://127.0.0.1:1", "http://127.0.0.1:2".to_owned(), SHORT)).unwrap();
    assert!(away.find_payments(&attempt(7, 1)).await.unwrap_err().is_unavailable());
    let mut wrong = settings(&shop.fake.url(), "http://127.0.0.1:2".to_owned(), SHORT);
    wrong.app.as_mut().unwrap().id = "another".to_owned();
    let wrong = PayHereGateway::new(wrong).unwrap();
    assert!(wrong.find_payments(&attempt(7, 1)).await.unwrap_err().is_unavailable());
}

#[tokio::test]
async fn without_app_credentials_there_are_no_records() {
    let shop = Shop::open().await;
    let settings = PayHereSettings { app: None, ..settings(&shop.fake.url(), "http://127.0.0.1:2".to_owned(), SHORT) };
    let gateway = PayHereGateway::new(settings).unwrap();
    assert!(!gateway.has_records() && shop.gateway.has_records());
    assert!(gateway.find_payments(&attempt(7, 1)).await.is_err());
    assert_eq!(shop.state().await.tokens, 0);
}
