//! The pool of connections, and [`Postgres`], the handle that implements the ports.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use deadpool::managed::Pool;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::invoices::document::Seller;
use domain::orders::invoicing::repository::ConfiguredSeller;
use domain::shared::calendar::ShopCalendar;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::connection::connector::Connector;
use crate::connection::health_probe::{HealthProbe, Server};
use crate::connection::keyed_locks::KeyedLocks;
use crate::connection::pooled::{Connections, Pooled};
use crate::connection::replica::Replica;
use crate::connection::work_limits::{Bulkhead, Work, WorkLoad};
use crate::error::DbError;

/// The size and the timeout of the pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolOptions {
    /// The most connections for requests. Two more watch the database and the changes of the catalogue.
    pub max_connections: usize,
    /// The timeout of a request that waits for a connection.
    pub acquire_timeout: Duration,
}

impl Default for PoolOptions {
    /// 16 connections, 2 seconds.
    fn default() -> Self {
        Self { max_connections: 16, acquire_timeout: Duration::from_secs(2) }
    }
}

/// The load of the pool at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolLoad {
    /// The most connections.
    pub max: usize,
    /// The connections that work for a request.
    pub in_use: usize,
    /// The open connections without work.
    pub idle: usize,
    /// The requests that wait for a connection.
    pub waiting: usize,
}

/// The database cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the database cannot be reached")]
pub struct ConnectError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Hears how long a request waited.
type ObserveWait = dyn Fn(Duration) + Send + Sync;

/// The shop's database: a handle on a pool of connections that is cheap to clone.
#[derive(Clone)]
pub struct Postgres {
    connector: Connector,
    pool: Pool<Connections>,
    /// One connection that requests never take.
    watch: Pool<Connections>,
    health_probe: HealthProbe,
    turns: Bulkhead,
    keyed_locks: KeyedLocks,
    acquire_timeout: Duration,
    /// Hears how long each request waited for a connection.
    waits: Arc<OnceLock<Box<ObserveWait>>>,
    /// The shop as documents name it until it publishes an identity, and its days.
    seller: Arc<OnceLock<ConfiguredSeller>>,
    /// The transaction that all work is part of; `None` but within [`Postgres::one_transaction`].
    transaction: Option<Arc<Mutex<Pooled>>>,
    /// A copy of the database that may answer some reads, if one is named.
    pub(super) replica: Option<Arc<Replica>>,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("connections", &self.pool.status()).finish_non_exhaustive()
    }
}

impl Postgres {
    /// Opens a pool on a migrated database (see [`Postgres::migrate`]), and one connection to check that it can be reached.
    ///
    /// # Errors
    /// [`ConnectError`] when it cannot be reached.
    pub async fn connect(url: &str, options: PoolOptions) -> Result<Self, ConnectError> {
        let connector = Connector::new(url).map_err(|e| ConnectError(e.into()))?;
        let health_probe = HealthProbe::of(connector.clone(), Server::Primary);
        let pool = |size| {
            Pool::builder(Connections::new(connector.clone(), health_probe.clone()))
                .max_size(size)
                .build()
                .map_err(|e| ConnectError(e.into()))
        };
        let (pool, watch) = (pool(options.max_connections)?, pool(1)?);
        let turns = Bulkhead::of(options.max_connections);
        let keyed_locks = KeyedLocks::default();
        let (acquire_timeout, waits) = (options.acquire_timeout, Arc::default());
        let (seller, transaction, replica) = (Arc::default(), None, None);
        let postgres =
            Self { connector, pool, watch, health_probe, turns, keyed_locks, acquire_timeout, waits, seller, transaction, replica };
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

    /// The same database, where all work is part of this transaction.
    pub(super) fn within(&self, transaction: Arc<Mutex<Pooled>>) -> Self {
        Self { transaction: Some(transaction), ..self.clone() }
    }

    /// The same database, of which this replica may answer reads.
    pub(super) fn read_from(self, replica: Replica) -> Self {
        Self { replica: Some(Arc::new(replica)), ..self }
    }

    /// The replica that may answer a read; none where the work is part of a transaction.
    pub(crate) fn replica(&self) -> Option<&Replica> {
        self.replica.as_deref().filter(|_| self.transaction.is_none())
    }

    /// Opens connections to the database beside those of the pool.
    pub(crate) fn connector(&self) -> &Connector {
        &self.connector
    }

    /// The present load of the connections for requests.
    #[must_use]
    pub fn load(&self) -> PoolLoad {
        let status = self.pool.status();
        let in_use = status.size.saturating_sub(status.available);
        PoolLoad { max: status.max_size, in_use, idle: status.available, waiting: status.waiting }
    }

    /// Sets what hears of each wait for a connection for requests, in vain or not. Only the first call counts.
    pub fn observe_waits(&self, observe: impl Fn(Duration) + Send + Sync + 'static) {
        let _ = self.waits.set(Box::new(observe));
    }

    /// Sets the shop that issues invoices. Only the first call counts.
    pub fn issue_invoices_as(&self, seller: ConfiguredSeller) {
        let _ = self.seller.set(seller);
    }

    /// The shop that issues invoices.
    pub(crate) fn configured_seller(&self) -> ConfiguredSeller {
        let default = || ConfiguredSeller { calendar: ShopCalendar::default(), seller: Seller::default() };
        self.seller.get().cloned().unwrap_or_else(default)
    }

    /// The present load of each kind of work that has a share of the connections.
    #[must_use]
    pub fn work(&self) -> Vec<WorkLoad> {
        self.turns.going_on()
    }

    /// Waits until the caller is the first of its key on this instance, which it stays until the guard is dropped. The caller sets the
    /// timeout. Takes no connection.
    pub(crate) async fn first_of(&self, key: String) -> OwnedMutexGuard<()> {
        self.keyed_locks.lock(key).await
    }

    /// Whether the database answered the last query of the health probe, which sends 4 a second.
    pub(crate) fn answers(&self) -> bool {
        self.health_probe.answers()
    }

    /// A connection for work that waits for no row. Waits for a free one; fails at once while the database does not answer.
    pub(crate) async fn connection(&self) -> Result<Pooled, DbError> {
        if let Some(transaction) = &self.transaction {
            return self.soon(async { Ok::<_, Infallible>(Pooled::from(transaction.clone().lock_owned().await)) }).await;
        }
        let begun = Instant::now();
        // Boxed, because the future of opening a connection is large and every caller would hold it in its own.
        let connection = self.soon(Box::pin(self.pool.get())).await.map(Pooled::from);
        if let Some(observe) = self.waits.get() {
            observe(begun.elapsed());
        }
        connection
    }

    /// A connection for work that may wait for one of these rows (see [`Bulkhead::take`]).
    pub(crate) async fn connection_for(&self, work: Work, rows: impl IntoIterator<Item = String>) -> Result<Pooled, DbError> {
        self.connection_within(self.acquire_timeout, work, rows).await
    }

    /// The same with another timeout.
    pub(crate) async fn connection_within(
        &self,
        patience: Duration,
        work: Work,
        rows: impl IntoIterator<Item = String>,
    ) -> Result<Pooled, DbError> {
        if self.transaction.is_some() {
            // The transaction has its connection already.
            return self.connection().await;
        }
        let turn = self.at_most(patience, self.turns.take(work, rows.into_iter().collect())).await?;
        Ok(self.connection().await?.during(turn))
    }

    /// The connection for watching changes, which requests never take.
    pub(crate) async fn watch_connection(&self) -> Result<Pooled, DbError> {
        self.soon(self.watch.get()).await.map(Pooled::from)
    }

    /// Waits within the pool's timeout.
    async fn soon<T, E>(&self, awaited: impl Future<Output = Result<T, E>>) -> Result<T, DbError>
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.at_most(self.acquire_timeout, awaited).await
    }

    /// Waits within a timeout; fails at once while the database does not answer.
    async fn at_most<T, E>(&self, patience: Duration, awaited: impl Future<Output = Result<T, E>>) -> Result<T, DbError>
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        tokio::select! {
            biased;
            () = self.health_probe.lost() => Err(DbError::Connection("the database does not answer".into())),
            waited = tokio::time::timeout(patience, awaited) => match waited {
                Ok(got) => got.map_err(|error| DbError::Connection(error.into())),
                Err(elapsed) => Err(DbError::Connection(elapsed.into())),
            },
        }
    }
}

/// The locale of the server's messages.
async fn language(connection: &mut AsyncPgConnection) -> Result<String, DbError> {
    #[derive(diesel::QueryableByName)]
    struct Setting {
        #[diesel(sql_type = diesel::sql_types::Text)]
        lc_messages: String,
    }
    let setting: Setting = diesel::sql_query("SHOW lc_messages").get_result(connection).await?;
    Ok(setting.lc_messages)
}

/// Whether a locale's messages are English. The empty name is the locale of the server's environment, which is assumed to be
/// English.
fn is_english(locale: &str) -> bool {
    let language = locale.split(['_', '.', '@']).next().unwrap_or_default();
    ["", "C", "POSIX", "en", "English"].contains(&language)
}

#[cfg(test)]
mod tests {
    use diesel_async::SimpleAsyncConnection as _;
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
