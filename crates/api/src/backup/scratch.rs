//! A database for a moment, in which a backup is restored to be checked, or pending migrations are tried.

use std::path::PathBuf;

use adapter_postgres::ScratchDatabase;
use embedded_postgres::{Cluster, ClusterOptions};

use crate::CommandError;
use crate::config::{Config, DatabaseConfig};
use crate::database::NAME;

pub(crate) enum Scratch {
    /// In a private server, whose folder is deleted when it stops.
    Private(Cluster, PathBuf),
    /// On the operator's server.
    Database(ScratchDatabase),
}

impl Scratch {
    /// Makes one; `None` where the role of the operator's server may not.
    ///
    /// # Errors
    /// When the server fails.
    pub(crate) async fn make(config: &Config) -> Result<Option<Self>, CommandError> {
        match &config.database {
            DatabaseConfig::External(url) => Ok(ScratchDatabase::create(url).await?.map(Self::Database)),
            DatabaseConfig::Embedded => {
                let folder = config.data_dir.join("backup-check");
                let made = tokio::task::spawn_blocking(move || -> Result<_, CommandError> {
                    if let Some(data_dir) = folder.parent() {
                        std::fs::create_dir_all(data_dir)?;
                    }
                    // The lock of the folder keeps a second check out; what is in it was left by one that was killed.
                    let cluster = Cluster::start(ClusterOptions::throwaway_in(&folder))?;
                    cluster.create_database_if_missing(NAME)?;
                    Ok(Self::Private(cluster, folder))
                });
                made.await?.map(Some)
            }
        }
    }

    pub(crate) fn url(&self) -> String {
        match self {
            Self::Private(cluster, _) => cluster.url(NAME),
            Self::Database(database) => database.url().to_owned(),
        }
    }

    /// Removes it.
    ///
    /// # Errors
    /// When the server or the disk fails.
    pub(crate) async fn remove(self) -> Result<(), CommandError> {
        match self {
            Self::Private(cluster, folder) => {
                tokio::task::spawn_blocking(move || -> Result<(), CommandError> {
                    cluster.stop()?;
                    Ok(std::fs::remove_dir_all(folder)?)
                })
                .await?
            }
            Self::Database(database) => Ok(database.remove().await?),
        }
    }
}
