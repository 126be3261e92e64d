//! PostgreSQL is not there: everybody is told so in time, and once it is back the shop is too.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::ledger::slowest_refusal;
use crate::probe::PROMISE;
use crate::proxy::{Proxy, Weather};
use crate::report::Figures;
use crate::stage::Stage;

/// How long an ended server stays away.
const AWAY: Duration = Duration::from_secs(3);
/// How long a frozen one says nothing.
const FROZEN: Duration = Duration::from_secs(20);
/// How long the network swallows everything.
const SILENT: Duration = Duration::from_secs(8);

/// As when the machine runs out of memory.
pub(super) async fn killed(stage: &mut Stage) -> Verdict {
    ended_by(stage, Signal::KILL).await
}

/// As when somebody is in a hurry.
pub(super) async fn stopped(stage: &mut Stage) -> Verdict {
    ended_by(stage, Signal::QUIT).await
}

async fn ended_by(stage: &mut Stage, signal: Signal) -> Verdict {
    away(stage, None, AWAY, |stage| stage.server.signal(signal), |stage| stage.server.start_again()).await
}

/// Connections stay, nobody says anything.
pub(super) async fn frozen(stage: &mut Stage) -> Verdict {
    away(stage, None, FROZEN, |stage| stage.server.signal_all(Signal::STOP), |stage| stage.server.signal_all(Signal::CONT)).await
}

/// The same when it is the way there.
pub(super) async fn silent(stage: &mut Stage) -> Verdict {
    let proxy = Proxy::before(stage.server.port()).await;
    stage.reach_database_by(proxy.port());
    away(stage, Some(&proxy), SILENT, |_| proxy.set(Weather::Silence), |_| proxy.set(Weather::Fair)).await
}

/// Takes the database away under load, and gives it back.
async fn away(stage: &mut Stage, way: Option<&Proxy>, time: Duration, take: impl Fn(&mut Stage), give: impl Fn(&mut Stage)) -> Verdict {
    let instances = stage.open(&["a", "b"]).await;
    let load = stage.load();
    let probes = [stage.probe(instances[0].base()), stage.probe(instances[1].base())];
    load.placed(50).await;

    let gone = Instant::now();
    take(stage);
    sleep(time).await;
    let mut figures = Figures::default();
    for probe in &probes {
        figures.refused(probe.was_refused_in_time(gone));
    }
    give(stage);
    let back = Instant::now();
    for probe in &probes {
        figures.recovered(probe.recovery(back).await);
    }
    load.placed(50).await;
    if way.is_some() {
        // The books are looked at by the direct way.
        stage.reach_database_by(stage.server.port());
    }
    let verdict = conclude(stage, load, &instances, figures).await;
    let slowest = slowest_refusal(&stage.attempts, gone, back).expect("nobody who ordered was told");
    assert!(slowest <= PROMISE, "customers were told after {slowest:?}");
    verdict
}
