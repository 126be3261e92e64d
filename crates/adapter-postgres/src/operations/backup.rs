//! Copying a whole shop out of a database and into another one (docs/adr/0029-backup-and-restore.md). Works on bare connections: `COPY`
//! streams rows of any number through a few buffers, which Diesel cannot.

mod clearing;
mod load_order;
mod restore;
mod scratch;
mod shape;
mod snapshot;

use std::error::Error as StdError;

pub use restore::{Restore, RestoredKeys, RowSink, Settled, TableLoad};
pub use scratch::ScratchDatabase;
pub use shape::{ColumnShape, SequenceState, TableShape};
pub use snapshot::{SECOND_FACTOR_TABLES, Snapshot, StoredKeys, TableRows};
use tokio_postgres::Client;

use crate::connection::connector::{Connector, OpenError};
use crate::operations::migrate::MigrateError;

/// Tables that a backup leaves out: notes and the name of the catalogue, which belong to one database (docs/adr/0022-search-index.md), the
/// migrations, which the manifest has, and the keys, which are a part of their own.
const LEFT_OUT: [&str; 5] = ["__diesel_schema_migrations", "catalogue_changes", "catalogue_identity", "data_keys", "signing_key"];

/// A shop was not copied.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database cannot be reached.
    #[error("the database cannot be reached")]
    Unreachable(#[source] Box<dyn StdError + Send + Sync>),
    /// There is nothing to copy.
    #[error("the database has no shop")]
    NoShop,
    /// The tables changed between the first look and the snapshot.
    #[error("the database was migrated at this moment: try again")]
    Migrated,
    /// The database or the file has a migration that this program does not have.
    #[error("it is of a newer release: this program does not know the migration {0}")]
    Newer(String),
    /// There is a shop already, or something else.
    #[error("the database is not empty: {0}. A backup is restored into an empty database only")]
    NotEmpty(String),
    /// A shop runs on the database.
    #[error("a shop runs on the database: stop it first")]
    InUse,
    /// A table of the file is not the one that its migrations make.
    #[error("the table {0} of the backup is not the one that its migrations make")]
    Shape(String),
    /// A table does not have the rows that the backup says.
    #[error("the table {table} has {loaded} rows, and the backup says {told}")]
    Rows {
        table: String,
        /// The number of rows that were loaded.
        loaded: u64,
        /// The number of rows that the backup says.
        told: u64,
    },
    /// The tables could not be made.
    #[error("the tables could not be made")]
    Schema(#[from] MigrateError),
    /// The database refused a statement, or the connection broke.
    #[error("a statement failed")]
    Statement(#[from] tokio_postgres::Error),
}

impl From<OpenError> for BackupError {
    fn from(error: OpenError) -> Self {
        Self::Unreachable(error.into())
    }
}

/// Ends every timeout of a session: a copy takes as long as it takes. A setting that a release of PostgreSQL does not have is left out.
const NO_TIMEOUTS: &str = "SELECT set_config(name, '0', false) FROM pg_settings
    WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'idle_session_timeout')";

/// A connection of its own without timeouts. It ends when the client is dropped.
async fn connect(connector: &Connector) -> Result<Client, BackupError> {
    let (client, wire) = connector.open().await?;
    tokio::spawn(async move {
        if let Err(error) = wire.await {
            tracing::debug!(%error, "the connection of a backup ended");
        }
    });
    client.execute(NO_TIMEOUTS, &[]).await?;
    Ok(client)
}

/// An identifier in double quotes.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
