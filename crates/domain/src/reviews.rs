//! Reviews of the shop.

pub mod ports;
pub mod rating;
pub mod review;
