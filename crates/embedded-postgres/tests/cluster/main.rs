//! Private clusters on a real PostgreSQL.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test says what it expects")]

mod configuration;
mod lifecycle;
mod owner_process;
mod ownership;
mod sql;
