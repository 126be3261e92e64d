//! The sub-commands.

mod admin;
mod demo;
mod doctor;
mod migrate;
pub(crate) mod openapi;
mod serve;

use crate::CommandError;
use crate::cli::Command;
use crate::config::Config;

/// Runs a sub-command that needs the database.
///
/// # Errors
/// The error that stops the command.
pub(crate) async fn run(command: Command, config: Config) -> Result<(), CommandError> {
    match command {
        Command::Serve { demo } => serve::run(config, demo).await,
        Command::Migrate => migrate::run(config).await,
        Command::Admin(command) => admin::run(config, command).await,
        Command::Demo { large, size } => demo::run(config, large.then_some(size)).await,
        Command::Doctor => doctor::run(config).await,
        Command::Openapi => openapi::run(),
    }
}
