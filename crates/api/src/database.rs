//! The shop's database: a private one that lives and dies with this process, or the operator's.

use adapter_postgres::{PoolOptions, Postgres};
use embedded_postgres::{Cluster, ClusterOptions};

use crate::CommandError;
use crate::config::{Config, DatabaseConfig};

/// The name of the shop's database in its private PostgreSQL.
const NAME: &str = "shop";

/// A database that is up to date, and the private server behind it, if any.
pub(crate) struct Database {
    /// The ports.
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
