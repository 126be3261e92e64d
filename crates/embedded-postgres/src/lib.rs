//! A private PostgreSQL server that lives and ends with the process that starts it.
//!
//! [`PgBinaries`] finds the programs; [`ClusterOptions`] sets the data folder and its durability. [`Cluster::start`] creates
//! the data folder if it is missing and starts the server on a Unix socket in a folder that only its owner can enter.
//! [`Cluster::stop`], or a drop, stops it.
//!
//! Linux only: it relies on user namespaces, `/proc` and the parent-death signal.

mod binaries;
mod cluster;
mod data_folder;
mod database;
mod error;
mod initdb;
mod launch;
mod npm_package;
mod options;
mod postmaster;
mod run_as;
mod running;
mod scratch;
mod search;
mod server;
mod socket_folder;
mod spawn;

pub use binaries::PgBinaries;
pub use cluster::Cluster;
pub use error::Error;
pub use options::{ClusterOptions, Durability};
pub use running::running_url;
