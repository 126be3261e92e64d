//! The state of the replica, for metrics and operators.

use std::time::Duration;

use super::Replica;
use super::check::{Reached, reached};

/// The longest wait for the replica's own word.
const PATIENCE: Duration = Duration::from_secs(1);

/// The state of a replica, and the work that it did for this process since the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaState {
    /// Whether it answers, and is a replica of the database.
    pub is_up: bool,
    /// How far it is behind the primary, in seconds; 0 while it is not up.
    pub lag_seconds: u64,
    /// The reads that it answered.
    pub answered: u64,
    /// The reads that the primary answered in its place, by reason.
    pub fallbacks: Vec<(&'static str, u64)>,
}

impl ReplicaState {
    /// The state where no replica is named.
    #[must_use]
    pub fn none() -> Self {
        let tally = super::Tally::default();
        Self { is_up: false, lag_seconds: 0, answered: 0, fallbacks: tally.fallbacks() }
    }
}

impl Replica {
    /// Asks the replica, within 1 s.
    pub(crate) async fn state(&self) -> ReplicaState {
        let asked = async { reached(&mut *self.connection().await.ok()?).await.ok() };
        let reached = if self.health_probe.answers() { tokio::time::timeout(PATIENCE, asked).await.ok().flatten() } else { None };
        let origin = self.positions.latest().map(|latest| latest.origin);
        match reached {
            Some(reached) if origin.is_none_or(|origin| reached.is_copy_of(&origin)) => self.state_at(&reached),
            _ => ReplicaState { is_up: false, lag_seconds: 0, ..self.state_with(0) },
        }
    }

    /// The state of a replica that is there.
    pub(super) fn state_at(&self, reached: &Reached) -> ReplicaState {
        let lag = self.positions.lag(reached.replayed.unwrap_or_default());
        // Further behind than the positions reach: the age of the last commit there is near enough.
        self.state_with(lag.map_or_else(|| u64::try_from(reached.commit_age).unwrap_or_default(), |lag| lag.as_secs()))
    }

    fn state_with(&self, lag_seconds: u64) -> ReplicaState {
        ReplicaState { is_up: true, lag_seconds, answered: self.tally.answered(), fallbacks: self.tally.fallbacks() }
    }
}
