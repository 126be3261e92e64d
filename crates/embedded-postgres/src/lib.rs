//! A private PostgreSQL server that lives and ends with the process that starts it.
//!
//! [`PgBinaries`] finds the programs, [`ClusterOptions`] says where the data lives and how safe it must
//! be, [`Cluster::start`] makes the data folder when it is missing, starts the server on a Unix socket in
//! a folder only its owner can enter, and stops it again with [`Cluster::stop`] or on drop.
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
mod scratch;
mod search;
mod server;
mod socket_folder;
mod spawn;

pub use binaries::PgBinaries;
pub use cluster::Cluster;
pub use error::Error;
pub use options::{ClusterOptions, Durability};
