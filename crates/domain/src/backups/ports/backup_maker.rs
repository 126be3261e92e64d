//! Making, verifying and deleting backups in the place of the schedule.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::backups::backup_run::{BackupFailure, BackupFile, Verification};

/// Makes backups in a folder or bucket.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait BackupMaker: Send + Sync {
    /// Writes a backup of the shop, completely or not at all; `now` names it.
    ///
    /// # Errors
    /// [`BackupFailure`] with the reason.
    async fn write(&self, now: DateTime<Utc>) -> Result<BackupFile, BackupFailure>;

    /// Reads a backup again and proves that the shop can be restored from it.
    ///
    /// # Errors
    /// [`BackupFailure`] with what is wrong with it.
    async fn verify(&self, file: &str) -> Result<Verification, BackupFailure>;

    /// Deletes a backup. A missing one changes nothing.
    ///
    /// # Errors
    /// [`BackupFailure`] with the reason.
    async fn delete(&self, file: &str) -> Result<(), BackupFailure>;
}
