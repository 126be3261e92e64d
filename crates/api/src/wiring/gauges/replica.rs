//! The replica that answers reads. Without one the same metrics are there, and ask nothing.

use adapter_postgres::{Postgres, ReplicaState};
use shop_http::metrics::readings::Reading;

use super::count;

/// What the replica says, and who answered the reads that it may answer.
pub(super) async fn read(postgres: &Postgres) -> Vec<Reading> {
    let asked = postgres.replica_state().await;
    let is_named = asked.is_some();
    let state = asked.unwrap_or_else(ReplicaState::none);
    let up = "1 while the replica answers and is a copy of the database, else 0";
    let lag = "Seconds that the replica is behind the database; 0 while it does not answer";
    let mut readings = vec![
        Reading::gauge("database_replica_named", "1 where DATABASE_READ_URL names a replica, else 0", i64::from(is_named)),
        Reading::gauge("database_replica_up", up, i64::from(state.is_up)),
        Reading::gauge("database_replica_lag_seconds", lag, count(state.lag_seconds)),
    ];
    readings.extend(reads(&state));
    readings
}

fn reads(state: &ReplicaState) -> Vec<Reading> {
    let help = "Reads of the catalogue and reports that a replica may answer, by the server that answered";
    let by_primary = state.fallbacks.iter().map(|(_, reads)| reads).sum();
    let of_place = |place, reads| Reading::counter("database_reads", help, count(reads)).labelled("place", place);
    let help = "Reads of the catalogue and reports for which the replica was passed over, by reason";
    let fallbacks = state.fallbacks.iter().map(|(reason, reads)| {
        let reading = Reading::counter("database_replica_fallbacks", help, count(*reads));
        reading.labelled("reason", reason)
    });
    [of_place("replica", state.answered), of_place("primary", by_primary)].into_iter().chain(fallbacks).collect()
}
