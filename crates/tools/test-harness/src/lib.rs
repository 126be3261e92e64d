//! Runs the real program and speaks HTTP to it: for the server tests, `faults` and `bench`; never part of the product.
//!
//! - [`shop`] is one shop: its folder, its environment variables, and its processes and sub-commands.
//! - [`instance`] is one serving process: start, readiness, requests, signals, log.
//! - [`answer`] is a response read to its end, and the conventions that every response of the API keeps.
//! - [`accounts`] and [`orders`] are the requests that all three programs send.
//! - [`raw`] writes and reads HTTP byte by byte, for clients that break the protocol.
//!
//! It knows the shop from outside alone: no crate of the shop is a dependency. A failed step panics, as in a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stderr)]

pub mod accounts;
pub mod answer;
pub mod instance;
pub mod orders;
pub mod raw;
pub mod shop;
