//! Calls about messages to the shop.

pub mod contact;
