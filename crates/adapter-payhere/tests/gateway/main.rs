//! The adapter against the fake gateway on this machine: what the port promises, and what it does when the gateway misbehaves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod checkout;
mod notifications;
mod records;
mod refunds;
mod shop;
