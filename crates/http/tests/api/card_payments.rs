//! Payments by card: sending a customer to the gateway, and taking its notifications.

use actix_web::test::TestRequest;
use domain::orders::order::Order;
use domain::payments::attempt::{AttemptId, AttemptState};
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{CheckoutForm, Notification, NotificationRefusal};
use domain::payments::payment_settings::{MethodLimits, PaymentEdit, PaymentSettings};
use domain::payments::ports::{MockPaymentGateway, StartOutcome, TakeOutcome};
use domain::payments::told_payment::ToldPayments;
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::ports::PortError;
use domain::shared::versioned::Versioned;
use serde_json::json;
use testkit::{moments, sample_orders, sample_products, sample_settings};

use crate::people::customer;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, post};

const NOTIFY: &str = "/api/payments/payhere/notify";

fn order() -> Order {
    sample_orders::draft(&customer().user, &[(&kept(sample_products::product("Rose water")), 2)]).into_order()
}

fn attempt(order: &Order) -> Attempt {
    let id = AttemptId::first(order.id.clone());
    Attempt { id, state: AttemptState::Created, amount: order.total, started_at: moments::now(), told: ToldPayments::default() }
}

/// A gateway whose form has the amount that it was asked for.
fn gateway() -> MockPaymentGateway {
    let mut gateway = MockPaymentGateway::new();
    gateway.expect_checkout().returning(|checkout| CheckoutForm {
        action: "https://gateway.example/pay".to_owned(),
        fields: vec![("order_id", checkout.attempt.to_string()), ("amount", checkout.amount.to_string())],
    });
    gateway
}

/// Settings with these methods of payment.
pub(crate) fn settings(payments: &PaymentSettings) -> MockSettingsStore {
    let payments = Versioned { value: payments.clone(), ..Versioned::default() };
    let mut settings = MockSettingsStore::new();
    settings.expect_load().returning(move || Ok(ShopSettings { payments: payments.clone(), ..ShopSettings::default() }));
    settings
}

#[actix_web::test]
async fn a_card_is_refused_where_the_settings_do_not_offer_it() {
    let order = order();
    let dear = PaymentEdit {
        payhere: Some(MethodLimits { enabled: true, min: Some(sample_products::rupees(2_401)), ..MethodLimits::default() }),
        ..PaymentEdit::default()
    };
    let dear = PaymentSettings::default().edited(dear).unwrap();
    for (payments, reason) in
        [(PaymentSettings::default(), "is not offered by this shop"), (dear, "is for orders of LKR. 2,401.00 or more")]
    {
        let mut shop = Shop { gateway: Some(gateway()), shop_settings: Some(settings(&payments)), ..Shop::new() };
        let kept = order.clone();
        shop.order_reader.expect_by_id().returning(move |_| Ok(Some(kept.clone())));
        let answer = shop.answer(post(&format!("/api/orders/{}/payments", order.id), &json!({})).by("customer")).await;
        assert_eq!(answer.problem(422), "order.payment_unavailable");
        assert_eq!(answer.json()["errors"], json!({"paymentMethod": [reason]}));
    }
}

/// The answer to the customer's request to pay an order, where the store answers so.
async fn pay(order: &Order, outcome: StartOutcome, token: &str) -> Answer {
    let mut shop = Shop { gateway: Some(gateway()), shop_settings: Some(settings(&sample_settings::payments())), ..Shop::new() };
    let kept = order.clone();
    shop.order_reader.expect_by_id().returning(move |_| Ok(Some(kept.clone())));
    shop.attempts.expect_start().returning(move |_, _| Ok(outcome.clone()));
    shop.answer(post(&format!("/api/orders/{}/payments", order.id), &json!({})).by(token)).await
}

#[actix_web::test]
async fn the_customer_gets_a_form_with_the_servers_amount() {
    let order = order();
    let expected = json!({
        "attemptId": format!("{}-001", order.id),
        "action": "https://gateway.example/pay",
        "fields": {"order_id": format!("{}-001", order.id), "amount": "2400.00"},
    });
    for (outcome, status) in
        [(StartOutcome::Started(order.clone(), attempt(&order)), 201), (StartOutcome::Open(order.clone(), attempt(&order)), 200)]
    {
        let answer = pay(&order, outcome, "customer").await;
        assert_eq!((answer.status, answer.json()), (status, expected.clone()));
        assert!(answer.is_personal());
    }
}

#[actix_web::test]
async fn nothing_is_paid_where_nothing_is_due() {
    let order = order();
    assert_eq!(pay(&order, StartOutcome::NothingDue, "customer").await.problem(409), "payment.nothing_due");
    assert_eq!(pay(&order, StartOutcome::Cancelled, "customer").await.problem(409), "payment.order_cancelled");
    assert_eq!(pay(&order, StartOutcome::NotFound, "customer").await.problem(404), "order.not_found");
    assert_eq!(pay(&order, StartOutcome::NothingDue, "stranger").await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn an_order_that_was_tried_too_often_says_the_way_out() {
    let answer = pay(&order(), StartOutcome::TooManyAttempts, "customer").await;
    assert_eq!(answer.problem(409), "payment.too_many_attempts");
    let message = answer.json()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("pay by bank transfer") && message.contains("contact us"), "{message}");
}

#[actix_web::test]
async fn a_shop_without_a_gateway_takes_no_cards() {
    let mut shop = Shop::new();
    let (kept, id) = (order(), order().id);
    shop.order_reader.expect_by_id().returning(move |_| Ok(Some(kept.clone())));
    let shop = shop.open().await;
    let answer = shop.answer(post(&format!("/api/orders/{id}/payments"), &json!({})).by("customer")).await;
    assert_eq!(answer.problem(409), "payment.no_gateway");
    assert_eq!(shop.answer(form("a=b")).await.problem(404), "payment.no_gateway");
}

fn form(body: &str) -> TestRequest {
    TestRequest::post().uri(NOTIFY).insert_header(("Content-Type", "application/x-www-form-urlencoded")).set_payload(body.to_owned())
}

/// The answer to a notification that the gateway reads so, and the store takes so.
async fn notified(read: Result<(), NotificationRefusal>, taken: Result<TakeOutcome, ()>) -> Answer {
    let mut gateway = MockPaymentGateway::new();
    gateway.expect_has_records().return_const(false);
    gateway.expect_read_notification().withf(|form| form == b"a=b&c=d").returning(move |_| {
        read.map(|()| Notification {
            order_id: "ARA-7K3M-Q9TX-001".to_owned(),
            amount: "2400.00".to_owned(),
            currency: "LKR".to_owned(),
            status_code: 2,
            payment: None,
            means: None,
        })
    });
    let mut shop = Shop { gateway: Some(gateway), ..Shop::new() };
    let expected = usize::from(read.is_ok());
    shop.attempts.expect_take().times(expected).returning(move |_, _, _| taken.map_err(|()| PortError::unavailable("connection refused")));
    shop.answer(form("a=b&c=d")).await
}

#[actix_web::test]
async fn a_notification_is_kept_and_answered_with_nothing() {
    let late = TakeOutcome::Taken(Some(AttentionKind::LatePayment));
    for taken in [TakeOutcome::Taken(None), TakeOutcome::Repeated, late] {
        let answer = notified(Ok(()), Ok(taken)).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, ""));
    }
}

#[actix_web::test]
async fn what_is_not_the_gateways_is_refused_alike() {
    for refusal in [NotificationRefusal::WrongMerchant, NotificationRefusal::WrongSignature, NotificationRefusal::Unreadable] {
        let answer = notified(Err(refusal), Ok(TakeOutcome::Repeated)).await;
        assert_eq!(answer.problem(400), "payment.not_notified");
        assert!(!answer.text().contains("md5sig") && !answer.text().contains("merchant"), "{}", answer.text());
    }
}

#[actix_web::test]
async fn the_gateway_is_told_when_the_database_is_away() {
    assert_eq!(notified(Ok(()), Err(())).await.problem(503), "service.unavailable");
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
    let mut declined = order();
    declined.payment.note_attempt(&Attempt { state: AttemptState::Failed, ..attempt(&declined) });
    for who in ["customer", "admin"] {
        let (mut shop, kept) = (Shop::new(), declined.clone());
        shop.order_reader.expect_by_id().returning(move |_| Ok(Some(kept.clone())));
        let answer = shop.answer(TestRequest::get().uri(&format!("/api/orders/{}", declined.id)).by(who)).await;
        let last = &answer.json()["payment"]["lastAttempt"];
        assert_eq!(last["state"], "failed", "{who}");
        assert_eq!(last.as_object().unwrap().keys().collect::<Vec<_>>(), ["startedAt", "state"]);
    }
}
