//! The runs of the schedule of backups, and which of their files are kept.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::json::words;
use crate::shared::ports::PortError;

/// The time after which a run that did not end counts as broken off: its process was killed.
pub const ABANDONED_AFTER: TimeDelta = TimeDelta::hours(6);
/// The time after which a run that failed is tried again.
pub const RETRY_AFTER: TimeDelta = TimeDelta::minutes(30);
/// The most characters of an error that are kept.
pub const LONGEST_ERROR: usize = 1_000;

/// The number of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BackupRunId(pub i64);

words! {
    /// How a file was verified.
    pub enum Verification {
        /// It was restored into a scratch database, where every rule of the shop was checked.
        Restored = "restored",
        /// Its checksums alone: the database gives no room for a scratch database.
        Checksums = "checksums",
    }
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupFile {
    /// Its name in the folder or bucket.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupRun {
    pub id: BackupRunId,
    pub started_at: DateTime<Utc>,
    /// When it ended; `None` while it runs, and for one that was broken off.
    pub finished_at: Option<DateTime<Utc>>,
    /// Its file, once it is written.
    pub file: Option<BackupFile>,
    /// When its file was verified, and how.
    pub verified: Option<(DateTime<Utc>, Verification)>,
    pub error: Option<String>,
    /// When its file was deleted.
    pub deleted_at: Option<DateTime<Utc>>,
}

words! {
    /// How a run stands.
    pub enum RunState {
        Running = "running",
        /// Its file is written and verified.
        Succeeded = "succeeded",
        /// There is no file, or it is not in order.
        Failed = "failed",
    }
}

impl BackupRun {
    /// How it stands at a moment.
    #[must_use]
    pub fn state(&self, now: DateTime<Utc>) -> RunState {
        match self.finished_at {
            None if now - self.started_at < ABANDONED_AFTER => RunState::Running,
            Some(_) if self.error.is_none() && self.verified.is_some() => RunState::Succeeded,
            _ => RunState::Failed,
        }
    }
}

/// A backup was not made, not found in order or not deleted. The text is for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BackupFailure(pub String);

impl BackupFailure {
    /// The text as it is kept: not empty and not longer than [`LONGEST_ERROR`].
    #[must_use]
    pub fn text(&self) -> String {
        let text: String = self.0.chars().take(LONGEST_ERROR).collect();
        if text.is_empty() { "unknown".to_owned() } else { text }
    }
}

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

/// A backup whose file is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptBackup {
    /// The run that wrote it.
    pub run: BackupRunId,
    /// Its name in the folder or bucket.
    pub file: String,
    /// Whether it was found in order.
    pub is_in_order: bool,
}

/// The backups to delete, of those that are there, the newest first: all beyond the newest `keep`, but never the newest one that was found
/// in order.
#[must_use]
pub fn surplus(newest_first: &[KeptBackup], keep: usize) -> Vec<KeptBackup> {
    let last_in_order = newest_first.iter().find(|backup| backup.is_in_order).map(|backup| backup.run);
    newest_first.iter().skip(keep).filter(|backup| Some(backup.run) != last_in_order).cloned().collect()
}

#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait BackupRuns: Send + Sync {
    /// Begins the run that is due since `due_at`; `None` when a run since then is in order or works, or failed less than
    /// [`RETRY_AFTER`] ago. Of concurrent calls on any number of instances, one gets the run.
    async fn claim(&self, due_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Option<BackupRunId>, PortError>;

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn run(finished: bool) -> BackupRun {
        let at: DateTime<Utc> = "2026-11-24T02:30:00Z".parse().unwrap();
        BackupRun {
            id: BackupRunId(1),
            started_at: at,
            finished_at: finished.then(|| at + TimeDelta::minutes(2)),
            file: Some(BackupFile { name: "a.backup".to_owned(), bytes: 1 }),
            verified: finished.then_some((at, Verification::Restored)),
            error: None,
            deleted_at: None,
        }
    }

    #[test]
    fn a_run_succeeds_with_a_verified_file() {
        let (ended, open) = (run(true), run(false));
        let soon = open.started_at + TimeDelta::minutes(1);
        assert_eq!((ended.state(soon), open.state(soon)), (RunState::Succeeded, RunState::Running));
        assert_eq!(open.state(open.started_at + ABANDONED_AFTER), RunState::Failed, "it was broken off");
        assert_eq!(BackupRun { verified: None, ..run(true) }.state(soon), RunState::Failed);
        assert_eq!(BackupRun { error: Some("x".to_owned()), ..run(true) }.state(soon), RunState::Failed);
    }

    #[test]
    fn an_error_is_kept_in_its_bounds() {
        assert_eq!(BackupFailure(String::new()).text(), "unknown");
        assert_eq!(BackupFailure("é".repeat(2_000)).text().chars().count(), LONGEST_ERROR);
    }

    fn backups(in_order: &[bool]) -> Vec<KeptBackup> {
        let backup = |(number, is_in_order): (i64, &bool)| KeptBackup {
            run: BackupRunId(number),
            file: format!("{number}.backup"),
            is_in_order: *is_in_order,
        };
        (0..).zip(in_order).map(backup).collect()
    }

    #[test]
    fn the_oldest_go() {
        let gone = surplus(&backups(&[true, true, true, true]), 2);
        assert_eq!(gone.iter().map(|backup| backup.run.0).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn the_last_one_in_order_stays_whatever_its_age() {
        let gone = surplus(&backups(&[false, false, false, true, true]), 2);
        assert_eq!(gone.iter().map(|backup| backup.run.0).collect::<Vec<_>>(), [2, 4]);
    }

    proptest! {
        #[test]
        fn one_in_order_always_remains(in_order in prop::collection::vec(any::<bool>(), 0..30), keep in 1_usize..20) {
            let all = backups(&in_order);
            let gone = surplus(&all, keep);
            let remains = all.iter().filter(|backup| !gone.contains(backup));
            prop_assert_eq!(remains.clone().any(|backup| backup.is_in_order), in_order.contains(&true));
            prop_assert!(remains.count() <= keep + 1);
        }
    }
}
