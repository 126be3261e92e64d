//! The shop is killed while it sends refunds: none is made twice.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;
use test_harness::accounts::{SignedInAs as _, fresh_uuid};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use tokio::time::sleep;
use tokio_postgres::Client;

use super::Verdict;
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::gateway::Gateway;
use crate::paying::{self, CardOrder, PATIENCE};
use crate::report::Figures;
use crate::{invariants, money};

/// Refunds, one of each order.
const REFUNDS: usize = 9;
/// Kills after the gateway got a refund, of which it answers none: two after it made it, two before.
const UNANSWERED: i64 = 4;
/// Kills at any other moment.
const RANDOM: i64 = 3;
/// All refunds are due, and those that were being sent count as stranded, as if minutes had passed.
const DUE: &str = "UPDATE refunds SET due_at = now()";
/// Refunds that were not sent are due at once.
const AGAIN: &str = "UPDATE refunds SET due_at = now() WHERE state = 'requested'";
/// Refunds that are neither settled nor failed nor unknown.
const UNDER_WAY: &str = "refunds WHERE state IN ('requested', 'sending')";

/// Refunds of a part, of which the gateway's records show nothing, so that those in doubt stay unknown.
pub(super) async fn killed(fixture: &mut Fixture) -> Verdict {
    let gateway = Gateway::start().await;
    let mut instance = paying::open(fixture, gateway.port()).await;
    gateway.behave(json!({})).await;
    let orders = paying::place(fixture, REFUNDS).await;
    paying::pay_all(&orders, &instance, &gateway).await;
    assert_eq!(gateway.answers(REFUNDS).await, [200; REFUNDS]);
    gateway.behave(json!({"hangAfterRefunding": true})).await;
    release(fixture, &instance, &orders).await;

    for kill in 0..UNANSWERED {
        if kill == UNANSWERED / 2 {
            gateway.behave(json!({"delayAnswers": 100})).await;
        }
        let calls = gateway.refund_calls().await;
        instance = paying::restart(fixture, instance, &[DUE]).await;
        called(&gateway, calls + 1).await;
    }
    let mut rng = StdRng::seed_from_u64(fixture.seed);
    for _ in 0..RANDOM {
        instance = paying::restart(fixture, instance, &[DUE]).await;
        sleep(Duration::from_millis(rng.random_range(50..500))).await;
    }
    gateway.behave(json!({})).await;
    instance = paying::restart(fixture, instance, &[DUE]).await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    end_all(&superuser).await;

    let calls = gateway.refund_calls().await;
    let in_state = async |state: &str| count(&superuser, &format!("refunds WHERE state = '{state}'")).await;
    let (settled, unknown) = (in_state("settled").await, in_state("unknown").await);
    assert_eq!(settled + unknown, REFUNDS as i64, "every refund was settled or is unknown");
    assert!((UNANSWERED..=UNANSWERED + RANDOM).contains(&unknown), "{unknown} refunds are unknown");
    assert!(calls <= REFUNDS as i64, "the gateway was called {calls} times for {REFUNDS} refunds");
    let note = format!("{} kills; {calls} calls for {REFUNDS} refunds, {settled} settled, {unknown} unknown", UNANSWERED + RANDOM + 1);
    let mut violations = invariants::violations(fixture, &[instance]).await;
    violations.extend(money::violations(fixture, &gateway).await);
    (Figures { note, ..Figures::default() }, violations)
}

/// An administrator releases a refund of each order.
async fn release(fixture: &Fixture, instance: &Instance, orders: &[CardOrder]) {
    for order in orders {
        let request = instance.post(&format!("/api/orders/{}/refunds", order.id)).signed_in_as(&fixture.template.admin);
        let request = request.header("Idempotency-Key", fresh_uuid().to_string());
        request.json(&json!({"amount": 100, "via": "gateway", "reason": "Out of stock"})).ask().await.expect_status(201);
    }
}

/// Waits until the gateway was called this many times.
async fn called(gateway: &Gateway, calls: i64) {
    let begun = Instant::now();
    while gateway.refund_calls().await < calls {
        assert!(begun.elapsed() < PATIENCE, "no refund was sent");
        sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until no refund is under way. One whose records were not read would wait for a minute.
async fn end_all(superuser: &Client) {
    let begun = Instant::now();
    while count(superuser, UNDER_WAY).await > 0 {
        assert!(begun.elapsed() < PATIENCE, "refunds stay under way");
        superuser.batch_execute(AGAIN).await.expect("a statement that runs");
        sleep(Duration::from_millis(100)).await;
    }
}
