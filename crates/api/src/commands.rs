//! The sub-commands.

mod admin;
mod backup;
mod config_check;
mod demo;
mod doctor;
mod migrate;
pub(crate) mod openapi;
mod outbox;
mod restore;
mod serve;

use crate::CommandError;
use crate::cli::{Command, ConfigCommand, OutboxCommand};
use crate::commands::doctor::Treatment;
use crate::config::Config;
use crate::process::telemetry::Telemetry;

/// Runs a sub-command that needs the database.
///
/// # Errors
/// The error that stops the command.
pub(crate) async fn run(command: Command, config: Config, telemetry: &Telemetry) -> Result<(), CommandError> {
    match command {
        Command::Serve { demo } => serve::run(config, demo, telemetry).await,
        Command::Migrate { plan: false } => migrate::run(config).await,
        Command::Migrate { plan: true } => migrate::run_plan(config).await,
        Command::Admin(command) => admin::run(config, command).await,
        Command::Demo => demo::run(config).await,
        Command::Doctor { repair, dry_run } => {
            let treatment = match (repair, dry_run) {
                (_, true) => Treatment::DryRun,
                (true, false) => Treatment::Repair,
                (false, false) => Treatment::None,
            };
            doctor::run(config, treatment).await
        }
        Command::Config(ConfigCommand::Check) => config_check::run(&config).await,
        Command::Backup { file, verify: false } => backup::run(config, &file).await,
        Command::Backup { file, verify: true } => backup::run_verify(config, &file).await,
        Command::Restore { file } => restore::run(config, &file).await,
        Command::Outbox(OutboxCommand::Release) => outbox::release(config).await,
        Command::Openapi => openapi::run(),
    }
}
