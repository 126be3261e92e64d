//! The ports of images.

mod image_store;
mod picture_processor;
mod upload_register;

pub use image_store::*;
pub use picture_processor::*;
pub use upload_register::*;
