//! The ports of orders.

mod order_reader;
mod order_repository;

pub use order_reader::*;
pub use order_repository::*;
