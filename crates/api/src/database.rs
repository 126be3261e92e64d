//! The shop's database: a private one that lives and dies with this process, or the operator's.

use adapter_postgres::{PoolOptions, Postgres};
use embedded_postgres::{Cluster, ClusterOptions, running_url};

use crate::CommandError;
use crate::config::{Config, DatabaseConfig};

/// The name of the shop's database in its private PostgreSQL.
pub(crate) const NAME: &str = "shop";

/// A database that is up to date, and the private server behind it, if any.
pub(crate) struct Database {
    pub(crate) postgres: Postgres,
    cluster: Option<Cluster>,
}

impl Database {
    /// Starts the database or connects to it, and migrates it.
    ///
    /// # Errors
    /// When it cannot be started, reached or migrated.
    pub(crate) async fn open(config: &Config) -> Result<Self, CommandError> {
        let (url, cluster) = match &config.database {
            DatabaseConfig::External(url) => (url.clone(), None),
            DatabaseConfig::Embedded => {
                let folder = config.data_dir.join("postgres");
                let cluster = tokio::task::spawn_blocking(move || start(folder)).await??;
                (cluster.url(NAME), Some(cluster))
            }
        };
        Postgres::migrate(&url).await?;
        let postgres = Postgres::connect(&url, PoolOptions::default()).await?;
        Ok(Self { postgres, cluster })
    }

    /// The same, whose catalogue and reports are read from the replica, if one is configured.
    ///
    /// # Errors
    /// When the server that is named as the replica is none of this database.
    pub(crate) async fn with_replica(self, config: &Config) -> Result<Self, CommandError> {
        let Some(url) = &config.replica else { return Ok(self) };
        Ok(Self { postgres: Box::pin(self.postgres.with_replica(url)).await?, ..self })
    }

    /// Connects to the database of a shop that runs on this machine with its private server; else as [`Database::open`].
    ///
    /// # Errors
    /// When it cannot be started, reached or migrated.
    pub(crate) async fn join(config: &Config) -> Result<Self, CommandError> {
        let running = match &config.database {
            DatabaseConfig::Embedded => running_url(&config.data_dir.join("postgres"), NAME),
            DatabaseConfig::External(_) => None,
        };
        match running {
            Some(url) => Ok(Self { postgres: Postgres::connect(&url, PoolOptions::default()).await?, cluster: None }),
            None => Self::open(config).await,
        }
    }

    /// Stops the private server, if there is one.
    ///
    /// # Errors
    /// When it does not stop.
    pub(crate) async fn close(self) -> Result<(), CommandError> {
        drop(self.postgres);
        if let Some(cluster) = self.cluster {
            tokio::task::spawn_blocking(move || cluster.stop()).await??;
        }
        Ok(())
    }
}

fn start(folder: std::path::PathBuf) -> Result<Cluster, embedded_postgres::Error> {
    // Without PostgreSQL's compiler of queries, which no statement of the shop gains from: the systemd unit forbids memory that is
    // written and executed.
    let cluster = Cluster::start(ClusterOptions::durable(folder).setting("jit", "off"))?;
    cluster.create_database_if_missing(NAME)?;
    Ok(cluster)
}
