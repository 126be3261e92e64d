//! One product's row is held, and many want the product: nobody else notices.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::accounts::{fresh_uuid, log_in};
use crate::answer::ask;
use crate::ledger::{Attempt, Outcome, slowest_refusal};
use crate::load::Counter;
use crate::report::Figures;
use crate::stage::Stage;

/// How long the row is held.
const HELD: Duration = Duration::from_secs(10);
/// How many want the product at once: more than there are connections.
const WANTING: usize = 40;
/// The longest wait for a refusal: the shop's limit of 2 s for an order, and 1 s for a busy machine.
const TOLD_BY: Duration = Duration::from_secs(3);
/// The fewest rounds that the others have to come through meanwhile.
const ROUNDS: usize = 10;
/// The product that is held, and one that is not.
const HELD_PRODUCT: usize = 0;
const OTHER_PRODUCT: usize = 1;

/// Orders of the product are refused in time, all else goes on.
pub(super) async fn product_held(stage: &mut Stage) -> Verdict {
    let instances = stage.open(&["a"]).await;
    let outside = stage.server.client(&stage.database).await;
    let code = &stage.counter.codes[HELD_PRODUCT];
    outside.batch_execute(&format!("BEGIN; SELECT FROM products WHERE code = '{code}' FOR UPDATE")).await.expect("a lock");
    let (begun, end) = (Instant::now(), Instant::now() + HELD);
    let last = stage.counter.customers.len() - 1;
    let wanting: Vec<_> = (0..WANTING).map(|n| tokio::spawn(want(stage.counter.clone(), n % last, end))).collect();
    sleep(Duration::from_millis(500)).await;
    let (mut attempts, slowest) = go_on(&stage.counter, instances[0].base(), last, end).await;
    outside.batch_execute("ROLLBACK").await.expect("an end of the lock");
    let over = Instant::now();
    attempts.extend(join_all(wanting).await.into_iter().map(|wanted| wanted.expect("somebody who is answered")));
    stage.find_out(&mut attempts).await;
    let mut figures = Figures { note: format!("others waited {} ms at most", slowest.as_millis()), ..Figures::default() };
    figures.recovered(over.elapsed());
    let refused = slowest_refusal(&attempts, begun, over).expect("somebody waited for the product in vain");
    assert!(refused < TOLD_BY, "somebody was told after {refused:?}");
    figures.refused(refused);
    stage.attempts.append(&mut attempts);
    let load = stage.load();
    load.placed(20).await;
    conclude(stage, load, &instances, figures).await
}

/// Somebody who wants the product, and asks again and again until `end`.
async fn want(counter: Counter, by: usize, end: Instant) -> Attempt {
    let mut attempt = Attempt::new(by, fresh_uuid().to_string(), vec![(HELD_PRODUCT, 1)]);
    loop {
        attempt.hear(&ask(counter.order(0, &attempt)).await);
        if !attempt.is_open() || Instant::now() >= end {
            return attempt;
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// Reads, signs in, asks whether the shop is ready and orders something else, until `end`; what was ordered, and the longest
/// wait.
async fn go_on(counter: &Counter, base: &str, by: usize, end: Instant) -> (Vec<Attempt>, Duration) {
    let (mut attempts, mut slowest) = (Vec::new(), Duration::ZERO);
    while Instant::now() < end {
        for path in ["/api/products", "/readyz"] {
            let read = ask(counter.client.get(format!("{base}{path}"))).await.expect("an answer");
            assert_eq!(read.status, 200, "{path}: {}", read.body);
            slowest = slowest.max(read.took);
        }
        let signing_in = Instant::now();
        log_in(&counter.client, base, &counter.customers[by].email).await;
        slowest = slowest.max(signing_in.elapsed());
        let mut attempt = Attempt::new(by, fresh_uuid().to_string(), vec![(OTHER_PRODUCT, 1)]);
        let answer = ask(counter.order(0, &attempt)).await;
        slowest = slowest.max(answer.as_ref().map_or(Duration::ZERO, |answer| answer.took));
        attempt.hear(&answer);
        assert!(matches!(attempt.outcome, Outcome::Placed { .. }), "{attempt:?}");
        attempts.push(attempt);
    }
    assert!(attempts.len() >= ROUNDS, "others were held up: {} rounds", attempts.len());
    (attempts, slowest)
}
