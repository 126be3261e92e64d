//! Instances that are killed, stopped, frozen or restarted.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::database_server::{LOCK_PRODUCTS, count};
use crate::fixture::Fixture;
use crate::invariants;
use crate::report::Figures;

/// SIGKILL with orders in flight, then a restart; four times.
pub(super) async fn killed(fixture: &mut Fixture) -> Verdict {
    let mut instances = fixture.open(&["a"]).await;
    let mut figures = Figures { note: "recovery with the start".to_owned(), ..Figures::default() };
    let load = fixture.load();
    for round in 0..4 {
        load.placed(15 + 10 * round).await;
        instances.remove(0).kill().await;
        let gone = Instant::now();
        instances.push(fixture.shop.start("a").await);
        figures.recovered(fixture.probe(&instances[0].origin()).recovery(gone).await);
    }
    load.placed(20).await;
    conclude(fixture, load, &instances, figures).await
}

/// SIGSTOP of one of two instances: the other one sells, whatever locks the first one holds.
pub(super) async fn frozen(fixture: &mut Fixture) -> Verdict {
    fixture.set_request_timeout(Duration::from_secs(3));
    let instances = fixture.open(&["a", "b"]).await;
    let load = fixture.load();
    load.placed(40).await;

    let begun = Instant::now();
    instances[0].signal(Signal::STOP);
    let (here, there) = (fixture.probe(&instances[1].origin()), fixture.probe(&instances[0].origin()));
    sleep(Duration::from_secs(20)).await;
    assert!(here.successes(begun) > 40, "the other instance was delayed");
    assert_eq!(there.successes(begun), 0, "the instance was not frozen");
    let over = Instant::now();
    instances[0].signal(Signal::CONT);
    let mut figures =
        Figures { note: format!("the other one answered {} requests meanwhile", here.successes(begun)), ..Figures::default() };
    figures.recovered(there.recovery(over).await);
    load.placed(40).await;
    conclude(fixture, load, &instances, figures).await
}

/// The fewest orders that wait for the lock itself; the others wait for a turn.
const AT_THE_LOCK: i64 = 2;

/// SIGTERM while all customers wait for a lock: every request in flight is answered.
pub(super) async fn drained(fixture: &mut Fixture) -> Verdict {
    let mut instances = fixture.open(&["a"]).await;
    let load = fixture.load();
    load.placed(20).await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    superuser.batch_execute(&format!("BEGIN; {LOCK_PRODUCTS}")).await.expect("a lock");
    let waiting = "pg_stat_activity WHERE usename = 'shop' AND wait_event_type = 'Lock' AND datname = current_database()";
    let in_flight = fixture.customers.users.len();
    while count(&superuser, waiting).await < AT_THE_LOCK {
        sleep(Duration::from_millis(10)).await;
    }
    // Time for the others to queue for their turn.
    sleep(Duration::from_millis(200)).await;
    load.halt();
    let mut server = instances.remove(0);
    server.signal(Signal::TERM);
    server.closed().await;
    superuser.batch_execute("COMMIT").await.expect("an end of the lock");
    let mut attempts = load.stop().await;
    let status = server.exited().await;
    assert_eq!(status.code(), Some(0), "{status}");
    let unanswered = attempts.iter().filter(|attempt| attempt.is_unresolved()).count();
    assert_eq!(unanswered, 0, "requests in flight were broken off");
    fixture.attempts.append(&mut attempts);

    let begun = Instant::now();
    let mut figures = Figures { note: format!("{in_flight} in flight were answered"), ..Figures::default() };
    instances.push(fixture.shop.start("a").await);
    figures.recovered(fixture.probe(&instances[0].origin()).recovery(begun).await);
    (figures, invariants::violations(fixture, &instances).await)
}

/// Each of two instances is restarted twice while the other one sells: no customer gets a 503.
pub(super) async fn rolling(fixture: &mut Fixture) -> Verdict {
    let mut instances = fixture.open(&["a", "b"]).await;
    let load = fixture.load();
    load.placed(20).await;
    let mut figures = Figures::default();
    for name in ["a", "b", "a", "b"] {
        let status = instances.remove(0).terminate().await;
        assert_eq!(status.code(), Some(0), "{status}");
        let begun = Instant::now();
        instances.push(fixture.shop.start(name).await);
        figures.recovered(fixture.probe(&instances[1].origin()).recovery(begun).await);
        load.placed(20).await;
    }
    let verdict = conclude(fixture, load, &instances, figures).await;
    let refused = fixture.attempts.iter().map(|attempt| attempt.refusals.len()).sum::<usize>();
    assert_eq!(refused, 0, "customers got a 503 during a rolling restart");
    verdict
}
