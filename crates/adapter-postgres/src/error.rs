//! The failures between the shop and PostgreSQL, and whether trying again can help.
//!
//! Failures are told apart by SQLSTATE where it can be read: when a connection is opened (`connection/connector.rs`), by Diesel's kinds,
//! and by the names of constraints. Diesel gives no kind to four others that pass, and only their message is left. diesel-async
//! 0.9 wraps the server's error in a private type behind [`diesel::result::DatabaseErrorInformation`], which has neither the code
//! nor a way to downcast; instrumentation gets the same value; `tokio_postgres::Client` cannot be reached through the connection;
//! and the server has no setting that adds the code to a message. To catch and raise them again in functions would cost every
//! order a subtransaction. [`PASSING_MESSAGES`] has these four; a test compares them with the server's own messages.

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
    /// No connection was available.
    #[error("no connection to the database")]
    Connection(#[source] Box<dyn StdError + Send + Sync>),
    /// A stored value breaks a rule of the domain.
    #[error("a stored {what} breaks the rules of the shop")]
    Corrupt {
        /// The name of the value.
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

/// The most repetitions of a transaction after a deadlock or a serialization failure.
const RETRIES: u32 = 3;

/// The constraint that lets a transfer pay one order.
const REFERENCE_USED: &str = "payment_slips_bank_reference_key";

/// A deadlock (40P01): the server undid one of the transactions.
const DEADLOCK: &str = "deadlock detected";

/// Beginnings of the server's messages of failures that pass and have no kind of Diesel's. English: sessions ask for that
/// (`connection/pooled.rs`).
const PASSING_MESSAGES: [&str; 4] = [
    // 57014: a timeout or a cancelled statement; 55P03: a lock that was not granted in time.
    "canceling statement due to",
    DEADLOCK,
    // 57P01, 57P02 and 57P05: the server ends the connection.
    "terminating connection",
    // 53200.
    "out of memory",
];

impl DbError {
    /// Whether the database is unreachable, busy or shutting down, so that the same work may succeed later.
    fn is_unavailable(&self) -> bool {
        match self {
            Self::Connection(_) => true,
            Self::Statement(error) => passes(error),
            Self::Corrupt { .. } | Self::Json(_) | Self::Task(_) => false,
        }
    }

    /// Whether it is the violation of this constraint.
    pub(crate) fn violates(&self, constraint: &str) -> bool {
        matches!(self, Self::Statement(error) if violated(error) == Some(constraint))
    }
}

/// The name of the constraint that a statement violated.
pub(crate) fn violated(error: &DieselError) -> Option<&str> {
    match error {
        DieselError::DatabaseError(_, info) => info.constraint_name(),
        _ => None,
    }
}

/// An error of a transaction.
pub(crate) trait Retryable {
    /// Whether the server undid the transaction because of other transactions.
    fn asks_for_retry(&self) -> bool;
}

impl Retryable for DbError {
    fn asks_for_retry(&self) -> bool {
        match self {
            // Another transaction gave a charge the name meanwhile: the repeated one chooses another.
            _ if self.violates("payment_ledger_gateway_key") => true,
            Self::Statement(DieselError::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => true,
            // The next attempt finds the charge that has the reference.
            Self::Statement(error) if violated(error) == Some(REFERENCE_USED) => true,
            Self::Statement(DieselError::DatabaseError(DatabaseErrorKind::Unknown, info)) => info.message().starts_with(DEADLOCK),
            _ => false,
        }
    }
}

/// Whether a statement failed because of a passing state of the server or the connection.
fn passes(error: &DieselError) -> bool {
    match error {
        DieselError::DatabaseError(kind, info) => match kind {
            DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::SerializationFailure
            | DatabaseErrorKind::ReadOnlyTransaction => true,
            DatabaseErrorKind::Unknown => PASSING_MESSAGES.iter().any(|p| info.message().starts_with(p)),
            _ => false,
        },
        // The connection broke during the commit: whether the transaction was committed is unknown.
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

/// Makes a failure of the database the `Port` of features' errors.
macro_rules! port_failures {
    ($($error:ty),+) => {$(
        impl From<DbError> for $error {
            fn from(error: DbError) -> Self {
                PortError::from(error).into()
            }
        }
    )+};
}
port_failures!(
    domain::accounts::ports::AccountAccessError,
    domain::accounts::ports::DeleteUserError,
    domain::accounts::ports::RegisterUserError,
    domain::accounts::ports::ResetPasswordError,
    domain::accounts::ports::SecondFactorError,
    domain::accounts::ports::SetUserBlockedError,
    domain::accounts::ports::SignInAlertError,
    domain::accounts::ports::StaffError,
    domain::accounts::ports::UpdateProfileError,
    domain::accounts::ports::VerifyEmailError,
    domain::content::repository::ContentError,
    domain::delivery::address_book::AddressBookError,
    domain::messages::contact::MessageError,
    domain::messages::contact::SendMessageError,
    domain::orders::error::OrderError,
    domain::orders::guest_orders::RevokeLinkError,
    domain::orders::invoicing::error::InvoiceError,
    domain::payments::attention::AttentionError,
    domain::orders::payment::error::PaymentError,
    domain::promotions::repository::PromotionError,
    domain::reviews::ReviewError,
    domain::settings::ports::SettingsError,
    domain::setup::SetupError,
    domain::shared::error::ReadError,
    domain::shared::page::ListError
);

/// Reads a stored value as the domain's type.
pub(crate) fn stored<T, E: Into<Box<dyn StdError + Send + Sync>>>(what: &'static str, value: Result<T, E>) -> Result<T, DbError> {
    value.map_err(|e| DbError::Corrupt { what, source: e.into() })
}

/// Reads a stored value as the domain's type, where the domain has no error for a wrong one.
pub(crate) fn known<T>(what: &'static str, value: Option<T>) -> Result<T, DbError> {
    stored(what, value.ok_or("unknown value"))
}

/// The one row of a statement that writes and is a transaction of its own, after the commit. Diesel's `get_result` returns with the
/// row, which the server sends before it commits; `load` waits until the server is ready for the next statement.
pub(crate) async fn committed<T>(load: impl Future<Output = QueryResult<Vec<T>>>) -> QueryResult<T> {
    load.await?.into_iter().next().ok_or(DieselError::NotFound)
}

/// Runs a transaction, up to 4 times: it is repeated after a deadlock or a serialization failure.
pub(crate) async fn retrying<T, E, Fut>(mut work: impl FnMut() -> Fut) -> Result<T, E>
where
    E: Retryable,
    Fut: Future<Output = Result<T, E>>,
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
    use embedded_postgres::{Cluster, ClusterOptions};

    use super::*;

    fn of_kind(kind: DatabaseErrorKind, message: &str) -> DieselError {
        DieselError::DatabaseError(kind, Box::new(message.to_owned()))
    }

    #[test]
    fn a_connection_that_breaks_at_the_commit_is_unavailable() {
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
    fn passing_failures_are_told_from_lasting_ones() {
        for message in PASSING_MESSAGES {
            assert!(DbError::Statement(of_kind(DatabaseErrorKind::Unknown, message)).is_unavailable(), "{message}");
        }
        assert!(!DbError::Statement(of_kind(DatabaseErrorKind::Unknown, "syntax error at or near")).is_unavailable());
        assert!(!DbError::Statement(DieselError::NotFound).is_unavailable());
    }

    /// The code and the message of the error of a statement.
    async fn failure(client: &tokio_postgres::Client, statements: &str) -> (String, String) {
        let error = client.batch_execute(statements).await.unwrap_err();
        let error = error.as_db_error().unwrap();
        (error.code().code().to_owned(), error.message().to_owned())
    }

    /// Another release of PostgreSQL may word its messages differently.
    #[tokio::test]
    async fn the_server_still_words_its_messages_so() {
        let start = || Cluster::start(ClusterOptions::throwaway()).unwrap();
        let cluster = tokio::task::spawn_blocking(start).await.unwrap();
        let connect = async || {
            let (client, connection) = tokio_postgres::connect(&cluster.url("postgres"), tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            client
        };
        let (one, other) = (connect().await, connect().await);
        one.batch_execute("CREATE TABLE a (); CREATE TABLE b ()").await.unwrap();
        one.batch_execute("SET deadlock_timeout = '60s'; BEGIN; LOCK TABLE a").await.unwrap();
        let mut failures = vec![
            failure(&other, "SET statement_timeout = 50; SELECT pg_sleep(60)").await,
            failure(&other, "SET statement_timeout = 0; SET lock_timeout = 50; LOCK TABLE a").await,
        ];
        // Only a session that has waited for its deadlock_timeout looks for a deadlock, and is then cancelled: `other`, after 1 s.
        other.batch_execute("SET lock_timeout = 0; BEGIN; LOCK TABLE b").await.unwrap();
        let (_, deadlock) = tokio::join!(one.batch_execute("LOCK TABLE b"), failure(&other, "LOCK TABLE a"));
        failures.push(deadlock);
        failures.push(failure(&other, "ROLLBACK; SELECT pg_terminate_backend(pg_backend_pid())").await);
        assert_eq!(failures.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["57014", "55P03", "40P01", "57P01"]);
        for (code, message) in failures {
            assert!(PASSING_MESSAGES.iter().any(|beginning| message.starts_with(beginning)), "{code}: {message}");
            assert_eq!(message.starts_with(DEADLOCK), code == "40P01", "{code}: {message}");
        }
    }
}
