//! What breaks, breaks here first: the real program on a real PostgreSQL, with customers who order all the while, and one
//! fault after the other. After each of them the shop has to be whole, and to have come back by itself.
//!
//! `faults [name …]` runs the scenarios of these names, or all; `faults --list` names them. [`server`] is PostgreSQL and what
//! is done to it, [`shop`] the program and its configuration, [`load`] the customers, [`ledger`] what they were told,
//! [`books`] what must hold whatever happens, [`probe`] how the shop looks from outside meanwhile.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout, clippy::print_stderr)]

mod accounts;
mod answer;
mod instance;
mod invariants;
mod ledger;
mod load;
mod model;
mod probe;
mod proxy;
mod report;
mod run;
mod scenarios;
mod server;
mod shop;
mod stage;

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if names.iter().any(|name| name == "--list") {
        for scenario in scenarios::ALL {
            println!("{:22} {}", scenario.name, scenario.what);
        }
        return ExitCode::SUCCESS;
    }
    let known = |name: &&String| !scenarios::ALL.iter().any(|scenario| scenario.name == **name);
    if let Some(unknown) = names.iter().find(known) {
        eprintln!("there is no scenario called {unknown}; faults --list names them");
        return ExitCode::from(2);
    }
    tokio::select! {
        passed = run::run(&names) => if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE },
        // Dropping everything ends what was started.
        _ = tokio::signal::ctrl_c() => ExitCode::from(130),
    }
}
