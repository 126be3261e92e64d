//! Pictures: kept in object storage, and made out of untrusted uploads.

mod colour;
mod decode;
mod encode;
mod gate;
mod image_store;
mod jpeg_end;
mod memory;
mod picture_processor;
mod s3;
mod size;

pub use gate::GateLimits;
pub use image_store::{ImageFolderError, ObjectImageStore};
pub use picture_processor::WebPProcessor;
pub use s3::{S3Settings, S3SettingsError};
