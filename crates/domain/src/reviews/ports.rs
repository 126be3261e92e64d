//! The ports of reviews.

mod review_repository;

pub use review_repository::*;
