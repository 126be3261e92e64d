//! One product's row is locked while many order the product: other requests are not delayed.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use test_harness::accounts::{fresh_uuid, log_in};
use test_harness::answer::Ask as _;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::attempt::{Attempt, Outcome, slowest_refusal};
use crate::fixture::Fixture;
use crate::load::Customers;
use crate::report::Figures;
use crate::template::PASSWORD;

/// Duration of the lock.
const HELD: Duration = Duration::from_secs(10);
/// Simultaneous orders of the product: more than there are connections.
const ORDERING: usize = 40;
/// The longest wait for a refusal: the shop's limit of 2 s for an order, and 1 s for a busy machine.
const REFUSED_WITHIN: Duration = Duration::from_secs(3);
/// The fewest rounds of other requests during the lock.
const ROUNDS: usize = 10;
/// The locked product, and another one.
const HELD_PRODUCT: usize = 0;
const OTHER_PRODUCT: usize = 1;

/// Orders of the product are refused in time, all other requests are answered.
pub(super) async fn product_held(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a"]).await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    let code = &fixture.customers.product_codes[HELD_PRODUCT];
    superuser.batch_execute(&format!("BEGIN; SELECT FROM products WHERE code = '{code}' FOR UPDATE")).await.expect("a lock");
    let (begun, end) = (Instant::now(), Instant::now() + HELD);
    let last = fixture.customers.users.len() - 1;
    let ordering: Vec<_> = (0..ORDERING).map(|n| tokio::spawn(order_held_product(fixture.customers.clone(), n % last, end))).collect();
    sleep(Duration::from_millis(500)).await;
    let (mut attempts, slowest) = other_requests(&fixture.customers, &instances[0].origin(), last, end).await;
    superuser.batch_execute("ROLLBACK").await.expect("an end of the lock");
    let over = Instant::now();
    attempts.extend(join_all(ordering).await.into_iter().map(|attempt| attempt.expect("an order that is answered")));
    fixture.resolve(&mut attempts).await;
    let mut figures = Figures { note: format!("other requests took {} ms at most", slowest.as_millis()), ..Figures::default() };
    figures.recovered(over.elapsed());
    let refused = slowest_refusal(&attempts, begun, over).expect("an order that was refused");
    assert!(refused < REFUSED_WITHIN, "an order was refused after {refused:?}");
    figures.refused(refused);
    fixture.attempts.append(&mut attempts);
    let load = fixture.load();
    load.placed(20).await;
    conclude(fixture, load, &instances, figures).await
}

/// Orders the locked product, and repeats the request until `end`.
async fn order_held_product(customers: Customers, by: usize, end: Instant) -> Attempt {
    let mut attempt = Attempt::new(by, fresh_uuid().to_string(), vec![(HELD_PRODUCT, 1)]);
    loop {
        attempt.record(&customers.order(0, &attempt).try_ask().await);
        if !attempt.is_unresolved() || Instant::now() >= end {
            return attempt;
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// Reads products and readiness, signs in and orders another product, until `end`. Returns the orders and the slowest answer.
async fn other_requests(customers: &Customers, origin: &str, by: usize, end: Instant) -> (Vec<Attempt>, Duration) {
    let (mut attempts, mut slowest) = (Vec::new(), Duration::ZERO);
    while Instant::now() < end {
        for path in ["/api/products", "/readyz"] {
            let read = customers.client.get(format!("{origin}{path}")).ask().await;
            assert_eq!(read.status, 200, "{path}: {}", read.text);
            slowest = slowest.max(read.took);
        }
        let signing_in = Instant::now();
        log_in(&customers.client, origin, &customers.users[by].email, PASSWORD).await;
        slowest = slowest.max(signing_in.elapsed());
        let mut attempt = Attempt::new(by, fresh_uuid().to_string(), vec![(OTHER_PRODUCT, 1)]);
        let answer = customers.order(0, &attempt).try_ask().await;
        slowest = slowest.max(answer.as_ref().map_or(Duration::ZERO, |answer| answer.took));
        attempt.record(&answer);
        assert!(matches!(attempt.outcome, Outcome::Placed { .. }), "{attempt:?}");
        attempts.push(attempt);
    }
    assert!(attempts.len() >= ROUNDS, "other requests were delayed: {} rounds", attempts.len());
    (attempts, slowest)
}
