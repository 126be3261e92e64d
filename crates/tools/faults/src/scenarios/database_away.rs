//! PostgreSQL is away: every request is answered with 503 in time, and the shop recovers when PostgreSQL is back.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::attempt::slowest_refusal;
use crate::fixture::Fixture;
use crate::probe::REFUSAL_LIMIT;
use crate::proxy::{Proxy, Traffic};
use crate::report::Figures;

/// The time between end and restart of the server.
const AWAY: Duration = Duration::from_secs(3);
/// The time between SIGSTOP and SIGCONT.
const FROZEN: Duration = Duration::from_secs(20);
/// The time for which the proxy holds all data.
const HELD: Duration = Duration::from_secs(8);

/// SIGKILL, as the kernel sends when memory runs out.
pub(super) async fn killed(fixture: &mut Fixture) -> Verdict {
    ended_by(fixture, Signal::KILL).await
}

/// SIGQUIT: an immediate shutdown.
pub(super) async fn stopped(fixture: &mut Fixture) -> Verdict {
    ended_by(fixture, Signal::QUIT).await
}

async fn ended_by(fixture: &mut Fixture, signal: Signal) -> Verdict {
    away(fixture, None, AWAY, |fixture| fixture.database_server.signal(signal), |fixture| fixture.database_server.start_again()).await
}

/// SIGSTOP: connections stay open, no answer comes.
pub(super) async fn frozen(fixture: &mut Fixture) -> Verdict {
    away(
        fixture,
        None,
        FROZEN,
        |fixture| fixture.database_server.signal_all(Signal::STOP),
        |fixture| fixture.database_server.signal_all(Signal::CONT),
    )
    .await
}

/// The network holds all data: connections stay open, no answer comes.
pub(super) async fn silent(fixture: &mut Fixture) -> Verdict {
    let proxy = Proxy::before(fixture.database_server.port()).await;
    fixture.set_database_port(proxy.port());
    away(fixture, Some(&proxy), HELD, |_| proxy.set(Traffic::Held), |_| proxy.set(Traffic::Passes)).await
}

/// Takes the database away under load for a while, and checks refusals and recovery.
async fn away(
    fixture: &mut Fixture,
    proxy: Option<&Proxy>,
    time: Duration,
    begin: impl Fn(&mut Fixture),
    end: impl Fn(&mut Fixture),
) -> Verdict {
    let instances = fixture.open(&["a", "b"]).await;
    let load = fixture.load();
    let probes = [fixture.probe(&instances[0].origin()), fixture.probe(&instances[1].origin())];
    load.placed(50).await;

    let gone = Instant::now();
    begin(fixture);
    sleep(time).await;
    let mut figures = Figures::default();
    for probe in &probes {
        figures.refused(probe.slowest_refusal(gone));
    }
    end(fixture);
    let back = Instant::now();
    for probe in &probes {
        figures.recovered(probe.recovery(back).await);
    }
    load.placed(50).await;
    if proxy.is_some() {
        // `api doctor` connects without the proxy.
        fixture.set_database_port(fixture.database_server.port());
    }
    let verdict = conclude(fixture, load, &instances, figures).await;
    let slowest = slowest_refusal(&fixture.attempts, gone, back).expect("an order that was refused");
    assert!(slowest <= REFUSAL_LIMIT, "an order was refused after {slowest:?}");
    verdict
}
