//! Uploads that nothing may ever point to.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::PortError;
use crate::image::{ImageName, PicturePurpose};

/// Remembers uploads, and which of them something points to: what is in the [`super::ImageStore`] but was never remembered
/// here is not this shop's to delete. A user who changes their picture, or is deleted, lets go of the one they had.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UploadRegister: Send + Sync {
    /// Remembers a name before its files are kept; `false` when the name is taken. Of two at once one gets it.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn reserve(&self, name: &ImageName, purpose: PicturePurpose, now: DateTime<Utc>) -> Result<bool, PortError>;

    /// Up to `limit` uploads remembered before `time` that no user, product or order points to, or that somebody let go of
    /// since, the oldest first. Those that something points to are kept, and looked at again only when somebody lets go of
    /// them.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn unclaimed(&self, time: DateTime<Utc>, limit: usize) -> Result<Vec<ImageName>, PortError>;

    /// Forgets an upload whose files are deleted.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn forget(&self, name: &ImageName) -> Result<(), PortError>;
}
