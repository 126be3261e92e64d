//! The shop's entities, value objects, rules and ports.
//!
//! The crate does no I/O: it reads no clock, draws no random numbers, and knows no SQL. Rules are plain functions
//! of plain values; outside services are traits in the files of each feature. `parse` makes values from untrusted input and
//! returns a typed error, so every value is valid by construction.

pub mod accounts;
pub mod backups;
pub mod catalog;
pub mod content;
pub mod delivery;
pub mod images;
pub mod invoices;
pub mod messages;
pub mod orders;
pub mod payments;
pub mod promotions;
pub mod reports;
pub mod reviews;
pub mod settings;
pub mod setup;
pub mod shared;
