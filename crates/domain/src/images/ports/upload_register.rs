//! Uploads, which of them something shows, and which are to be deleted.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::images::image::ImageName;
use crate::images::upload::{NewUpload, NoRoom};
use crate::shared::ports::PortError;

/// What remembering an upload comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReserveUploadOutcome {
    /// It is remembered.
    Reserved,
    /// Another upload has the name, or had it.
    NameTaken,
    /// There is no room for it.
    NoRoom(NoRoom),
    /// The uploader is deleted by now.
    UploaderGone,
}

/// Remembers uploads: what is in the [`crate::images::ports::ImageStore`] but was never remembered here is not this shop's to delete. A user or
/// product that is written with the address of an upload takes it in the same transaction; a user who changes their picture, or
/// is deleted, lets go of the one they had. What is taken is never condemned, and what is condemned is never taken.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UploadRegister: Send + Sync {
    /// Remembers an upload before its files are kept, where [`NewUpload::check_room`] allows it. Of two at once under one name
    /// one gets it; any number at once keep to the bounds.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn reserve(&self, upload: &NewUpload) -> Result<ReserveUploadOutcome, PortError>;

    /// Condemns uploads remembered before `before` that nothing shows, and answers up to `limit` whose files are to be deleted,
    /// those condemned earlier among them, the oldest first. From then on nobody can take them.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn condemn(&self, before: DateTime<Utc>, now: DateTime<Utc>, limit: usize) -> Result<Vec<ImageName>, PortError>;

    /// The files of a condemned upload are deleted.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn deleted(&self, name: &ImageName, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Forgets an upload that was remembered and not kept: the store has files of this name, from before its register began.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn forget(&self, name: &ImageName) -> Result<(), PortError>;
}
