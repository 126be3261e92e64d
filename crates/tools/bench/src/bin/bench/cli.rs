//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Measures the shop under load.
#[derive(Debug, Parser)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The measurements.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The web app's requests, and the limits of the machine.
    Run(RunOptions),
    /// The same requests on shops of growing size.
    Growth(GrowthOptions),
    /// Searches without cached answers, by kind.
    Search(SearchOptions),
    /// Adds products, customers and a year of orders to a demo shop that does not run.
    Shop(ShopOptions),
    /// Serve the limits: answers from memory and single rows. Started by `run`.
    Limits(LimitOptions),
}

/// Options of every measurement.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Seconds of each load.
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
    /// The folder of the measured shops; it is emptied before and after.
    #[arg(long, default_value = "target/bench")]
    pub(crate) folder: PathBuf,
    /// The document whose section is written; without it the figures are only printed.
    #[arg(long)]
    pub(crate) document: Option<PathBuf>,
}

/// The requests that are measured.
#[derive(Args, Debug)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) common: Options,
    /// Measure only the requests whose names contain this text.
    #[arg(long, conflicts_with = "document")]
    pub(crate) only: Option<String>,
}

/// The sizes of the shops.
#[derive(Args, Debug)]
pub(crate) struct GrowthOptions {
    #[command(flatten)]
    pub(crate) common: Options,
    /// Numbers of products; there are ten times as many orders.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000])]
    pub(crate) products: Vec<u32>,
}

/// The shops of the searches.
#[derive(Args, Debug)]
pub(crate) struct SearchOptions {
    #[command(flatten)]
    pub(crate) common: Options,
    /// Numbers of products.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 50_000, 500_000])]
    pub(crate) products: Vec<u32>,
    /// Measure only the kinds whose names contain one of these texts.
    #[arg(long, value_delimiter = ',', conflicts_with = "document")]
    pub(crate) only: Vec<String>,
}

/// The shop and what it gets.
#[derive(Args, Debug)]
pub(crate) struct ShopOptions {
    /// Its data folder.
    #[arg(long)]
    pub(crate) data_dir: PathBuf,
    #[arg(long)]
    pub(crate) products: u32,
    #[arg(long)]
    pub(crate) customers: u32,
    #[arg(long)]
    pub(crate) orders: u32,
}

/// Options of the server of the limits.
#[derive(Args, Debug)]
pub(crate) struct LimitOptions {
    /// The address to listen on.
    #[arg(long)]
    pub(crate) bind: SocketAddr,
    /// The shop's database.
    #[arg(long)]
    pub(crate) database_url: String,
    /// The folder of the answers' bodies; the extension of a file is its encoding.
    #[arg(long)]
    pub(crate) bodies: PathBuf,
}
