//! Fault injection: the real program on a real PostgreSQL, customers who order all the while, and one fault after the other.
//! After each fault every invariant must hold, and the shop must have recovered by itself.
//!
//! `faults [name …]` runs the scenarios of these names, or all; `faults --list` names them. `faults --with-cluster COMMAND` runs a
//! command beside the demo shop on two instances ([`demo_cluster`]). [`database_server`] is PostgreSQL and
//! the faults of its processes, [`proxy`] a network that loses data, [`template`] the content of every shop, [`fixture`] the shop
//! of one scenario, [`load`] its customers, [`attempt`] the answers they got, [`probe`] the shop's availability, and
//! [`invariants`] what must hold at the end. [`gateway`] is a payment gateway, [`paying`] a shop with it and customers who pay,
//! [`money`] what must hold between the two; [`mail_server`] takes mails. [`cluster`] is two instances behind [`nginx`].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout, clippy::print_stderr)]

mod attempt;
mod cluster;
mod database_server;
mod demo_cluster;
mod fixture;
mod gateway;
mod invariants;
mod load;
mod mail_server;
mod money;
mod nginx;
mod paying;
mod probe;
mod proxy;
mod report;
mod run;
mod scenarios;
mod template;

use std::path::PathBuf;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if names.iter().any(|name| name == "--list") {
        for scenario in scenarios::ALL {
            println!("{:22} {}", scenario.name, scenario.description);
        }
        return ExitCode::SUCCESS;
    }
    if let Some(("--with-cluster", command)) = names.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return until_interrupted(demo_cluster::run_command(command)).await;
    }
    let unknown = |name: &&String| !scenarios::ALL.iter().any(|scenario| scenario.name == **name);
    if let Some(unknown) = names.iter().find(unknown) {
        eprintln!("there is no scenario called {unknown}; faults --list names them");
        return ExitCode::from(2);
    }
    let run = async { if run::run(&names).await { ExitCode::SUCCESS } else { ExitCode::FAILURE } };
    until_interrupted(run).await
}

/// Dropping the future at Ctrl-C ends every process that it started.
async fn until_interrupted(work: impl Future<Output = ExitCode>) -> ExitCode {
    tokio::select! {
        code = work => code,
        _ = tokio::signal::ctrl_c() => ExitCode::from(130),
    }
}

/// The program under test: the one that `API` names, else the one that was built beside this program.
fn shop_program() -> PathBuf {
    let beside = || std::env::current_exe().expect("the path of this program").with_file_name("api");
    std::env::var_os("API").map_or_else(beside, PathBuf::from)
}
