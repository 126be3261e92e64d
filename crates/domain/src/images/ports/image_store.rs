//! Keeping pictures.

use async_trait::async_trait;

use crate::images::image::{ImageKey, ImageName};
use crate::shared::error::feature_error;
use crate::shared::ports::PortError;

/// The outcome of `put`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutImageOutcome {
    Stored,
    /// There is a file under this key already; it is untouched.
    NameTaken,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredImage {
    pub bytes: Vec<u8>,
    /// Its media type, [`crate::images::image::CONTENT_TYPE`].
    pub content_type: &'static str,
    /// A strong entity tag, quotes included.
    pub etag: String,
}

feature_error! {
    /// Why there is no picture to show.
    pub enum ShowPictureError {
        NotFound => NotFound, "image.not_found", "There is no such picture.";
    }
}

/// Stores pictures in object storage, shared by all instances of the server. A stored file never changes.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ImageStore: Send + Sync {
    /// Stores a file under a new key, completely or not at all. Of two concurrent calls with one key, one succeeds.
    async fn put(&self, key: &ImageKey, bytes: Vec<u8>) -> Result<PutImageOutcome, PortError>;

    /// The file under this key. A picture has no file for widths that are not below its own.
    async fn get(&self, key: &ImageKey) -> Result<Option<StoredImage>, PortError>;

    /// Whether a picture of this name is kept.
    async fn contains(&self, name: &ImageName) -> Result<bool, PortError>;

    /// Deletes a picture in every width. A missing picture changes nothing, so an interrupted deletion can be repeated.
    async fn delete(&self, name: &ImageName) -> Result<(), PortError>;
}
