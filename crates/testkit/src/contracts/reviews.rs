//! Ports of reviews.

pub mod review_repository;
