//! The ports of payments.

mod payment_repository;

pub use payment_repository::*;
