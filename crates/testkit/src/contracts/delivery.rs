//! Contracts of the room `delivery`.

pub mod address_book;
