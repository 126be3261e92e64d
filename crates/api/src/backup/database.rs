//! The database that a command reads beside a running shop, or fills before one runs. Neither is migrated here.

use adapter_postgres::{Pending, PoolOptions, Postgres};
use embedded_postgres::{Cluster, ClusterOptions, running_url};

use crate::CommandError;
use crate::config::{Config, DatabaseConfig};
use crate::database::NAME;

/// A database and the private server behind it, if this process started one.
pub(crate) struct Place {
    pub(crate) url: String,
    cluster: Option<Cluster>,
}

impl Place {
    /// The database of the shop: of the private server of a running shop, of one that is started for this command, or the operator's.
    ///
    /// # Errors
    /// When there is none, or it cannot be started.
    pub(crate) async fn of_shop(config: &Config) -> Result<Self, CommandError> {
        let DatabaseConfig::Embedded = &config.database else { return Self::to_fill(config).await };
        let folder = config.data_dir.join("postgres");
        if let Some(url) = running_url(&folder, NAME) {
            return Ok(Self { url, cluster: None });
        }
        if !folder.join("pg").is_dir() {
            return Err(format!("there is no shop in {} (DATA_DIR)", config.data_dir.display()).into());
        }
        Self::to_fill(config).await
    }

    /// The same, whose tables are those of this program.
    ///
    /// # Errors
    /// When there is none, its tables are of an earlier version, or it cannot be started.
    pub(crate) async fn of_current_shop(config: &Config) -> Result<Self, CommandError> {
        let place = Self::of_shop(config).await?;
        match place.require_current().await {
            Ok(()) => Ok(place),
            Err(refusal) => {
                place.close().await?;
                Err(refusal)
            }
        }
    }

    async fn require_current(&self) -> Result<(), CommandError> {
        match Pending::of(&self.url).await? {
            Pending::Nothing => Ok(()),
            Pending::Migrations(pending) if pending.only_contract()? => Ok(()),
            Pending::AllTables(_) => Err("there is no shop in the database: it has no tables".into()),
            Pending::Migrations(_) => {
                Err("the tables are of an earlier version: use the program of that version, or bring them up to date with `api migrate`"
                    .into())
            }
        }
    }

    /// The database that a restore fills.
    ///
    /// # Errors
    /// When it cannot be started, as while a shop runs on it.
    pub(crate) async fn to_fill(config: &Config) -> Result<Self, CommandError> {
        match &config.database {
            DatabaseConfig::External(url) => Ok(Self { url: url.clone(), cluster: None }),
            DatabaseConfig::Embedded => {
                let options = ClusterOptions::durable(config.data_dir.join("postgres"));
                let cluster = tokio::task::spawn_blocking(move || -> Result<_, embedded_postgres::Error> {
                    let cluster = Cluster::start(options)?;
                    cluster.create_database_if_missing(NAME)?;
                    Ok(cluster)
                });
                let cluster = cluster.await??;
                Ok(Self { url: cluster.url(NAME), cluster: Some(cluster) })
            }
        }
    }

    /// A few connections to it.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub(crate) async fn connect(&self) -> Result<Postgres, CommandError> {
        Ok(Postgres::connect(&self.url, few_connections()).await?)
    }

    /// Stops the server that this process started.
    ///
    /// # Errors
    /// When it does not stop.
    pub(crate) async fn close(self) -> Result<(), CommandError> {
        if let Some(cluster) = self.cluster {
            tokio::task::spawn_blocking(move || cluster.stop()).await??;
        }
        Ok(())
    }
}

/// The pool of a command.
pub(super) fn few_connections() -> PoolOptions {
    PoolOptions { max_connections: 2, acquire_timeout: std::time::Duration::from_secs(30) }
}
