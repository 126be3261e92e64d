//! Migrating: running the migrations that a database lacks, one process at a time.
//!
//! `migrations/schema/` run when an instance starts, and leave what instances of the release before need. `migrations/contract/` take that
//! away once no such instance is connected.

mod compatibility;
mod encoding;
mod plan;
mod versions;

use std::error::Error as StdError;
use std::time::Duration;

use diesel::QueryResult;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

pub use self::plan::{MigrationPlan, Pending, PendingMigrations, PlannedMigration, PlannedTable, TableLock, TableWork};
pub(crate) use self::versions::{check_baseline, create_at, known_versions};
use crate::connection::connector::{Connector, OpenError};
use crate::connection::pool::Postgres;
use crate::query::functions::pg_try_advisory_lock;
use crate::query::settings::set_for_session;
use crate::query::sql::{Number, Sql};

/// The blocking connection that Diesel's migrations run on.
type Blocking = AsyncConnectionWrapper<AsyncPgConnection>;

/// The folders of `migrations/schema/`, built into the program.
const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/schema");

/// The folders of `migrations/contract/`, recorded in the same table.
const CONTRACT_MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/contract");
/// Defines `pg_temp.lock_tables`, with which migrations lock tables of the open shop.
const LOCK_TABLES: &str = include_str!("migrate/lock_tables.sql");

/// The timeout for a server that is starting.
const PATIENCE: Duration = Duration::from_secs(30);

/// The advisory lock of migrating. One process migrates at a time; the others poll for the lock, and then find nothing left to do. No
/// other code uses the number.
const LOCK: i64 = 7_239_418_213;
/// The pause between two polls for the lock.
const BETWEEN_ASKING: Duration = Duration::from_millis(200);
/// The polls of one minute: a process that waits logs it once a minute.
const ASKED_A_MINUTE: u32 = 300;

/// The time for which a migration waits for a lock of the open shop. The migration itself may take any time.
const LOCK_TIMEOUT: &str = "30s";

/// The tables are not up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database cannot be reached.
    #[error("the database cannot be reached")]
    Unreachable(#[source] Box<dyn StdError + Send + Sync>),
    /// A later release removed what this one needs.
    #[error(
        "version {0} of the shop has removed from the database what this version ({own}) needs: start version {0} or a later one, or \
         restore a backup of before into an empty database with this version",
        own = env!("CARGO_PKG_VERSION")
    )]
    Contracted(String),
    /// The database or the backup has migrations that the baseline replaced.
    #[error(
        "the tables are of a version before the baseline of the migrations, and this version cannot bring them up to date: export the \
         products with the version that made them, and begin with an empty database"
    )]
    BeforeBaseline,
    /// The database cannot keep every text.
    #[error(
        "the database has the encoding {0}, and the texts of a shop need UTF8: make it with CREATE DATABASE … TEMPLATE template0 \
         ENCODING 'UTF8' LOCALE 'C.UTF-8'"
    )]
    Encoding(String),
    /// A migration failed; the tables are as they were before it.
    #[error("the tables could not be brought up to date")]
    Failed(#[source] Box<dyn StdError + Send + Sync>),
}

/// The end of an attempt to finish the migrations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishedMigrations {
    /// The database has nothing left that only the release before needs. The number of migrations that this attempt ran.
    Finished(usize),
    /// Nothing was changed: this number of sessions of the former release are connected.
    Waiting(u64),
}

impl Postgres {
    /// Runs the migrations that the database lacks, and answers their number. Any number of processes may call this at once. Waits up to
    /// 30 s for a server that is starting.
    ///
    /// # Errors
    /// [`MigrateError`] when the database cannot be reached, was contracted by a later release, is of before the baseline or has another
    /// encoding than UTF-8, or a migration fails.
    pub async fn migrate(url: &str) -> Result<usize, MigrateError> {
        let mut connection = patiently(url, PATIENCE).await?;
        take_turn(&mut connection).await.map_err(|e| MigrateError::Failed(e.into()))?;
        compatibility::check(&mut connection).await?;
        encoding::check_new(&mut connection).await?;
        blocking(connection, |connection| {
            let applied = connection.applied_migrations().map_err(MigrateError::Failed)?;
            check_baseline(applied.iter().map(ToString::to_string))?;
            Ok(connection.run_pending_migrations(MIGRATIONS).map_err(MigrateError::Failed)?.len())
        })
        .await
    }

    /// Drops what only instances of the release before need, unless one is connected. The release before must not be started on this
    /// database again. Any number of processes may call this at once, and again after it is finished.
    ///
    /// # Errors
    /// [`MigrateError`] when the database cannot be reached, or a migration fails.
    pub async fn finish_migrations(&self) -> Result<FinishedMigrations, MigrateError> {
        let opened = self.connector().establish(std::future::pending()).await;
        let (mut connection, _) = opened.map_err(|e| MigrateError::Unreachable(e.into()))?;
        take_turn(&mut connection).await.map_err(|e| MigrateError::Failed(e.into()))?;
        let former = former_sessions(&mut connection, self.connector()).await.map_err(|e| MigrateError::Failed(e.into()))?;
        blocking(connection, move |connection| {
            let is_finished = !connection.has_pending_migration(CONTRACT_MIGRATIONS).map_err(MigrateError::Failed)?;
            if former > 0 && !is_finished {
                return Ok(FinishedMigrations::Waiting(former));
            }
            // First, so that a release before that starts meanwhile is refused, and never meets half of the tables.
            compatibility::note_own(connection).map_err(|e| MigrateError::Failed(e.into()))?;
            let run = connection.run_pending_migrations(CONTRACT_MIGRATIONS).map_err(MigrateError::Failed)?;
            Ok(FinishedMigrations::Finished(run.len()))
        })
        .await
    }
}

/// Runs Diesel's migrations, which are blocking code, and closes the connection.
async fn blocking<T: Send + 'static>(
    connection: AsyncPgConnection,
    work: impl FnOnce(&mut Blocking) -> Result<T, MigrateError> + Send + 'static,
) -> Result<T, MigrateError> {
    let run = tokio::task::spawn_blocking(move || work(&mut connection.into()));
    run.await.map_err(|e| MigrateError::Failed(e.into()))?
}

/// The number of sessions of the release before on this database. A process that waits for the lock of migrating has one too.
async fn former_sessions(connection: &mut AsyncPgConnection, connector: &Connector) -> QueryResult<u64> {
    let statement = Sql::new("SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY (")
        .bind(connector.former_applications())
        .sql(")");
    let sessions: Number = statement.get_result(connection).await?;
    Ok(sessions.n.unsigned_abs())
}

/// Waits for the lock of migrating, which ends with the connection.
async fn take_turn(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    let mut asked = 0_u32;
    loop {
        if diesel::select(pg_try_advisory_lock(LOCK)).get_result(connection).await? {
            // Notices such as "does not exist, skipping" of DROP IF EXISTS need no line in the log.
            set_for_session(connection, "client_min_messages", "warning").await?;
            connection.batch_execute(LOCK_TABLES).await?;
            set_for_session(connection, "lock_timeout", LOCK_TIMEOUT).await?;
            return set_for_session(connection, "statement_timeout", "0").await;
        }
        asked = asked.wrapping_add(1);
        if asked.is_multiple_of(ASKED_A_MINUTE) {
            tracing::info!("another instance is bringing the tables up to date; this one waits for it");
        }
        tokio::time::sleep(BETWEEN_ASKING).await;
    }
}

/// Connects, and tries again until the timeout while the server may be starting.
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
