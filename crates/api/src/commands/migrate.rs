//! `api migrate`: migrates the database; `--plan` says what that will do and changes nothing.

mod plan_text;

use adapter_postgres::{MigrationPlan, Pending, PendingMigrations};

use self::plan_text::plan_text;
use crate::CommandError;
use crate::backup::database::Place;
use crate::backup::scratch::Scratch;
use crate::config::Config;
use crate::database::Database;
use crate::process::telemetry::say;

/// What to do where the role may not make the scratch database.
const MAY_NOT: &str = "they are tried in a scratch database, and the role of DATABASE_URL may not create one: let a superuser run ALTER ROLE … \
                       CREATEDB, or give this command the DATABASE_URL of a role that may";

/// Migrates and stops.
///
/// # Errors
/// When the database cannot be reached or migrated.
pub(crate) async fn run(config: Config) -> Result<(), CommandError> {
    Database::open(&config).await?.close().await?;
    say("The database is up to date.");
    Ok(())
}

/// Says what the pending migrations will do. The database is only read.
///
/// # Errors
/// When the database cannot be reached, may not be served by this version, or there can be no scratch database.
pub(crate) async fn run_plan(config: Config) -> Result<(), CommandError> {
    let place = Place::of_shop(&config).await?;
    let planned = planned(&config, &place).await;
    place.close().await?;
    say(&planned?);
    Ok(())
}

async fn planned(config: &Config, place: &Place) -> Result<String, CommandError> {
    Ok(match Pending::of(&place.url).await? {
        Pending::Nothing => "Nothing to do: the database is up to date.".to_owned(),
        Pending::AllTables(migrations) => format!("The database is empty: {migrations} migrations make the tables."),
        Pending::Migrations(pending) => plan_text(&tried(config, pending).await?),
    })
}

/// Tries the migrations in a scratch database.
async fn tried(config: &Config, pending: PendingMigrations) -> Result<MigrationPlan, CommandError> {
    let Some(scratch) = Scratch::make(config).await? else {
        let versions: Vec<&str> = pending.versions().collect();
        return Err(format!("the migrations {} are pending; {MAY_NOT}", versions.join(", ")).into());
    };
    let plan = pending.plan(&scratch.url()).await;
    scratch.remove().await?;
    Ok(plan?)
}
