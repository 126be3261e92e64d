//! A database with a replica: which reads may go there, and what it hears of.

use std::error::Error as _;
use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use domain::catalog::ports::{Commit, CommitListener};
use domain::shared::ports::{PortError, Readiness};

use crate::connection::pool::Postgres;
use crate::connection::pooled::Pooled;
use crate::connection::replica::{Read, Replica, ReplicaError, ReplicaState};
use crate::error::DbError;

impl Postgres {
    /// The same database, of which the replica at this address may answer reads. A replica that does not answer is tried again later.
    ///
    /// # Errors
    /// [`ReplicaError`] when the address is wrong, or names another server than a replica of this database.
    pub async fn with_replica(self, url: &str) -> Result<Self, ReplicaError> {
        let replica = Replica::at(url)?;
        match self.compare(&replica).await {
            Err(error @ ReplicaError::Unreachable(_)) => {
                tracing::warn!(cause = ?error.source().map(ToString::to_string), "{error}: the primary is read until it does");
            }
            compared => compared.map(drop)?,
        }
        Ok(self.read_from(replica))
    }

    /// Asks the replica at this address how far it is.
    ///
    /// # Errors
    /// [`ReplicaError`]
    pub async fn examine_replica(&self, url: &str) -> Result<ReplicaState, ReplicaError> {
        self.compare(&Replica::at(url)?).await
    }

    async fn compare(&self, replica: &Replica) -> Result<ReplicaState, ReplicaError> {
        let mut primary = self.connection().await.map_err(|error| ReplicaError::Position(error.into()))?;
        replica.compare(&mut primary).await
    }

    /// The state of the replica; `None` where none is named.
    pub async fn replica_state(&self) -> Option<ReplicaState> {
        Some(self.replica()?.state().await)
    }

    /// Whether the replica answers, as its health probe knows; `None` where none is named.
    #[must_use]
    pub fn replica_readiness(&self) -> Option<Arc<dyn Readiness>> {
        self.replica.clone().map(|replica| replica as Arc<dyn Readiness>)
    }

    /// Reads at the replica where it may answer, else at the primary. `work` only reads; it may run twice.
    pub(crate) async fn read<T, Fut>(&self, read: Read, work: impl Fn(Pooled) -> Fut) -> Result<T, DbError>
    where
        Fut: Future<Output = Result<T, DbError>>,
    {
        if let Some(replica) = self.replica()
            // Boxed: else every read would hold room for two, also where no replica is named.
            && let Some(answer) = Box::pin(replica.answer(read, &work)).await
        {
            return Ok(answer);
        }
        work(self.connection().await?).await
    }
}

#[async_trait]
impl Readiness for Replica {
    /// Waits for nothing, at any number of calls.
    async fn check(&self) -> Result<(), PortError> {
        if self.answers() { Ok(()) } else { Err(DbError::Connection("the replica does not answer".into()).into()) }
    }
}

impl CommitListener for Postgres {
    fn committed(&self, commit: Commit) {
        if let Some(replica) = self.replica() {
            replica.positions().count(commit);
        }
    }
}
