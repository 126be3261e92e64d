//! Reviews.

mod repository;
mod row;
