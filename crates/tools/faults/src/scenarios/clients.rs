//! Faults of customers, and of the network between them and the shop.

use std::time::Duration;

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use test_harness::orders::place_order_bytes;
use test_harness::raw::{Leaving, send_and_leave};

use super::{Verdict, conclude};
use crate::attempt::Attempt;
use crate::fixture::Fixture;
use crate::proxy::Proxy;
use crate::report::Figures;

/// The order is placed and its answer is lost: repeating the request under the same key finds the order.
pub(super) async fn answer_lost(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a"]).await;
    let proxy = Proxy::before(fixture.shop.port("a")).await;
    fixture.set_origins(&[format!("http://127.0.0.1:{}", proxy.port())]);
    let load = fixture.load();
    for _ in 0..10 {
        load.placed(8).await;
        proxy.lose(4);
    }
    load.placed(8).await;
    let figures = Figures { note: format!("{} answers lost", proxy.lost()), ..Figures::default() };
    let verdict = conclude(fixture, load, &instances, figures).await;
    assert!(fixture.attempts.iter().any(|attempt| attempt.replayed), "no lost answer acknowledged an order");
    verdict
}

/// Customers disconnect at any moment, in the middle of the request or right before the answer.
pub(super) async fn vanish(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a"]).await;
    let load = fixture.load();
    let server = instances[0].address();
    let mut rng = StdRng::seed_from_u64(fixture.seed);
    let mut attempts: Vec<Attempt> = (0..80).map(|n| fixture.customers.next(n % fixture.customers.users.len(), &mut rng)).collect();
    for some in attempts.chunks(8) {
        let requests = some.iter().map(|attempt| {
            let user = &fixture.customers.users[attempt.by];
            let bytes = place_order_bytes(user, &attempt.key, &fixture.customers.body(attempt));
            // One in five sends a part of the request only.
            let sent = if rng.random_bool(0.2) { rng.random_range(1..bytes.len()) } else { bytes.len() };
            let delay = Duration::from_millis(rng.random_range(0..40));
            let leaving = if rng.random_bool(0.5) { Leaving::Close } else { Leaving::Reset };
            async move { send_and_leave(server, &bytes[..sent], delay, leaving).await }
        });
        join_all(requests).await;
    }
    fixture.resolve(&mut attempts).await;
    let found = attempts.iter().filter(|attempt| attempt.replayed).count();
    assert!(found > 0, "no order of a disconnected customer was placed");
    fixture.attempts.append(&mut attempts);
    let figures = Figures { note: format!("{found} of 80 orders of disconnected customers were placed"), ..Figures::default() };
    conclude(fixture, load, &instances, figures).await
}
