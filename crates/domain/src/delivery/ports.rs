//! The ports of delivery.

mod address_book;

pub use address_book::*;
