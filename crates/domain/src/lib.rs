//! The shop's entities, value objects, rules and ports.
//!
//! Nothing here reads a clock, draws a random number, touches the network, a disk or a database, or knows
//! how a value looks as JSON or SQL: rules are plain functions of plain values, and what they need from the
//! outside is a trait in the `ports` of its room. Values are made through `parse` (untrusted input, typed error) and are
//! right by construction from then on.

pub mod accounts;
pub mod catalog;
pub mod images;
pub mod messages;
pub mod orders;
pub mod reports;
pub mod reviews;
pub mod shared;
