//! The shop's use cases: one file each, a struct of ports with a `run` method.
//!
//! A use case takes valid domain values, calls ports, lets the domain decide, and returns a value or its own error. It does not
//! know HTTP, JSON or SQL.

pub mod accounts;
pub mod catalog;
pub mod error;
pub mod images;
pub mod messages;
pub mod orders;
pub mod reports;
pub mod reviews;
#[cfg(test)]
mod samples;
