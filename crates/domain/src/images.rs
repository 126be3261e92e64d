//! Pictures of products and people.

pub mod image;
pub mod ports;
pub mod upload;
