//! Pictures of products and people.

pub mod image;
pub mod picture_size;
pub mod ports;
pub mod upload;
