//! `api demo`: fills an empty database with the demo shop.

use crate::CommandError;
use crate::config::Config;
use crate::database::Database;
use crate::demo;
use crate::process::telemetry::say;
use crate::wiring::adapters::Adapters;

/// Fills the database and stops.
///
/// # Errors
/// When the database holds another shop, or fails.
pub(crate) async fn run(config: Config) -> Result<(), CommandError> {
    let database = Database::open(&config).await?;
    let adapters = Adapters::new(&config, database.postgres.clone()).await?;
    let accounts = demo::fill(&config, &adapters).await?;
    drop(adapters);
    database.close().await?;
    say(&accounts.to_string());
    Ok(())
}
