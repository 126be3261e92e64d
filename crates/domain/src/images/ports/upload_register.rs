//! Uploads, which of them something shows, and which are to be deleted.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::images::image::ImageName;
use crate::images::upload::{NewUpload, NoRoom};
use crate::shared::ports::PortError;

/// The outcome of `reserve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReserveUploadOutcome {
    Reserved,
    /// Another upload has, or had, the name.
    NameTaken,
    /// There is no room for it.
    NoRoom(NoRoom),
    /// The uploader was deleted meanwhile.
    UploaderGone,
}

/// Registers uploads. The shop deletes only registered files of the [`crate::images::ports::ImageStore`]. A user or product
/// that is written with the address of an upload takes it in the same transaction; a user who changes their picture, or is
/// deleted, releases it. A taken upload is never condemned, and a condemned upload is never taken.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UploadRegister: Send + Sync {
    /// Registers an upload before its files are stored, if [`NewUpload::check_room`] allows it. Of two concurrent calls with
    /// one name, one succeeds; the bounds hold for any number of concurrent calls.
    async fn reserve(&self, upload: &NewUpload) -> Result<ReserveUploadOutcome, PortError>;

    /// Condemns uploads that were registered before `before` and are not in use. Returns up to `limit` condemned uploads whose
    /// files are not deleted yet, oldest first, earlier ones included. A condemned upload cannot be taken.
    async fn condemn(&self, before: DateTime<Utc>, now: DateTime<Utc>, limit: usize) -> Result<Vec<ImageName>, PortError>;

    /// The files of a condemned upload are deleted.
    async fn deleted(&self, name: &ImageName, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Forgets an upload that was remembered and not kept: the store has files of this name, from before its register began.
    async fn forget(&self, name: &ImageName) -> Result<(), PortError>;
}
