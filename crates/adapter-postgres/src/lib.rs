//! The shop's data in PostgreSQL: the only crate that knows SQL.
//!
//! [`Postgres`] is one cheap handle that implements every port there is a table for. Each aggregate has a folder with its
//! rows and queries. Constraint names are the contract between `migrations/` and this crate: the few that stand for a
//! business outcome are mapped to it where they can be violated, any other violation is an internal error.
//!
//! Needs PostgreSQL 15 or later, any locale, no extension.

mod address;
mod audit;
mod audit_log;
mod bulk;
mod catalogue_changes;
mod connector;
mod contact;
mod counted;
mod cursor;
mod error;
mod functions;
mod identities;
mod invariants;
mod keyset;
mod login_throttle;
mod migrate;
mod orders;
mod overview;
mod password_resets;
mod pool;
mod pooled;
mod products;
mod pulse;
mod readiness;
mod reviews;
mod sales_summary;
mod schema;
mod search_text;
mod sessions;
mod signing_key;
mod sql;
mod sweep;
mod tallies;
mod tls;
mod turns;
mod uploads;
mod users;

pub use address::{AddressError, check_address};
pub use invariants::Finding;
pub use migrate::MigrateError;
pub use pool::{ConnectError, PoolLoad, PoolOptions, Postgres};
pub use sweep::Swept;
pub use tls::CertificateError;
pub use turns::WorkLoad;
