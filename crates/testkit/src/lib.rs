//! What tests are made of; nothing here is ever part of the product.
//!
//! - [`sample_users`], [`sample_products`] and [`sample_orders`] build valid domain values that differ from each other where they must.
//! - [`contracts`] holds the suites of the ports that store or fetch: whatever implements such a port passes them.
//! - [`s3_server`] starts a real S3 server with an empty bucket.
//! - [`postgres`] (feature `postgres`) gives every test an empty, migrated database of its own.
//!
//! Everything here panics where a test would: a failed step is a failed test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod contracts;
pub mod moments;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod s3_server;
pub mod sample_orders;
pub mod sample_products;
pub mod sample_users;
pub mod unique;
