//! Runs a command with a throwaway PostgreSQL server beside it: `test-postgres cargo nextest run`.
//!
//! The command finds the server through `TEST_DATABASE_URL`; the server and everything in it end with the command.
#![allow(clippy::print_stderr)]

use std::env;
use std::process::ExitCode;

use embedded_postgres::Cluster;
use testkit::postgres::{URL_VARIABLE, server_options};
use tokio::process::Command;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("test-postgres: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut words = env::args_os().skip(1);
    let program = words.next().ok_or("usage: test-postgres <command> [argument…]")?;
    // On the main thread, because the kernel ends the server with the thread that started it.
    let cluster = Cluster::start(server_options())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let status = runtime.block_on(async {
        let mut child = Command::new(program).args(words).env(URL_VARIABLE, cluster.url("postgres")).spawn()?;
        loop {
            tokio::select! {
                status = child.wait() => return status,
                // The command gets the signal too, and decides when to end.
                interrupt = tokio::signal::ctrl_c() => interrupt?,
            }
        }
    })?;
    cluster.stop()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
