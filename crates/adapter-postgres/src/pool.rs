//! Connections: how they are made, how many there are, and how long anybody waits for one.

use std::fmt;
use std::time::Duration;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use futures_util::FutureExt;

use crate::error::DbError;

/// How many connections a process keeps and how patient it is.
#[derive(Clone, Copy, Debug)]
pub struct PoolOptions {
    /// The most connections at once.
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

/// The database cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the database cannot be reached")]
pub struct ConnectError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// A connection of the pool, given back when dropped.
pub(crate) type Pooled = Object<AsyncPgConnection>;

/// The shop's database: a cheap handle on a pool of connections that implements the ports.
#[derive(Clone)]
pub struct Postgres {
    pool: Pool<AsyncPgConnection>,
    acquire_timeout: Duration,
}

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

impl Postgres {
    /// Opens a pool on a database whose tables are up to date (see [`Postgres::migrate`]), and one connection to see that
    /// it can be reached.
    ///
    /// # Errors
    /// [`ConnectError`] when it cannot.
    pub async fn connect(url: &str, options: PoolOptions) -> Result<Self, ConnectError> {
        let mut config = ManagerConfig::default();
        // Whether a connection broke is known without asking the server each time.
        config.recycling_method = RecyclingMethod::Fast;
        config.custom_setup = Box::new(|url| establish(url.to_owned()).boxed());
        let manager = AsyncDieselConnectionManager::new_with_config(url, config);
        let pool = Pool::builder(manager).max_size(options.max_connections).build().map_err(|e| ConnectError(e.into()))?;
        let postgres = Self { pool, acquire_timeout: options.acquire_timeout };
        drop(postgres.connection().await.map_err(|e| ConnectError(e.into()))?);
        Ok(postgres)
    }

    /// A connection, waiting for one to come free.
    pub(crate) async fn connection(&self) -> Result<Pooled, DbError> {
        match tokio::time::timeout(self.acquire_timeout, self.pool.get()).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(error)) => Err(DbError::Connection(error.into())),
            Err(elapsed) => Err(DbError::Connection(elapsed.into())),
        }
    }
}

/// A connection set up for the shop.
async fn establish(url: String) -> ConnectionResult<AsyncPgConnection> {
    let mut connection = AsyncPgConnection::establish(&url).await?;
    connection.batch_execute(SESSION).await.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}
