//! The runs of the schedule of backups.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::backups::backup_run::{BackupFailure, BackupFile, BackupRun, BackupRunId, Verification};
use crate::backups::retention::KeptBackup;
use crate::shared::ports::PortError;

/// What the runs so far say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupSummary {
    /// When the first run began.
    pub first_run: Option<DateTime<Utc>>,
    /// When the last run that is in order ended, and the size of its file in bytes.
    pub last_in_order: Option<(DateTime<Utc>, u64)>,
    /// When a file was last verified.
    pub last_verified: Option<DateTime<Utc>>,
    /// Whether the last run that ended has failed.
    pub last_failed: bool,
}

#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait BackupRuns: Send + Sync {
    /// Begins the run that is due since `due_at`; `None` when a run since then is in order or works, or failed less than
    /// [`crate::backups::backup_run::RETRY_AFTER`] ago. Of concurrent calls on any number of instances, one gets the run.
    async fn claim(&self, due_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Option<BackupRunId>, PortError>;

    /// Notes the file of a run.
    async fn note_file(&self, run: BackupRunId, file: &BackupFile) -> Result<(), PortError>;

    /// Ends a run: its file was verified, or it failed.
    async fn end(&self, run: BackupRunId, outcome: Result<Verification, BackupFailure>, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Notes that the file of a run was deleted.
    async fn note_deleted(&self, run: BackupRunId, now: DateTime<Utc>) -> Result<(), PortError>;

    /// The backups whose files are there, the newest first. Those of runs that still work are left out.
    async fn kept(&self) -> Result<Vec<KeptBackup>, PortError>;

    /// The newest runs, at most `limit`, the newest first.
    async fn newest(&self, limit: usize) -> Result<Vec<BackupRun>, PortError>;

    /// What the runs so far say.
    async fn summary(&self) -> Result<BackupSummary, PortError>;
}
