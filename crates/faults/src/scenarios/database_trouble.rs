//! PostgreSQL is there and gives trouble.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::sleep;
use tokio_postgres::Client;

use super::{Verdict, conclude};
use crate::ledger::slowest_refusal;
use crate::proxy::Proxy;
use crate::report::Figures;
use crate::server::{MAX_CONNECTIONS, connect};
use crate::stage::Stage;

/// How long there is trouble.
const TROUBLE: Duration = Duration::from_secs(4);
/// How long a lock is held: longer than the shop waits for one.
const LOCKED: Duration = Duration::from_secs(7);
/// The longest wait for a refusal: the shop's limit of 2 s for an order, and 1 s for a busy machine.
const TOLD_BY: Duration = Duration::from_secs(3);

/// Answers of the database are lost with their connections, those of placed orders among them.
pub(super) async fn commit_lost(stage: &mut Stage) -> Verdict {
    let proxy = Proxy::before(stage.server.port()).await;
    stage.reach_database_by(proxy.port());
    let instances = stage.open(&["a"]).await;
    let load = stage.load();
    for _ in 0..12 {
        load.placed(8).await;
        proxy.lose(6);
    }
    load.placed(20).await;
    let figures = Figures { note: format!("{} answers lost", proxy.lost()), ..Figures::default() };
    stage.reach_database_by(stage.server.port());
    let verdict = conclude(stage, load, &instances, figures).await;
    assert!(stage.attempts.iter().any(|attempt| attempt.found), "no lost answer was that of an order");
    verdict
}

/// Two sessions end every 50 ms; then a backend is killed, and PostgreSQL starts over.
pub(super) async fn backends_ended(stage: &mut Stage) -> Verdict {
    let instances = stage.open(&["a", "b"]).await;
    let load = stage.load();
    let probe = stage.probe(instances[0].base());
    load.placed(20).await;
    let outside = stage.server.client(&stage.database).await;
    let (begun, mut ended) = (Instant::now(), 0);
    while begun.elapsed() < TROUBLE {
        ended += outside
            .query(&format!("SELECT pg_terminate_backend(pid) FROM ({SESSIONS} ORDER BY random() LIMIT 2) AS s"), &[])
            .await
            .map_or(0, |rows| rows.len());
        sleep(Duration::from_millis(50)).await;
    }
    let victim = outside.query_one(&format!("{SESSIONS} LIMIT 1"), &[]).await.expect("a session").get::<_, i32>(0);
    kill_process(Pid::from_raw(victim).expect("a process id"), Signal::KILL).expect("a backend that runs");
    let mut figures = Figures { note: format!("{ended} sessions ended"), ..Figures::default() };
    // The others hear of it, and end; until then an answer may still come from before.
    while !outside.is_closed() {
        sleep(Duration::from_millis(5)).await;
    }
    figures.recovered(probe.recovery(Instant::now()).await);
    load.placed(50).await;
    conclude(stage, load, &instances, figures).await
}

/// The shop's sessions on this database.
const SESSIONS: &str = "SELECT pid FROM pg_stat_activity WHERE usename = 'shop' AND datname = current_database()";

/// Somebody else takes every connection there is, as soon as it comes free.
pub(super) async fn connections_taken(stage: &mut Stage) -> Verdict {
    let instances = stage.open(&["a", "b"]).await;
    let load = stage.load();
    let probe = stage.probe(instances[0].base());
    load.placed(20).await;
    let outside = stage.server.client(&stage.database).await;
    let url = stage.server.url("shop", "postgres");
    let begun = Instant::now();
    let mut taken: Vec<Client> = Vec::new();
    while begun.elapsed() < TROUBLE {
        while let Ok(client) = connect(&url).await {
            taken.push(client);
        }
        // What the shop has comes free too, again and again.
        outside.query(&format!("SELECT pg_terminate_backend(pid) FROM ({SESSIONS}) AS s"), &[]).await.expect("a query that runs");
        sleep(Duration::from_millis(5)).await;
    }
    assert!(taken.len() > usize::from(MAX_CONNECTIONS) / 2, "only {} connections were taken", taken.len());
    let mut figures = Figures { note: format!("{} of {MAX_CONNECTIONS} taken", taken.len()), ..Figures::default() };
    figures.refused(probe.was_refused_in_time(begun));
    drop(taken);
    figures.recovered(probe.recovery(Instant::now()).await);
    load.placed(50).await;
    conclude(stage, load, &instances, figures).await
}

/// Nobody gets at the products: whoever waits is told to try again within seconds, and others are not held up.
pub(super) async fn lock_held(stage: &mut Stage) -> Verdict {
    let instances = stage.open(&["a"]).await;
    let load = stage.load();
    let probe = stage.probe(instances[0].base());
    load.placed(20).await;
    let outside = stage.server.client(&stage.database).await;
    let begun = Instant::now();
    let mut figures = Figures { note: "the longest wait for a lock is 2 s".to_owned(), ..Figures::default() };
    for lock in ["LOCK TABLE products IN ACCESS EXCLUSIVE MODE", "SELECT FROM products ORDER BY id FOR UPDATE"] {
        outside.batch_execute(&format!("BEGIN; {lock}")).await.expect("a lock");
        let locked = Instant::now();
        sleep(LOCKED).await;
        assert!(probe.successes(locked) > 10, "those who need no product were held up");
        outside.batch_execute("ROLLBACK").await.expect("an end of the lock");
        let over = Instant::now();
        load.placed(20).await;
        figures.recovered(over.elapsed());
    }
    let verdict = conclude(stage, load, &instances, figures).await;
    let slowest = slowest_refusal(&stage.attempts, begun, Instant::now());
    let slowest = slowest.expect("somebody waited for the lock in vain");
    assert!(slowest < TOLD_BY, "somebody was told after {slowest:?}");
    (Figures { slowest_refusal: Some(slowest), ..verdict.0 }, verdict.1)
}
