//! Delivery: the addresses of users.

mod address_book;
