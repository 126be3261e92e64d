//! Measures the shop under load, and the limits of the same machine: `make bench`.
//!
//! Client, shop and database share the machine. The figures of one run can be compared with each other; those of two machines
//! cannot.

mod accounts;
mod cases;
mod checkout_limit;
mod cli;
mod clock;
mod compared;
mod growth;
mod hash_limit;
mod history;
mod lab;
mod large_shop;
mod limits;
mod machine;
mod probe;
mod process;
mod products;
mod run;
mod searches;
mod sql;
mod starts;
mod wrk;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::{Cli, Command};

/// An error that ends a measurement.
type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(options) => run::run(&options),
        Command::Growth(options) => growth::run(&options),
        Command::Search(options) => searches::run(&options),
        Command::Shop(options) => large_shop::run(&options),
        Command::Limits(options) => limits::serve(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr().lock(), "bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a line of progress.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
