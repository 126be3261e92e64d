//! Uploads that nothing may ever point to.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::PortError;
use crate::image::ImageName;

/// Remembers uploads until somebody took them: what is in the [`super::ImageStore`] but was never remembered here is not
/// this shop's to delete.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UploadRegister: Send + Sync {
    /// Remembers a name before its files are kept; `false` when the name is taken. Of two at once one gets it.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn reserve(&self, name: &ImageName, now: DateTime<Utc>) -> Result<bool, PortError>;

    /// Up to `limit` uploads remembered before `time` that no user, product or order points to, the oldest first. Those
    /// that something points to are forgotten: they are kept for good.
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
