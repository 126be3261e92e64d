//! What a server says of itself: whether it is a replica, of which database, and how far it is.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Replica;
use super::fallback::Fallback;
use super::positions::{DATABASE, ORIGIN_FROM, Origin, Required, origin_of_primary};
use super::state::ReplicaState;
use crate::connection::address::AddressError;
use crate::connection::connector::{Connector, OpenError};
use crate::connection::pooled::Pooled;
use crate::error::DbError;
use crate::query::sql::Sql;

/// `DATABASE_READ_URL` names no replica that can be used.
#[derive(Debug, thiserror::Error)]
pub enum ReplicaError {
    /// The address is wrong.
    #[error("DATABASE_READ_URL is wrong")]
    Address(#[source] AddressError),
    /// The server is a primary itself.
    #[error("the server of DATABASE_READ_URL is no replica: it is not in recovery")]
    NoReplica,
    /// The server is a replica of another database.
    #[error("the replica of DATABASE_READ_URL has another database than DATABASE_URL, or another branch of its history")]
    OtherDatabase,
    /// The primary does not tell its position, by which replicas are compared with it.
    #[error("the database does not tell the position of its write-ahead log, so that no replica can be read")]
    Position(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The server does not answer.
    #[error("the replica of DATABASE_READ_URL does not answer")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

#[derive(Clone, Debug, QueryableByName)]
pub(super) struct Reached {
    #[diesel(sql_type = Bool)]
    is_replica: bool,
    /// The end of what it replayed; none on a server that replays no log.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(super) replayed: Option<i64>,
    /// Of its last checkpoint: after a promotion elsewhere it is the former one until the replica followed and made a checkpoint.
    #[diesel(sql_type = BigInt)]
    timeline: i64,
    #[diesel(sql_type = Text)]
    database: String,
    /// The age in seconds of the last commit that it replayed.
    #[diesel(sql_type = BigInt)]
    pub(super) commit_age: i64,
}

impl Reached {
    /// Whether a read with this requirement may be answered here.
    pub(super) fn is_enough(&self, required: &Required) -> Result<(), Fallback> {
        if !self.is_copy_of(&required.origin) {
            return Err(Fallback::Foreign);
        }
        if self.replayed.is_some_and(|replayed| replayed >= required.position) { Ok(()) } else { Err(Fallback::Behind) }
    }

    /// Whether this is a replica of that database.
    pub(super) fn is_copy_of(&self, origin: &Origin) -> bool {
        self.is_replica && self.database == origin.database && self.timeline == origin.timeline
    }
}

/// Asks the server behind a connection.
pub(super) async fn reached(connection: &mut AsyncPgConnection) -> Result<Reached, DbError> {
    let statement = Sql::new(format!(
        "SELECT pg_is_in_recovery() AS is_replica, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint AS replayed, \
         (SELECT k.timeline_id::bigint FROM pg_control_checkpoint() k) AS timeline, {DATABASE}, \
         coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::bigint AS commit_age FROM {ORIGIN_FROM}"
    ));
    Ok(statement.get_result(connection).await?)
}

impl Replica {
    /// The replica at this address, which is not asked yet.
    ///
    /// # Errors
    /// [`ReplicaError::Address`]
    pub(crate) fn at(url: &str) -> Result<Self, ReplicaError> {
        let connector = Connector::new(url).map_err(|error| match error {
            OpenError::Address(error) => ReplicaError::Address(error),
            other => ReplicaError::Unreachable(other.into()),
        })?;
        Self::new(connector).map_err(|error| ReplicaError::Unreachable(error.into()))
    }

    /// Compares the replica with the database of this connection.
    ///
    /// # Errors
    /// [`ReplicaError`]
    pub(crate) async fn compare(&self, primary: &mut AsyncPgConnection) -> Result<ReplicaState, ReplicaError> {
        let origin = origin_of_primary(primary).await.map_err(|error| ReplicaError::Position(error.into()))?;
        // Boxed, because the future of opening a connection is large.
        let mut connection = Pooled::from(Box::pin(self.pool.get()).await.map_err(|error| ReplicaError::Unreachable(error.into()))?);
        let reached = reached(&mut connection).await.map_err(|error| ReplicaError::Unreachable(error.into()))?;
        if !reached.is_replica {
            return Err(ReplicaError::NoReplica);
        }
        if !reached.is_copy_of(&origin) {
            return Err(ReplicaError::OtherDatabase);
        }
        Ok(self.state_at(&reached))
    }
}
