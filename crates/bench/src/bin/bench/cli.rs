//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Loads the shop and writes down what it takes.
#[derive(Debug, Parser)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to measure.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The web app's requests, and the limits of the machine.
    Run(Options),
    /// The same requests on ever larger shops.
    Growth(GrowthOptions),
    /// Searches that nobody made before, by their kind.
    Search(SearchOptions),
    /// Serve the limits: answers from memory and single rows. Started by `run`.
    Limits(LimitOptions),
}

/// What every measurement needs.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How long each load lasts.
    #[arg(long, default_value_t = 10)]
    pub(crate) seconds: u64,
    /// The shop to load.
    #[arg(long, default_value = "target/release/api")]
    pub(crate) api: PathBuf,
    /// The load generator.
    #[arg(long, env = "WRK", default_value = "wrk")]
    pub(crate) wrk: PathBuf,
    /// PostgreSQL's own load generator.
    #[arg(long, env = "PGBENCH", default_value = "pgbench")]
    pub(crate) pgbench: PathBuf,
    /// Where the measured shops live; emptied before and after.
    #[arg(long, default_value = "target/bench")]
    pub(crate) folder: PathBuf,
    /// The document whose section is written; none: the figures are only printed.
    #[arg(long)]
    pub(crate) document: Option<PathBuf>,
}

/// How far to grow.
#[derive(Args, Debug)]
pub(crate) struct GrowthOptions {
    #[command(flatten)]
    pub(crate) common: Options,
    /// Numbers of products; there are ten times as many orders.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000])]
    pub(crate) products: Vec<u32>,
}

/// Where to search.
#[derive(Args, Debug)]
pub(crate) struct SearchOptions {
    #[command(flatten)]
    pub(crate) common: Options,
    /// How many products the shop has.
    #[arg(long, default_value_t = 50_000)]
    pub(crate) products: u32,
}

/// Where the limits are served.
#[derive(Args, Debug)]
pub(crate) struct LimitOptions {
    /// The address to listen on.
    #[arg(long)]
    pub(crate) bind: SocketAddr,
    /// The shop's database.
    #[arg(long)]
    pub(crate) database_url: String,
    /// Bodies to answer with, one a file; what is behind the last dot is the encoding.
    #[arg(long)]
    pub(crate) bodies: PathBuf,
}
