//! The ports of orders.

mod fulfilment_desk;
mod order_reader;
mod order_repository;

pub use fulfilment_desk::*;
pub use order_reader::*;
pub use order_repository::*;
