//! What the shop can be asked to do: one use case a file, each a struct of ports with one `run`.
//!
//! A use case takes values that are right by construction, asks the ports, lets the domain decide, and answers a
//! value or its own error. It knows nothing of HTTP, JSON or SQL.

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
