//! `api migrate`: migrates the database.

use crate::CommandError;
use crate::config::Config;
use crate::database::Database;
use crate::process::telemetry::say;

/// Migrates and stops.
///
/// # Errors
/// When the database cannot be reached or migrated.
pub(crate) async fn run(config: Config) -> Result<(), CommandError> {
    Database::open(&config).await?.close().await?;
    say("The database is up to date.");
    Ok(())
}
