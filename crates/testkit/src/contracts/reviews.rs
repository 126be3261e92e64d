//! Contracts of the room `reviews`.

pub mod review_repository;
