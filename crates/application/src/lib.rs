//! The shop's use cases: one per file, each a struct of ports with one `run`.
//!
//! A use case takes valid domain values, calls the ports, leaves decisions to the domain, and returns a value or its own error. It
//! knows nothing of HTTP, JSON or SQL. The file of each feature (`orders.rs`, `catalog.rs` …) lists its use cases and builds them from
//! [`ports::Ports`]; [`use_cases::UseCases`] holds them all.

pub mod accounts;
pub mod backups;
pub mod catalog;
pub mod content;
pub mod error;
pub mod images;
pub mod messages;
pub mod orders;
pub mod payments;
pub mod ports;
pub mod promotions;
#[cfg(test)]
mod samples;
pub mod settings;
pub mod setup;
mod short_memory;
pub mod use_cases;
