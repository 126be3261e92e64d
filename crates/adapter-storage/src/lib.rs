//! Pictures: processing untrusted uploads, and object storage; and backups in the same bucket.

mod backup_bucket;
mod image_store;
mod limits;
mod memory;
mod picture_processor;
mod s3;

pub use backup_bucket::BackupBucket;
pub use image_store::{ImageFolderError, ObjectImageStore};
pub use limits::picture_limits;
pub use picture_processor::WebPProcessor;
pub use s3::{S3Settings, S3SettingsError};
