//! Orders whose time to pay is over while a success that was told waits for the gateway's records, which alone book it.

use std::time::Duration;

use fake_payhere::Behaviour;
use serde_json::{Value, json};
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use tokio::time::{Instant, sleep};

use crate::checkout::{PRICE, count};
use crate::payments::{PATIENCE, Paying};
use crate::users::admin;

/// An order that is paid by half, and then as a whole by an attempt from before, of which the records have nothing yet: it waits for them.
async fn withheld() -> Paying {
    let paying = Paying::new().await;
    let choice = paying.server.post(&format!("/api/orders/{}/payment-method", paying.order_id)).signed_in_as(&paying.buyer);
    choice.json(&json!({"paymentMethod": "payhere"})).ask().await.expect_status(200);
    let form = paying.start(201).await;
    let half = json!({"method": "bankTransfer", "amount": PRICE, "reference": "FT-1"});
    let booking = paying.server.post(&format!("/api/orders/{}/charges", paying.order_id));
    booking.signed_in_as(&admin(&paying.shop).await).json(&half).ask().await.expect_status(201);
    paying.behave(Behaviour { lag_records: true, ..Behaviour::default() }).await;
    paying.press(&form, "pay").await;
    assert_eq!(paying.answers(1).await, [200]);
    assert_eq!(paying.payment_status().await, "partiallyPaid", "the records are asked first");
    paying
}

async fn change(paying: &Paying, statement: &str) {
    paying.shop.database().client().await.execute(statement, &[]).await.unwrap();
}

/// Waits until this statement counts a row.
async fn seen(paying: &Paying, statement: &str) {
    let begun = Instant::now();
    while count(&paying.shop, statement).await == 0 {
        assert!(begun.elapsed() < PATIENCE * 2, "{statement}");
        sleep(Duration::from_millis(200)).await;
    }
}

async fn order_once(paying: &Paying, is_so: impl Fn(&Value) -> bool) {
    let begun = Instant::now();
    loop {
        let order = paying.order().await;
        if is_so(&order) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE * 2, "{order}");
        sleep(Duration::from_millis(200)).await;
    }
}

const OVERDUE: &str = "UPDATE order_payments SET expires_at = now() - interval '40 minutes'";

#[tokio::test(flavor = "multi_thread")]
async fn an_overdue_order_waits_for_the_records_of_a_success_that_was_told() {
    let mut paying = withheld().await;
    change(&paying, OVERDUE).await;
    seen(&paying, "SELECT count(*) FROM order_payments WHERE unanswered_since IS NOT NULL").await;
    paying.restart().await;
    change(&paying, "UPDATE order_payments SET unanswered_since = now() - interval '20 minutes'").await;
    let searched = paying.state().await.searches;
    let begun = Instant::now();
    while paying.state().await.searches < searched + 2 {
        assert!(begun.elapsed() < PATIENCE * 2, "the records are read again and again");
        sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(paying.order().await["status"], "processing");
    paying.behave(Behaviour::default()).await;
    order_once(&paying, |order| order["payment"]["paymentStatus"] == "paid").await;
    let order = paying.order().await;
    assert_eq!((&order["status"], &order["payment"]["refundDue"]), (&json!("processing"), &json!(PRICE)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_overdue_order_waits_half_an_hour_for_the_records() {
    let paying = withheld().await;
    change(&paying, OVERDUE).await;
    seen(&paying, "SELECT count(*) FROM order_payments WHERE unanswered_since IS NOT NULL").await;
    assert_eq!(paying.order().await["status"], "processing");
    change(&paying, "UPDATE order_payments SET unanswered_since = now() - interval '31 minutes'").await;
    order_once(&paying, |order| order["status"] == "cancelled").await;
    assert_eq!(paying.order().await["payment"]["refundDue"], json!(PRICE), "the half that came");
}
