//! Test support: sample values, contract suites, test databases, an S3 server and a mail server. It is never part of the product.
//!
//! - [`sample_users`], [`sample_products`], [`sample_orders`] and [`sample_settings`] build valid domain values, with unique keys.
//! - `contracts` (feature `postgres`) holds the suites of the ports that store or fetch data; every implementation must pass them.
//! - [`s3_server`] starts a real S3 server with an empty bucket.
//! - [`smtp_server`] starts a real mail server with an empty mailbox.
//! - `postgres` (feature `postgres`) gives every test an empty, migrated database of its own; `replicated_server` starts a server with
//!   a streaming replica.
//!
//! A failed step panics, as in a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(feature = "postgres")]
pub mod contracts;
pub mod moments;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "postgres")]
pub mod replicated_server;
pub mod s3_server;
pub mod sample_addresses;
pub mod sample_orders;
pub mod sample_products;
pub mod sample_promotions;
pub mod sample_settings;
pub mod sample_users;
pub mod smtp_server;
pub mod unique;
