//! Keeping pictures.

use async_trait::async_trait;

use crate::images::image::{ImageKey, ImageName};
use crate::shared::ports::PortError;

/// What keeping a file comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutImageOutcome {
    /// It is kept.
    Stored,
    /// There is a file under this key already; it is untouched.
    NameTaken,
}

/// A kept file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredImage {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Its media type, [`crate::images::image::CONTENT_TYPE`].
    pub content_type: &'static str,
    /// A strong entity tag, quotes included.
    pub etag: String,
}

/// Keeps pictures in object storage, shared by every instance of the server. A file never changes once it is kept.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ImageStore: Send + Sync {
    /// Keeps a file under a new key, wholly or not at all; of two at once under one key, one is kept.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn put(&self, key: &ImageKey, bytes: Vec<u8>) -> Result<PutImageOutcome, PortError>;

    /// The file under this key. A picture has no file for widths that are not below its own.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn get(&self, key: &ImageKey) -> Result<Option<StoredImage>, PortError>;

    /// Deletes a picture in every width; one that is not there changes nothing. Deleting again finishes what was
    /// interrupted.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn delete(&self, name: &ImageName) -> Result<(), PortError>;
}
