//! What can go wrong between the shop and PostgreSQL, and whether trying again can help.

use std::error::Error as StdError;
use std::future::Future;
use std::time::Duration;

use diesel::QueryResult;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use domain::shared::ports::PortError;

/// A failed piece of work, before it becomes a [`PortError`].
#[derive(Debug, thiserror::Error)]
pub(crate) enum DbError {
    /// The database refused a statement or the connection broke.
    #[error("a statement failed")]
    Statement(#[from] DieselError),
    /// No connection could be had.
    #[error("no connection to the database")]
    Connection(#[source] Box<dyn StdError + Send + Sync>),
    /// A stored value breaks a rule of the domain.
    #[error("a stored {what} breaks the rules of the shop")]
    Corrupt {
        /// Which value.
        what: &'static str,
        /// The rule it breaks.
        source: Box<dyn StdError + Send + Sync>,
    },
    /// A value could not be written as or read from JSON.
    #[error("a value is no JSON of the expected form")]
    Json(#[from] serde_json::Error),
    /// The task that did the work ended early.
    #[error("the task was stopped")]
    Task(#[from] tokio::task::JoinError),
}

/// How often a transaction is repeated after a deadlock or a serialisation failure.
const RETRIES: u32 = 3;

/// Beginnings of the server's messages about its own state, for the kinds of failure Diesel does not tell apart. They are
/// English: sessions ask for that (see `pool.rs`).
const PASSING: [&str; 8] = [
    "canceling statement due to",
    "deadlock detected",
    "terminating connection",
    "the database system is",
    "sorry, too many clients",
    "remaining connection slots",
    "could not obtain lock",
    "out of memory",
];

impl DbError {
    /// Whether the database is away, busy or shutting down, so that the same work may succeed later.
    fn is_unavailable(&self) -> bool {
        match self {
            Self::Connection(_) => true,
            Self::Statement(error) => passes(error),
            Self::Corrupt { .. } | Self::Json(_) | Self::Task(_) => false,
        }
    }

    /// Whether the whole transaction was undone for no fault of its own.
    fn asks_for_retry(&self) -> bool {
        match self {
            Self::Statement(DieselError::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => true,
            Self::Statement(DieselError::DatabaseError(DatabaseErrorKind::Unknown, info)) => {
                info.message().starts_with("deadlock detected")
            }
            _ => false,
        }
    }

    /// Whether it is the violation of this constraint.
    pub(crate) fn violates(&self, constraint: &str) -> bool {
        matches!(self, Self::Statement(DieselError::DatabaseError(_, info)) if info.constraint_name() == Some(constraint))
    }
}

/// Whether a statement failed for what the server or the way to it is going through.
fn passes(error: &DieselError) -> bool {
    match error {
        DieselError::DatabaseError(kind, info) => match kind {
            DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::SerializationFailure
            | DatabaseErrorKind::ReadOnlyTransaction => true,
            DatabaseErrorKind::Unknown => PASSING.iter().any(|p| info.message().starts_with(p)),
            _ => false,
        },
        // The connection broke while the transaction was being committed: whether it was is not known.
        DieselError::RollbackErrorOnCommit { commit_error, .. } => passes(commit_error),
        DieselError::BrokenTransactionManager => true,
        _ => false,
    }
}

impl From<DbError> for PortError {
    fn from(error: DbError) -> Self {
        if error.is_unavailable() { Self::unavailable(error) } else { Self::internal(error) }
    }
}

/// Reads a stored value as the domain's type.
pub(crate) fn stored<T, E: Into<Box<dyn StdError + Send + Sync>>>(what: &'static str, value: Result<T, E>) -> Result<T, DbError> {
    value.map_err(|e| DbError::Corrupt { what, source: e.into() })
}

/// Reads a stored value as the domain's type, where the domain only says that it is none.
pub(crate) fn known<T>(what: &'static str, value: Option<T>) -> Result<T, DbError> {
    stored(what, value.ok_or("unknown value"))
}

/// The one row of a statement that writes and is a transaction of its own, once that is committed. Diesel's `get_result` is
/// content with the row, which a server that is being shut down sends before it would have committed; `load` waits until the
/// server is ready for the next statement.
pub(crate) async fn committed<T>(load: impl Future<Output = QueryResult<Vec<T>>>) -> QueryResult<T> {
    load.await?.into_iter().next().ok_or(DieselError::NotFound)
}

/// Does a transaction, and does it again after a deadlock or a serialisation failure.
pub(crate) async fn retrying<T, Fut>(mut work: impl FnMut() -> Fut) -> Result<T, DbError>
where
    Fut: Future<Output = Result<T, DbError>>,
{
    let mut attempt = 0;
    loop {
        match work().await {
            Err(error) if error.asks_for_retry() && attempt < RETRIES => {
                attempt += 1;
                tokio::time::sleep(Duration::from_millis(u64::from(5 * attempt))).await;
            }
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_kind(kind: DatabaseErrorKind, message: &str) -> DieselError {
        DieselError::DatabaseError(kind, Box::new(message.to_owned()))
    }

    #[test]
    fn a_connection_that_breaks_at_the_commit_is_no_fault_of_the_shop() {
        let broken = |commit| {
            DbError::Statement(DieselError::RollbackErrorOnCommit {
                rollback_error: Box::new(of_kind(DatabaseErrorKind::UnableToSendCommand, "connection closed")),
                commit_error: Box::new(commit),
            })
        };
        assert!(broken(of_kind(DatabaseErrorKind::UnableToSendCommand, "connection closed")).is_unavailable());
        assert!(!broken(of_kind(DatabaseErrorKind::CheckViolation, "violates a rule")).is_unavailable());
    }

    #[test]
    fn what_passes_is_told_from_what_stays() {
        for message in PASSING {
            assert!(DbError::Statement(of_kind(DatabaseErrorKind::Unknown, message)).is_unavailable(), "{message}");
        }
        assert!(!DbError::Statement(of_kind(DatabaseErrorKind::Unknown, "syntax error at or near")).is_unavailable());
        assert!(!DbError::Statement(DieselError::NotFound).is_unavailable());
    }
}
