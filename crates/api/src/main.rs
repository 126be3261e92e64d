//! The shop's one binary: configuration, wiring, telemetry and sub-commands.

mod backup;
mod cli;
mod commands;
mod config;
mod database;
mod demo;
mod maintenance;
mod process;
mod secrets;
mod web_files;
mod wiring;

use std::process::ExitCode;

use clap::Parser as _;
use tokio::runtime::Handle;

use crate::cli::{Cli, Command};
use crate::config::Config;
use crate::process::telemetry::Telemetry;
use crate::process::{allocator, telemetry};

/// The error of a sub-command; it is shown to the operator with its causes.
pub(crate) type CommandError = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    allocator::hold_little();
    let cli = Cli::parse();
    let command = cli.command.unwrap_or_default();
    let config = match config::environment::read_configuration() {
        Ok(config) => config,
        Err(mistake) => {
            telemetry::to_stderr(&mistake.to_string());
            // For a check mistakes are a result; any other command was not begun.
            return ExitCode::from(if matches!(command, Command::Config(_)) { 1 } else { 2 });
        }
    };
    let (log, telemetry) = match telemetry::start(&config.log, config.traces.as_ref()) {
        Ok(started) => started,
        Err(error) => {
            telemetry::to_stderr(&error.to_string());
            return ExitCode::FAILURE;
        }
    };
    let ended = run(command, config, telemetry);
    drop(log);
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes = std::iter::successors(error.source(), |e| e.source());
            let text: Vec<String> = std::iter::once(error.to_string()).chain(causes.map(ToString::to_string)).collect();
            telemetry::to_stderr(&text.join(": "));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, config: Config, telemetry: Telemetry) -> Result<(), CommandError> {
    if matches!(command, Command::Openapi) {
        return commands::openapi::run();
    }
    // actix-web needs its own system around the server; tokio's work-stealing threads carry the database and the hashing.
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    actix_web::rt::System::with_tokio_rt(move || runtime).block_on(async move {
        if let Some(traces) = &telemetry.traces {
            traces.send_on(Handle::current());
        }
        let ended = Box::pin(commands::run(command, config, &telemetry)).await;
        if let Some(traces) = telemetry.traces {
            traces.finish().await;
        }
        ended
    })
}
