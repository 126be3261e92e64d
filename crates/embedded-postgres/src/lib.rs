//! A private PostgreSQL server that lives and ends with the process that starts it.
//!
//! [`PgBinaries`] finds the programs, [`ClusterOptions`] says where the data lives and how safe it must
//! be, [`Cluster::start`] makes the data folder when it is missing, starts the server on a Unix socket in
//! a folder only its owner can enter, and stops it again with [`Cluster::stop`] or on drop.
//!
//! Linux only: it relies on user namespaces, `/proc` and the parent-death signal.

mod binaries;
mod error;
mod npm_package;
mod search;

pub use binaries::PgBinaries;
pub use error::Error;
