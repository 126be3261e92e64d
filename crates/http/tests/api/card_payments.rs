//! Payments by card: sending a customer to the gateway, and taking its notifications.

use actix_web::test::TestRequest;
use domain::orders::order::Order;
use domain::payments::gateway::{CheckoutForm, Notification, NotificationRefusal};
use domain::payments::payment_settings::{MethodLimits, PaymentEdit, PaymentSettings};
use domain::payments::ports::MockPaymentGateway;
use domain::shared::order_status::OrderStatus;
use serde_json::json;
use testkit::{moments, sample_orders, sample_products, sample_settings};

use crate::payments::{ordered, pay};
use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

const NOTIFY: &str = "/api/payments/payhere/notify";

/// A notification of the success of the attempt with this name, of 2,400 rupees.
fn success(attempt: &str) -> Notification {
    Notification {
        order_id: attempt.to_owned(),
        amount: "2400.00".to_owned(),
        currency: "LKR".to_owned(),
        status_code: 2,
        payment: None,
        means: None,
    }
}

/// A gateway without records, whose form has the amount that it was asked for. It reads the body of a notification as the name of an
/// attempt that succeeded.
fn gateway() -> MockPaymentGateway {
    let mut gateway = MockPaymentGateway::new();
    gateway.expect_has_records().return_const(false);
    gateway.expect_checkout().returning(|checkout| CheckoutForm {
        action: "https://gateway.example/pay".to_owned(),
        fields: vec![("order_id", checkout.attempt.to_string()), ("amount", checkout.amount.to_string())],
    });
    gateway.expect_read_notification().returning(|form| Ok(success(&String::from_utf8_lossy(form))));
    gateway
}

async fn with_gateway() -> PgShop {
    PgShop::open_with(Shop { gateway: Some(gateway()), ..Shop::new() }).await
}

/// A shop that takes cards.
async fn taking_cards() -> PgShop {
    with_gateway().await.with_payments(sample_settings::payments()).await
}

async fn start(shop: &PgShop, by: &SignedIn, order: &Order) -> Answer {
    shop.answer(post(&format!("/api/orders/{}/payments", order.id), &json!({})).by(&by.token)).await
}

#[actix_web::test]
async fn a_card_is_refused_where_the_settings_do_not_offer_it() {
    let dear = PaymentEdit {
        payhere: Some(MethodLimits { enabled: true, min: Some(sample_products::rupees(2_401)), ..MethodLimits::default() }),
        ..PaymentEdit::default()
    };
    let dear = with_gateway().await.with_payments(PaymentSettings::default().edited(dear).unwrap()).await;
    for (shop, reason) in [(with_gateway().await, "is not offered by this shop"), (dear, "is for orders of LKR. 2,401.00 or more")] {
        let customer = shop.customer().await;
        let order = ordered(&shop, &customer, 2).await;
        let answer = start(&shop, &customer, &order).await;
        assert_eq!(answer.problem(422), "order.payment_unavailable");
        assert_eq!(answer.json()["errors"], json!({"paymentMethod": [reason]}));
    }
}

#[actix_web::test]
async fn the_customer_gets_a_form_with_the_servers_amount() {
    let shop = taking_cards().await;
    let customer = shop.customer().await;
    let order = ordered(&shop, &customer, 2).await;
    let expected = |attempt: &str| {
        json!({
            "attemptId": format!("{}-{attempt}", order.id),
            "action": "https://gateway.example/pay",
            "fields": {"order_id": format!("{}-{attempt}", order.id), "amount": "2400.00"},
        })
    };
    for (wait, status, attempt) in [(0, 201, "001"), (899, 200, "001"), (1, 201, "002")] {
        shop.wait(wait);
        let answer = start(&shop, &customer, &order).await;
        assert_eq!((answer.status, answer.json()), (status, expected(attempt)));
        assert!(answer.is_personal());
    }
    let stranger = shop.customer().await;
    assert_eq!(start(&shop, &stranger, &order).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn nothing_is_paid_where_nothing_is_due() {
    let shop = taking_cards().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let (paid, cancelled) = (ordered(&shop, &customer, 2).await, ordered(&shop, &customer, 2).await);
    pay(&shop, &admin, &paid).await;
    assert_eq!(start(&shop, &customer, &paid).await.problem(409), "payment.nothing_due");
    shop.stores.set_status(&cancelled, OrderStatus::Cancelled).await.unwrap();
    assert_eq!(start(&shop, &customer, &cancelled).await.problem(409), "payment.order_cancelled");
    let unknown = Order { id: sample_orders::order_id(), ..paid };
    assert_eq!(start(&shop, &customer, &unknown).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn an_order_that_was_tried_too_often_says_the_way_out() {
    let shop = taking_cards().await;
    let customer = shop.customer().await;
    let order = ordered(&shop, &customer, 2).await;
    for attempt in -20..0 {
        shop.stores.start(&order.id, moments::seconds_later(900 * attempt)).await.unwrap();
    }
    let answer = start(&shop, &customer, &order).await;
    assert_eq!(answer.problem(409), "payment.too_many_attempts");
    let message = answer.json()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("pay by bank transfer") && message.contains("contact us"), "{message}");
}

#[actix_web::test]
async fn a_shop_without_a_gateway_takes_no_cards() {
    let shop = PgShop::open().await;
    let customer = shop.customer().await;
    let order = ordered(&shop, &customer, 2).await;
    assert_eq!(start(&shop, &customer, &order).await.problem(409), "payment.no_gateway");
    assert_eq!(shop.answer(form("a=b")).await.problem(404), "payment.no_gateway");
}

fn form(body: &str) -> TestRequest {
    TestRequest::post().uri(NOTIFY).insert_header(("Content-Type", "application/x-www-form-urlencoded")).set_payload(body.to_owned())
}

#[actix_web::test]
async fn a_notification_is_kept_and_answered_with_nothing() {
    let shop = taking_cards().await;
    let customer = shop.customer().await;
    let order = ordered(&shop, &customer, 2).await;
    start(&shop, &customer, &order).await;
    // A success, the same one, and one of no attempt.
    for attempt in ["001", "001", "002"] {
        let answer = shop.answer(form(&format!("{}-{attempt}", order.id))).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, ""));
    }
    assert_eq!(shop.stores.order(&order).await.figures().held_cents, 240_000);
}

#[actix_web::test]
async fn what_is_not_the_gateways_is_refused_alike() {
    for refusal in [NotificationRefusal::WrongMerchant, NotificationRefusal::WrongSignature, NotificationRefusal::Unreadable] {
        let mut gateway = MockPaymentGateway::new();
        gateway.expect_read_notification().returning(move |_| Err(refusal));
        let answer = Shop { gateway: Some(gateway), ..Shop::new() }.answer(form("a=b&c=d")).await;
        assert_eq!(answer.problem(400), "payment.not_notified");
        assert!(!answer.text().contains("md5sig") && !answer.text().contains("merchant"), "{}", answer.text());
    }
}

#[actix_web::test]
async fn the_gateway_is_told_when_the_database_is_away() {
    let shop = Shop { gateway: Some(gateway()), ..Shop::away().await };
    assert_eq!(shop.answer(form("ARA-7K3M-Q9TX-001")).await.problem(503), "service.unavailable");
}

#[actix_web::test]
async fn only_short_forms_are_read() {
    let shop = Shop { gateway: Some(MockPaymentGateway::new()), ..Shop::new() }.open().await;
    let json = TestRequest::post().uri(NOTIFY).set_json(json!({}));
    assert_eq!(shop.answer(json).await.problem(415), "request.unsupported_media_type");
    assert_eq!(shop.answer(form(&"x".repeat(16 * 1024 + 1))).await.problem(413), "request.too_large");
}

#[actix_web::test]
async fn the_state_of_the_newest_attempt_is_answered_at_once() {
    let shop = taking_cards().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let order = ordered(&shop, &customer, 2).await;
    let attempt = shop.stores.start(&order.id, moments::now()).await.unwrap().attempt;
    shop.stores.take(&Notification { status_code: -2, ..success(&attempt.id.to_string()) }, false, moments::now()).await;
    for who in [&customer, &admin] {
        let answer = shop.answer(get(&format!("/api/orders/{}", order.id)).by(&who.token)).await;
        let last = &answer.json()["payment"]["lastAttempt"];
        assert_eq!(last["state"], "failed");
        assert_eq!(last.as_object().unwrap().keys().collect::<Vec<_>>(), ["startedAt", "state"]);
    }
}
