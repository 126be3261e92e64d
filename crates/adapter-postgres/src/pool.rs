//! Connections: how many there are, how long anybody waits for one, and when one is not used again.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, Pool, RecycleError, RecycleResult};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection, TransactionManager};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::JoinHandle;

use crate::connector::{Connector, OpenError};
use crate::error::DbError;
use crate::pulse::Pulse;

/// How many connections a process keeps and how patient it is.
#[derive(Clone, Copy, Debug)]
pub struct PoolOptions {
    /// The most connections for requests at once; two more watch the database, and what changes in it.
    pub max_connections: usize,
    /// How long a request waits for a connection before the database counts as away.
    pub acquire_timeout: Duration,
}

impl Default for PoolOptions {
    /// 16 connections, 2 seconds.
    fn default() -> Self {
        Self { max_connections: 16, acquire_timeout: Duration::from_secs(2) }
    }
}

/// What the connections are doing, at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolLoad {
    /// The most there may be.
    pub max: usize,
    /// So many work for a request.
    pub in_use: usize,
    /// So many are open and have nothing to do.
    pub idle: usize,
    /// So many requests wait for one.
    pub waiting: usize,
}

/// The database cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the database cannot be reached")]
pub struct ConnectError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// The shop's database: a cheap handle on a pool of connections that implements the ports.
#[derive(Clone)]
pub struct Postgres {
    pool: Pool<Connections>,
    /// One connection apart, which is never behind those of requests.
    watch: Pool<Connections>,
    pulse: Pulse,
    /// Searches cost the database most of all that shoppers ask for. A few at a time are answered sooner than many that share
    /// its processors, one after the other, and leave connections to all else.
    searches: Arc<Semaphore>,
    acquire_timeout: Duration,
}

/// One connection in so many may search.
const CONNECTIONS_PER_SEARCH: usize = 4;

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("connections", &self.pool.status()).finish_non_exhaustive()
    }
}

/// What every connection of the pool is told first. A statement that takes longer, a lock that is not had sooner and a
/// transaction left open are mistakes, and must not hold up the shop. The rules on stock and money are written for READ
/// COMMITTED. Compiling queries costs more than it gains on queries this small.
const SESSION: &str = "SET statement_timeout = '15s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '15s'; \
                       SET default_transaction_isolation = 'read committed'; SET jit = off";

/// Diesel hides the codes of errors, so some are told by their text, which has to be English. Only a superuser may ask for
/// that, or who was granted it; others take the server's language as it is.
const ENGLISH: &str = "DO $$ BEGIN PERFORM set_config('lc_messages', 'C', false); EXCEPTION WHEN insufficient_privilege THEN NULL; END $$";

impl Postgres {
    /// Opens a pool on a database whose tables are up to date (see [`Postgres::migrate`]), and one connection to see that
    /// it can be reached.
    ///
    /// # Errors
    /// [`ConnectError`] when it cannot.
    pub async fn connect(url: &str, options: PoolOptions) -> Result<Self, ConnectError> {
        let connector = Connector::new(url).map_err(|e| ConnectError(e.into()))?;
        let pulse = Pulse::of(connector.clone());
        let pool = |size| {
            let connections = Connections { connector: connector.clone(), pulse: pulse.clone() };
            Pool::builder(connections).max_size(size).build().map_err(|e| ConnectError(e.into()))
        };
        let (pool, watch) = (pool(options.max_connections)?, pool(1)?);
        let searches = Arc::new(Semaphore::new((options.max_connections / CONNECTIONS_PER_SEARCH).max(1)));
        let postgres = Self { pool, watch, pulse, searches, acquire_timeout: options.acquire_timeout };
        let mut connection = postgres.connection().await.map_err(|e| ConnectError(e.into()))?;
        let language = language(&mut connection).await.map_err(|e| ConnectError(e.into()))?;
        if !is_english(&language) {
            tracing::warn!(
                language,
                "the database's messages are not English, so some failures that pass are taken for faults: \
                                      GRANT SET ON PARAMETER lc_messages to the shop's role"
            );
        }
        drop(connection);
        Ok(postgres)
    }

    /// What the connections for requests are doing now.
    #[must_use]
    pub fn load(&self) -> PoolLoad {
        let status = self.pool.status();
        let in_use = status.size.saturating_sub(status.available);
        PoolLoad { max: status.max_size, in_use, idle: status.available, waiting: status.waiting }
    }

    /// A connection, waiting for one to come free; not at all while the database does not answer.
    pub(crate) async fn connection(&self) -> Result<Pooled, DbError> {
        self.taken_from(&self.pool).await
    }

    /// A turn to search, held until the search is answered; taken before its connection.
    pub(crate) async fn turn_to_search(&self) -> Result<SemaphorePermit<'_>, DbError> {
        self.soon(self.searches.acquire()).await
    }

    /// The connection that is kept for watching what changes: requests do not make it wait.
    pub(crate) async fn watch_connection(&self) -> Result<Pooled, DbError> {
        self.taken_from(&self.watch).await
    }

    async fn taken_from(&self, pool: &Pool<Connections>) -> Result<Pooled, DbError> {
        self.soon(pool.get()).await.map(Pooled)
    }

    /// What is waited for, within the time that a request has for it; not at all while the database does not answer.
    async fn soon<T, E>(&self, awaited: impl Future<Output = Result<T, E>>) -> Result<T, DbError>
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        tokio::select! {
            biased;
            () = self.pulse.lost() => Err(DbError::Connection("the database does not answer".into())),
            waited = tokio::time::timeout(self.acquire_timeout, awaited) => match waited {
                Ok(got) => got.map_err(|error| DbError::Connection(error.into())),
                Err(elapsed) => Err(DbError::Connection(elapsed.into())),
            },
        }
    }
}

/// A connection of the pool, given back when dropped.
pub(crate) struct Pooled(Object<Connections>);

impl Deref for Pooled {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        &self.0.connection
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        &mut self.0.connection
    }
}

impl Drop for Pooled {
    /// Whoever stops waiting in the middle of a transaction leaves its locks behind: until the connection was drawn from the pool
    /// again, all others would wait for them. The server ends the transaction with the connection.
    fn drop(&mut self) {
        if self.0.is_in_transaction() {
            self.0.driver.abort();
        }
    }
}

/// The language of the server's messages, as its locale is called.
async fn language(connection: &mut AsyncPgConnection) -> Result<String, DbError> {
    #[derive(diesel::QueryableByName)]
    struct Setting {
        #[diesel(sql_type = diesel::sql_types::Text)]
        lc_messages: String,
    }
    let setting: Setting = diesel::sql_query("SHOW lc_messages").get_result(connection).await?;
    Ok(setting.lc_messages)
}

/// An empty name is that of the server's own environment, which is English unless somebody made it otherwise.
fn is_english(locale: &str) -> bool {
    let language = locale.split(['_', '.', '@']).next().unwrap_or_default();
    ["", "C", "POSIX", "en", "English"].contains(&language)
}

/// Makes the pool's connections and looks at each before it is used again.
struct Connections {
    connector: Connector,
    pulse: Pulse,
}

/// One of them.
struct Kept {
    connection: AsyncPgConnection,
    driver: JoinHandle<()>,
}

impl Kept {
    /// Whether the connection broke, or was left in a transaction.
    fn is_in_transaction(&mut self) -> bool {
        <AsyncPgConnection as AsyncConnection>::TransactionManager::is_broken_transaction_manager(&mut self.connection)
    }
}

impl Manager for Connections {
    type Type = Kept;
    type Error = OpenError;

    async fn create(&self) -> Result<Kept, OpenError> {
        let (mut connection, driver) = self.connector.establish(self.pulse.lost()).await?;
        for told in [SESSION, ENGLISH] {
            let done = connection.batch_execute(told).await;
            done.map_err(|e| OpenError::Session(diesel::ConnectionError::CouldntSetupConfiguration(e)))?;
        }
        Ok(Kept { connection, driver })
    }

    /// Whether it broke is known without asking the server each time.
    async fn recycle(&self, kept: &mut Kept, _: &Metrics) -> RecycleResult<OpenError> {
        if kept.driver.is_finished() || kept.is_in_transaction() {
            return Err(RecycleError::message("the connection broke, or was left in a transaction"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use embedded_postgres::{Cluster, ClusterOptions};

    use super::*;

    async fn language_of(url: &str) -> String {
        let postgres = Postgres::connect(url, PoolOptions::default()).await.unwrap();
        language(&mut postgres.connection().await.unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn messages_are_english_where_that_may_be_asked_for() {
        let start = || Cluster::start(ClusterOptions::throwaway().setting("lc_messages", "C.UTF-8")).unwrap();
        let cluster = tokio::task::spawn_blocking(start).await.unwrap();
        let superuser = cluster.url("postgres");
        let customer = superuser.replace("postgres@", "shop@");
        assert_eq!(language_of(&superuser).await, "C");

        let postgres = Postgres::connect(&superuser, PoolOptions::default()).await.unwrap();
        let mut connection = postgres.connection().await.unwrap();
        connection.batch_execute("CREATE ROLE shop LOGIN").await.unwrap();
        assert_eq!(language_of(&customer).await, "C.UTF-8");
        connection.batch_execute("GRANT SET ON PARAMETER lc_messages TO shop").await.unwrap();
        assert_eq!(language_of(&customer).await, "C");
    }

    #[tokio::test]
    async fn searches_wait_for_each_other_and_for_nothing_else() {
        let cluster = tokio::task::spawn_blocking(|| Cluster::start(ClusterOptions::throwaway()).unwrap()).await.unwrap();
        let options = PoolOptions { max_connections: 2 * CONNECTIONS_PER_SEARCH, acquire_timeout: Duration::from_millis(50) };
        let postgres = Postgres::connect(&cluster.url("postgres"), options).await.unwrap();
        let first = postgres.turn_to_search().await.unwrap();
        let second = postgres.turn_to_search().await.unwrap();
        assert!(matches!(postgres.turn_to_search().await, Err(DbError::Connection(_))));
        assert!(postgres.connection().await.is_ok());
        drop(first);
        assert!(postgres.turn_to_search().await.is_ok());
        drop(second);
    }

    #[test]
    fn english_is_told_from_other_languages() {
        for locale in ["", "C", "C.UTF-8", "POSIX", "en_US.UTF-8", "en_GB", "English_United States.1252"] {
            assert!(is_english(locale), "{locale}");
        }
        for locale in ["de_DE.UTF-8", "si_LK", "fr", "ta_IN@x"] {
            assert!(!is_english(locale), "{locale}");
        }
    }
}
