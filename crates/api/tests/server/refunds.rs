//! Refunds through the gateway: the real program and a fake gateway, both on this machine (contract-commerce, section 9: acceptance 18).

use fake_payhere::Behaviour;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use tokio::time::{Instant, sleep};

use crate::checkout::{PRICE, fresh_key};
use crate::payments::{PATIENCE, Paying};
use crate::users::admin;

/// A customer who paid an order by card, and an administrator.
struct Returning {
    paying: Paying,
    boss: SignedInUser,
}

impl Returning {
    async fn new() -> Self {
        let paying = Paying::new().await;
        let boss = admin(&paying.shop).await;
        paying.press(&paying.start(201).await, "pay").await;
        assert_eq!(paying.answers(1).await, [200]);
        Self { paying, boss }
    }

    /// Releases a refund through the gateway.
    async fn release(&self, amount: u64) {
        let path = format!("/api/orders/{}/refunds", self.paying.order_id);
        let request = self.paying.server.post(&path).signed_in_as(&self.boss).header("Idempotency-Key", fresh_key());
        let released = request.json(&json!({"amount": amount, "via": "gateway", "reason": "Out of stock"})).ask().await.expect_status(201);
        assert_eq!(released["refund"]["state"], "requested");
    }

    async fn refunds(&self) -> Value {
        let path = format!("/api/orders/{}", self.paying.order_id);
        self.paying.server.get(&path).signed_in_as(&self.boss).ask().await.expect_status(200)["refunds"].clone()
    }

    /// Waits until the newest refund has this state, and answers it.
    async fn reaches(&self, state: &str) -> Value {
        let begun = Instant::now();
        loop {
            let refund = self.refunds().await.as_array().unwrap().last().unwrap().clone();
            if refund["state"] == state {
                return refund;
            }
            assert!(begun.elapsed() < PATIENCE * 3, "{refund}");
            sleep(std::time::Duration::from_millis(100)).await;
        }
    }
}

#[tokio::test]
async fn a_refund_goes_through_the_gateway() {
    let returning = Returning::new().await;
    returning.release(100).await;
    let part = returning.reaches("settled").await;
    assert!(part["reference"].is_string(), "the gateway's number: {part}");
    let order = returning.paying.order().await;
    assert_eq!((&order["payment"]["held"], &order["payment"]["paymentStatus"]), (&json!(2 * PRICE - 100), &json!("partiallyRefunded")));
    let taken = returning.paying.state().await;
    assert_eq!((taken.payments[0].refunded_cents, taken.refund_calls), (10_000, 1));
    returning.paying.behave(Behaviour { refuse_refunds: Some(-1), ..Behaviour::default() }).await;
    returning.release(100).await;
    returning.reaches("failed").await;
    assert_eq!(returning.paying.order().await["payment"]["held"], 2 * PRICE - 100);
    returning.paying.shop.is_in_order("doctor").await;
}

#[tokio::test]
async fn while_the_gateway_is_away_a_refund_waits() {
    let returning = Returning::new().await;
    returning.paying.behave(Behaviour { fail_answers: true, ..Behaviour::default() }).await;
    returning.release(2 * PRICE).await;
    let begun = Instant::now();
    while !returning.paying.server.log().contains("was not moved on") {
        assert!(begun.elapsed() < PATIENCE, "it was tried");
        sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!((returning.refunds().await[0]["state"].clone(), returning.paying.state().await.refund_calls), (json!("requested"), 0));
    returning.paying.behave(Behaviour::default()).await;
    returning.paying.shop.database().client().await.execute("UPDATE refunds SET due_at = now()", &[]).await.unwrap();
    returning.reaches("settled").await;
    assert_eq!(returning.paying.state().await.payments[0].refunds, 1);
}

#[tokio::test]
async fn a_refund_without_an_answer_is_unknown_and_never_sent_again() {
    let returning = Returning::new().await;
    returning.paying.behave(Behaviour { hang_after_refunding: true, ..Behaviour::default() }).await;
    returning.release(2 * PRICE).await;
    returning.reaches("unknown").await;
    assert_eq!((returning.paying.state().await.refund_calls, returning.paying.payment_status().await.as_str()), (1, "paid"));
    returning.paying.behave(Behaviour::default()).await;
    returning.paying.reconciled("refunded").await;
    assert_eq!((returning.reaches("settled").await["amount"].clone(), returning.paying.state().await.refund_calls), (json!(2 * PRICE), 1));
    returning.paying.shop.is_in_order("doctor").await;
}

#[tokio::test]
async fn a_process_that_is_killed_while_it_sends_leaves_the_refund_unknown() {
    let mut returning = Returning::new().await;
    returning.paying.behave(Behaviour { hang_after_refunding: true, ..Behaviour::default() }).await;
    returning.release(100).await;
    let begun = Instant::now();
    while returning.paying.state().await.refund_calls == 0 {
        assert!(begun.elapsed() < PATIENCE, "it was sent");
        sleep(std::time::Duration::from_millis(50)).await;
    }
    returning.paying.restart().await;
    returning.paying.behave(Behaviour::default()).await;
    assert_eq!(returning.refunds().await[0]["state"], "sending", "another instance may be sending it");
    // As if minutes had passed.
    returning.paying.shop.database().client().await.execute("UPDATE refunds SET due_at = now()", &[]).await.unwrap();
    returning.reaches("unknown").await;
    let path = format!("/api/refunds/{}-R1/resolve", returning.paying.order_id);
    let resolve = returning.paying.server.post(&path).signed_in_as(&returning.boss).json(&json!({"outcome": "settled"}));
    assert_eq!(resolve.ask().await.expect_status(200)["refund"]["state"], "settled");
    assert_eq!((returning.paying.state().await.refund_calls, returning.paying.state().await.payments[0].refunds), (1, 1));
    returning.paying.shop.is_in_order("doctor").await;
}
