//! A replica of the database (`DATABASE_READ_URL`), which answers reads of the catalogue and reports where it has replayed what they must
//! include ([`positions`]). Any failure there is answered from the primary, so that a replica can only help.

mod breaker;
mod check;
mod fallback;
pub(crate) mod positions;
mod state;

use std::future::Future;
use std::time::Duration;

use deadpool::managed::{Pool, PoolError};

use self::breaker::Breaker;
pub use self::check::ReplicaError;
use self::check::reached;
use self::fallback::{Fallback, Tally};
pub(crate) use self::positions::Read;
use self::positions::{Positions, Required};
pub use self::state::ReplicaState;
use crate::connection::connector::Connector;
use crate::connection::health_probe::{HealthProbe, Server};
use crate::connection::pooled::{Connections, Pooled};
use crate::error::DbError;

/// The most connections to the replica. Half of the primary's: answers of the catalogue are kept in memory, and one request of several
/// makes one.
const CONNECTIONS: usize = 8;
/// The longest wait for a connection to the replica. A new one to a server near by takes some 10 ms.
const CONNECTION_WAIT: Duration = Duration::from_millis(250);
/// The longest time of a whole read at the replica. The primary takes some milliseconds for it.
const READ_TIME: Duration = Duration::from_secs(1);

pub(crate) struct Replica {
    pool: Pool<Connections>,
    health_probe: HealthProbe,
    breaker: Breaker,
    positions: Positions,
    tally: Tally,
}

impl Replica {
    /// A replica behind this connector, which is not asked yet.
    fn new(connector: Connector) -> Result<Self, DbError> {
        let health_probe = HealthProbe::of(connector.clone(), Server::Replica);
        let pool = Pool::builder(Connections::new(connector, health_probe.clone())).max_size(CONNECTIONS).build();
        let pool = pool.map_err(|error| DbError::Connection(error.into()))?;
        Ok(Self { pool, health_probe, breaker: Breaker::default(), positions: Positions::default(), tally: Tally::default() })
    }

    /// The positions of the primary that this process knows.
    pub(crate) fn positions(&self) -> &Positions {
        &self.positions
    }

    /// Whether the last query of its health probe was answered.
    pub(crate) fn answers(&self) -> bool {
        self.health_probe.answers()
    }

    /// What `work` reads at the replica; `None` where the primary must be read.
    pub(crate) async fn answer<T, Fut>(&self, read: Read, work: impl FnOnce(Pooled) -> Fut) -> Option<T>
    where
        Fut: Future<Output = Result<T, DbError>>,
    {
        let outcome = match self.positions.required(read) {
            Ok(required) => self.attempt(&required, work).await,
            Err(reason) => Err(reason),
        };
        self.tally.count(&outcome);
        outcome.ok()
    }

    /// One attempt, within [`READ_TIME`].
    async fn attempt<T, Fut>(&self, required: &Required, work: impl FnOnce(Pooled) -> Fut) -> Result<T, Fallback>
    where
        Fut: Future<Output = Result<T, DbError>>,
    {
        if !self.health_probe.answers() || !self.breaker.allows() {
            return Err(Fallback::Down);
        }
        let reading = async {
            let mut connection = self.connection().await?;
            // Before the read and on its connection: the replay only goes forward.
            reached(&mut connection).await.map_err(|error| Fallback::of(&error))?.is_enough(required)?;
            work(connection).await.map_err(|error| Fallback::of(&error))
        };
        let outcome = tokio::time::timeout(READ_TIME, reading).await.unwrap_or(Err(Fallback::Slow));
        self.learn(outcome.as_ref().err().copied());
        outcome
    }

    async fn connection(&self) -> Result<Pooled, Fallback> {
        match tokio::time::timeout(CONNECTION_WAIT, Box::pin(self.pool.get())).await {
            Ok(Ok(got)) => Ok(Pooled::from(got)),
            Ok(Err(PoolError::Backend(error))) if !error.may_pass() => Err(Fallback::Failed),
            Ok(Err(_)) => Err(Fallback::Down),
            Err(_) if self.pool.status().size >= CONNECTIONS => Err(Fallback::Busy),
            Err(_) => Err(Fallback::Slow),
        }
    }

    /// Leaves the replica alone after a failure that lasts.
    fn learn(&self, failure: Option<Fallback>) {
        match failure {
            Some(reason) if reason.lasts() => {
                if self.breaker.failed() {
                    tracing::warn!(?reason, "the replica cannot be used: the primary is read, and the replica tried again every 5 s");
                }
            }
            Some(Fallback::Busy | Fallback::Down) => {}
            _ => {
                if self.breaker.succeeded() {
                    tracing::info!("the replica is used again");
                }
            }
        }
    }
}
