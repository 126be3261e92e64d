//! The shop's data in PostgreSQL: the only crate that knows SQL.
//!
//! [`Postgres`] is one handle that implements all ports of the database. Each feature has a folder with its rows and queries. Names
//! of constraints are the contract between `migrations/schema/` and this crate: the few that mean a business outcome are mapped to it
//! where they can be violated; any other violation is an internal error.
//!
//! Needs PostgreSQL 15 or later, any locale, no extension.

mod accounts;
mod audit;
mod backups;
mod catalog;
mod connection;
mod content;
mod delivery;
mod error;
mod images;
mod invoices;
mod messages;
mod operations;
mod orders;
mod payments;
mod promotions;
mod query;
mod reports;
mod reviews;
mod schema;
mod settings;
mod setup;

pub use connection::address::{AddressError, check_address};
pub use connection::cause::name_causes_by;
pub use connection::pool::{ConnectError, PoolLoad, PoolOptions, Postgres};
pub use connection::replica::{ReplicaError, ReplicaState};
pub use connection::tls::CertificateError;
pub use connection::work_limits::WorkLoad;
pub use operations::backup::{
    BackupError, ColumnShape, Restore, RestoredKeys, RowSink, SECOND_FACTOR_TABLES, ScratchDatabase, SequenceState, Settled, Snapshot,
    StoredKeys, TableLoad, TableRows, TableShape,
};
pub use operations::invariants::Finding;
pub use operations::migrate::{
    FinishedMigrations, MigrateError, MigrationPlan, Pending, PendingMigrations, PlannedMigration, PlannedTable, TableLock, TableWork,
};
pub use operations::repair::Repaired;
pub use operations::sweep::Swept;
pub use reports::waiting_work::WaitingRows;
