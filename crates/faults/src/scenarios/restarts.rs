//! Servers that end, are ended, or stop for a while.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::invariants;
use crate::probe::PROMISE;
use crate::report::Figures;
use crate::stage::Stage;

/// Killed at moments in which orders are on their way, and started again.
pub(super) async fn killed(stage: &mut Stage) -> Verdict {
    let mut instances = stage.open(&["a"]).await;
    let mut figures = Figures { note: "recovery with the start".to_owned(), ..Figures::default() };
    let load = stage.load();
    for round in 0..4 {
        load.placed(15 + 10 * round).await;
        instances.remove(0).kill().await;
        let gone = Instant::now();
        instances.push(stage.shop.start("a").await);
        figures.recovered(stage.probe(instances[0].base()).recovery(gone).await);
    }
    load.placed(20).await;
    conclude(stage, load, &instances, figures).await
}

/// One of two does nothing for a while: the other one sells, and nothing the first one holds is in its way.
pub(super) async fn frozen(stage: &mut Stage) -> Verdict {
    stage.patience(Duration::from_secs(3));
    let instances = stage.open(&["a", "b"]).await;
    let load = stage.load();
    load.placed(40).await;

    let begun = Instant::now();
    instances[0].signal(Signal::STOP);
    let (here, there) = (stage.probe(instances[1].base()), stage.probe(instances[0].base()));
    sleep(Duration::from_secs(20)).await;
    assert!(here.successes(begun) > 40, "the other server was held up");
    assert_eq!(there.successes(begun), 0, "the server was not frozen");
    let over = Instant::now();
    instances[0].signal(Signal::CONT);
    let mut figures = Figures { note: format!("the other one answered {} looks meanwhile", here.successes(begun)), ..Figures::default() };
    figures.recovered(there.recovery(over).await);
    load.placed(40).await;
    conclude(stage, load, &instances, figures).await
}

/// The fewest that wait for the lock itself, where all want the same product.
const AT_THE_LOCK: i64 = 2;

/// Told to end while everybody waits for a lock: everybody gets an answer all the same.
pub(super) async fn drained(stage: &mut Stage) -> Verdict {
    let mut instances = stage.open(&["a"]).await;
    let load = stage.load();
    load.placed(20).await;
    let outside = stage.server.client(&stage.database).await;
    outside.batch_execute("BEGIN; SELECT FROM products ORDER BY id FOR UPDATE").await.expect("a lock");
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'shop' AND wait_event_type = 'Lock' AND datname = current_database()";
    let everybody = stage.counter.customers.len();
    while outside.query_one(waiting, &[]).await.expect("a count").get::<_, i64>(0) < AT_THE_LOCK {
        sleep(Duration::from_millis(10)).await;
    }
    // The others wait for their turn.
    sleep(Duration::from_millis(200)).await;
    load.halt();
    let port = stage.shop.port("a");
    let server = instances.remove(0);
    server.signal(Signal::TERM);
    while TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
        sleep(Duration::from_millis(10)).await;
    }
    outside.batch_execute("COMMIT").await.expect("an end of the lock");
    let mut attempts = load.stop().await;
    let status = server.terminated().await;
    assert_eq!(status.code(), Some(0), "{status}");
    let open = attempts.iter().filter(|attempt| attempt.is_open()).count();
    assert_eq!(open, 0, "requests in flight were broken off");
    stage.attempts.append(&mut attempts);

    let begun = Instant::now();
    let mut figures = Figures { note: format!("{everybody} in flight were answered"), ..Figures::default() };
    instances.push(stage.shop.start("a").await);
    figures.recovered(stage.probe(instances[0].base()).recovery(begun).await);
    (figures, invariants::complaints(stage, &instances).await)
}

/// Each is restarted twice while the other one sells: nobody is told that the shop is away.
pub(super) async fn rolling(stage: &mut Stage) -> Verdict {
    let mut instances = stage.open(&["a", "b"]).await;
    let load = stage.load();
    load.placed(20).await;
    let mut figures = Figures::default();
    for name in ["a", "b", "a", "b"] {
        let status = instances.remove(0).terminate().await;
        assert_eq!(status.code(), Some(0), "{status}");
        let begun = Instant::now();
        instances.push(stage.shop.start(name).await);
        figures.recovered(stage.probe(instances[1].base()).recovery(begun).await);
        load.placed(20).await;
    }
    let verdict = conclude(stage, load, &instances, figures).await;
    let refused = stage.attempts.iter().map(|attempt| attempt.refusals.len()).sum::<usize>();
    assert_eq!(refused, 0, "customers were told that the shop is away, within {PROMISE:?} or not");
    verdict
}
