//! PostgreSQL runs and misbehaves: lost answers, ended sessions, no free connection, held locks.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::sleep;
use tokio_postgres::Client;

use super::{Verdict, conclude};
use crate::attempt::slowest_refusal;
use crate::database_server::{LOCK_PRODUCTS, MAX_CONNECTIONS, connect};
use crate::fixture::Fixture;
use crate::proxy::Proxy;
use crate::report::Figures;

const FAULT: Duration = Duration::from_secs(4);
/// Duration of a lock: longer than the shop waits for it.
const LOCKED: Duration = Duration::from_secs(7);
/// The longest wait for a refusal: the shop's limit of 2 s for an order, and 1 s for a busy machine.
const REFUSED_WITHIN: Duration = Duration::from_secs(3);

/// Answers of the database are lost with their connections, answers to COMMIT among them.
pub(super) async fn commit_lost(fixture: &mut Fixture) -> Verdict {
    let proxy = Proxy::before(fixture.database_server.port()).await;
    fixture.set_database_port(proxy.port());
    let instances = fixture.open(&["a"]).await;
    let load = fixture.load();
    for _ in 0..12 {
        load.placed(8).await;
        proxy.lose(6);
    }
    load.placed(20).await;
    let figures = Figures { note: format!("{} answers lost", proxy.lost()), ..Figures::default() };
    fixture.set_database_port(fixture.database_server.port());
    let verdict = conclude(fixture, load, &instances, figures).await;
    assert!(fixture.attempts.iter().any(|attempt| attempt.replayed), "no lost answer was that of a COMMIT");
    verdict
}

/// Two sessions are terminated every 50 ms; then a backend is killed, and PostgreSQL restarts itself.
pub(super) async fn backends_ended(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a", "b"]).await;
    let load = fixture.load();
    let probe = fixture.probe(&instances[0].origin());
    load.placed(20).await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    let (begun, mut ended) = (Instant::now(), 0);
    while begun.elapsed() < FAULT {
        ended += end_sessions(&superuser, "ORDER BY random() LIMIT 2").await.unwrap_or_default();
        sleep(Duration::from_millis(50)).await;
    }
    let victim = superuser.query_one(&format!("{SESSIONS} LIMIT 1"), &[]).await.expect("a session").get::<_, i32>(0);
    kill_process(Pid::from_raw(victim).expect("a process id"), Signal::KILL).expect("a backend that runs");
    let mut figures = Figures { note: format!("{ended} sessions ended"), ..Figures::default() };
    // PostgreSQL ends all other sessions; until then an answer may come from before the crash.
    while !superuser.is_closed() {
        sleep(Duration::from_millis(5)).await;
    }
    figures.recovered(probe.recovery(Instant::now()).await);
    load.placed(50).await;
    conclude(fixture, load, &instances, figures).await
}

/// The shop's sessions on this database.
const SESSIONS: &str = "SELECT pid FROM pg_stat_activity WHERE usename = 'shop' AND datname = current_database()";

/// Terminates the shop's sessions, or those that `which` selects of [`SESSIONS`]. Returns their number.
async fn end_sessions(superuser: &Client, which: &str) -> Result<usize, tokio_postgres::Error> {
    Ok(superuser.query(&format!("SELECT pg_terminate_backend(pid) FROM ({SESSIONS} {which}) AS s"), &[]).await?.len())
}

/// Another client takes every connection as soon as it is free.
pub(super) async fn connections_taken(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a", "b"]).await;
    let load = fixture.load();
    let probe = fixture.probe(&instances[0].origin());
    load.placed(20).await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    let url = fixture.database_server.url("shop", "postgres");
    let begun = Instant::now();
    let mut taken: Vec<Client> = Vec::new();
    while begun.elapsed() < FAULT {
        while let Ok(client) = connect(&url).await {
            taken.push(client);
        }
        // The shop's connections are freed too, again and again.
        end_sessions(&superuser, "").await.expect("a query that runs");
        sleep(Duration::from_millis(5)).await;
    }
    assert!(taken.len() > usize::from(MAX_CONNECTIONS) / 2, "only {} connections were taken", taken.len());
    let mut figures = Figures { note: format!("{} of {MAX_CONNECTIONS} taken", taken.len()), ..Figures::default() };
    figures.refused(probe.slowest_refusal(begun));
    drop(taken);
    figures.recovered(probe.recovery(Instant::now()).await);
    load.placed(50).await;
    conclude(fixture, load, &instances, figures).await
}

/// The products are locked: orders are refused within seconds, and requests without products are answered.
pub(super) async fn lock_held(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a"]).await;
    let load = fixture.load();
    let probe = fixture.probe(&instances[0].origin());
    load.placed(20).await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    let begun = Instant::now();
    let mut figures = Figures { note: "the longest wait for a lock is 2 s".to_owned(), ..Figures::default() };
    for lock in ["LOCK TABLE products IN ACCESS EXCLUSIVE MODE", LOCK_PRODUCTS] {
        superuser.batch_execute(&format!("BEGIN; {lock}")).await.expect("a lock");
        let locked = Instant::now();
        sleep(LOCKED).await;
        assert!(probe.successes(locked) > 10, "requests without products were not answered");
        superuser.batch_execute("ROLLBACK").await.expect("an end of the lock");
        let over = Instant::now();
        load.placed(20).await;
        figures.recovered(over.elapsed());
    }
    let verdict = conclude(fixture, load, &instances, figures).await;
    let slowest = slowest_refusal(&fixture.attempts, begun, Instant::now());
    let slowest = slowest.expect("an order that was refused because of the lock");
    assert!(slowest < REFUSED_WITHIN, "an order was refused after {slowest:?}");
    (Figures { slowest_refusal: Some(slowest), ..verdict.0 }, verdict.1)
}
