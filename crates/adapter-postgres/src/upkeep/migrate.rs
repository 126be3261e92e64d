//! Bringing the tables up to date.

use std::error::Error as StdError;
use std::time::Duration;

use diesel::sql_types::Bool;
use diesel::{QueryResult, QueryableByName};
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::connection::connector::{Connector, OpenError};
use crate::connection::pool::Postgres;

/// Everything in `migrations/`, built into the program.
const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// How long a database that is only just starting is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Only one process migrates at a time; the others ask for their turn again and again, and then find nothing left to do. The
/// number is any that nothing else in the database uses.
const TAKE_TURN: &str = "SELECT pg_try_advisory_lock(7239418213) AS is_had";
/// How long they wait before they ask again. Bringing a large shop up to date may take long, and there is no hurry then.
const BETWEEN_ASKING: Duration = Duration::from_millis(200);
/// They say so once a minute.
const ASKED_A_MINUTE: u32 = 300;

/// A migration takes as long as it takes, and only waits for so long for what the shop is doing.
const SESSION: &str = "SET lock_timeout = '30s'; SET statement_timeout = 0";

/// The tables are not up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database cannot be reached.
    #[error("the database cannot be reached")]
    Unreachable(#[source] Box<dyn StdError + Send + Sync>),
    /// A migration failed; the tables are as they were before it.
    #[error("the tables could not be brought up to date")]
    Failed(#[source] Box<dyn StdError + Send + Sync>),
}

impl Postgres {
    /// Runs the migrations that have not been run yet and answers how many those were. Safe with any number of processes
    /// at once, and patient with a database that is only just starting.
    ///
    /// # Errors
    /// [`MigrateError`] when the database stays away or a migration fails.
    pub async fn migrate(url: &str) -> Result<usize, MigrateError> {
        let mut connection = patiently(url, PATIENCE).await?;
        take_turn(&mut connection).await.map_err(|e| MigrateError::Failed(e.into()))?;
        // Diesel's migrations are blocking code.
        let run = tokio::task::spawn_blocking(move || {
            let mut blocking: AsyncConnectionWrapper<_> = connection.into();
            blocking.run_pending_migrations(MIGRATIONS).map(|done| done.len())
        });
        run.await.map_err(|e| MigrateError::Failed(e.into()))?.map_err(MigrateError::Failed)
    }
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct Turn {
    #[diesel(sql_type = Bool)]
    is_had: bool,
}

/// Waits until nobody else migrates; the lock goes with the connection.
async fn take_turn(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    let mut asked = 0_u32;
    loop {
        let turn: Turn = diesel::sql_query(TAKE_TURN).get_result(connection).await?;
        if turn.is_had {
            return connection.batch_execute(SESSION).await;
        }
        asked = asked.wrapping_add(1);
        if asked.is_multiple_of(ASKED_A_MINUTE) {
            tracing::info!("another instance is bringing the tables up to date; this one waits for it");
        }
        tokio::time::sleep(BETWEEN_ASKING).await;
    }
}

/// Connects, trying again while the server may be starting.
async fn patiently(url: &str, patience: Duration) -> Result<AsyncPgConnection, MigrateError> {
    let unreachable = |error: OpenError| MigrateError::Unreachable(error.into());
    let connector = Connector::new(url).map_err(unreachable)?;
    let deadline = tokio::time::Instant::now() + patience;
    loop {
        match connector.establish(std::future::pending()).await {
            Ok((connection, _)) => return Ok(connection),
            Err(error) if tokio::time::Instant::now() < deadline && error.may_pass() => {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            Err(error) => return Err(unreachable(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::UnixListener;

    use super::*;

    #[tokio::test]
    async fn a_database_that_never_answers_is_not_waited_for_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let _mute = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).unwrap();
        let url = format!("postgres://postgres@{}/shop", folder.path().to_str().unwrap().replace('/', "%2F"));
        assert!(matches!(patiently(&url, Duration::ZERO).await, Err(MigrateError::Unreachable(_))));
    }
}
