//! Third-party sign-in against a real OpenID provider, and against one that misbehaves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test says what it expects")]

mod client;
mod misbehaving;
mod real;
mod real_provider;
mod stub;
