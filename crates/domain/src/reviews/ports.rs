//! What the rules on reviews need from outside.

mod review_repository;

pub use review_repository::*;
