//! Making the scheduled backup, proving it, and deleting those that are not kept.

use std::sync::Arc;

use domain::backups::backup_run::surplus;
use domain::backups::backup_run::{BackupFailure, BackupFile, BackupMaker, BackupRunId, BackupRuns, Verification};
use domain::backups::schedule::BackupSchedule;
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::{Clock, PortError};

/// A run that ended.
#[derive(Debug)]
pub struct BackupDone {
    /// The file, and how it was proved; or why there is none.
    pub outcome: Result<(BackupFile, Verification), BackupFailure>,
    /// The number of files that were deleted.
    pub deleted: usize,
    /// Files that were to be deleted, and why they were not.
    pub not_deleted: Vec<(String, BackupFailure)>,
}

#[derive(Clone)]
pub struct RunBackups {
    pub(super) runs: Arc<dyn BackupRuns>,
    pub(super) maker: Arc<dyn BackupMaker>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) calendar: ShopCalendar,
    pub(super) schedule: BackupSchedule,
}

impl RunBackups {
    /// Makes the backup that is due; `None` where none is, or another instance makes it.
    ///
    /// # Errors
    /// [`PortError`] when the runs cannot be read or written.
    pub async fn run(&self) -> Result<Option<BackupDone>, PortError> {
        let now = self.clock.now();
        let Some(run) = self.runs.claim(self.schedule.due_at(now, self.calendar), now).await? else { return Ok(None) };
        let outcome = self.make(run).await?;
        let verification = outcome.as_ref().map(|(_, verification)| *verification).map_err(Clone::clone);
        self.runs.end(run, verification, self.clock.now()).await?;
        let (deleted, not_deleted) = self.clear_out().await?;
        Ok(Some(BackupDone { outcome, deleted, not_deleted }))
    }

    async fn make(&self, run: BackupRunId) -> Result<Result<(BackupFile, Verification), BackupFailure>, PortError> {
        let file = match self.maker.write(self.clock.now()).await {
            Ok(file) => file,
            Err(failure) => return Ok(Err(failure)),
        };
        self.runs.note_file(run, &file).await?;
        Ok(self.maker.verify(&file.name).await.map(|verification| (file, verification)))
    }

    async fn clear_out(&self) -> Result<(usize, Vec<(String, BackupFailure)>), PortError> {
        let (mut deleted, mut not_deleted) = (0, Vec::new());
        for backup in surplus(&self.runs.kept().await?, self.schedule.keep) {
            match self.maker.delete(&backup.file).await {
                Ok(()) => {
                    self.runs.note_deleted(backup.run, self.clock.now()).await?;
                    deleted += 1;
                }
                Err(failure) => not_deleted.push((backup.file, failure)),
            }
        }
        Ok((deleted, not_deleted))
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;
    use domain::backups::backup_run::KeptBackup;
    use domain::backups::backup_run::{MockBackupMaker, MockBackupRuns};
    use domain::shared::ports::MockClock;
    use mockall::predicate::eq;
    use testkit::moments;

    use super::*;

    const RUN: BackupRunId = BackupRunId(7);

    fn file() -> BackupFile {
        BackupFile { name: "new".to_owned(), bytes: 5 }
    }

    fn with(runs: MockBackupRuns, maker: MockBackupMaker) -> RunBackups {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(moments::now());
        let schedule = BackupSchedule { at: NaiveTime::MIN, keep: 1, place: "/backups".to_owned() };
        RunBackups { runs: Arc::new(runs), maker: Arc::new(maker), clock: Arc::new(clock), calendar: ShopCalendar::default(), schedule }
    }

    #[tokio::test]
    async fn nothing_is_made_before_it_is_due() {
        let mut runs = MockBackupRuns::new();
        runs.expect_claim().withf(|due, now| due <= now).once().returning(|_, _| Ok(None));
        assert!(with(runs, MockBackupMaker::new()).run().await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_backup_is_written_noted_proved_and_the_surplus_deleted() {
        let (mut runs, mut maker) = (MockBackupRuns::new(), MockBackupMaker::new());
        runs.expect_claim().returning(|_, _| Ok(Some(RUN)));
        maker.expect_write().once().returning(|_| Ok(file()));
        runs.expect_note_file().with(eq(RUN), eq(file())).once().returning(|_, _| Ok(()));
        maker.expect_verify().with(eq("new")).once().returning(|_| Ok(Verification::Restored));
        runs.expect_end().with(eq(RUN), eq(Ok(Verification::Restored)), eq(moments::now())).once().returning(|_, _, _| Ok(()));
        let kept = |run, file: &str| KeptBackup { run: BackupRunId(run), file: file.to_owned(), is_in_order: true };
        runs.expect_kept().returning(move || Ok(vec![kept(7, "new"), kept(6, "old"), kept(5, "older")]));
        maker.expect_delete().with(eq("old")).once().returning(|_| Err(BackupFailure("busy".to_owned())));
        maker.expect_delete().with(eq("older")).once().returning(|_| Ok(()));
        runs.expect_note_deleted().with(eq(BackupRunId(5)), eq(moments::now())).once().returning(|_, _| Ok(()));
        let done = with(runs, maker).run().await.unwrap().unwrap();
        assert_eq!((done.outcome, done.deleted), (Ok((file(), Verification::Restored)), 1));
        assert_eq!(done.not_deleted, [("old".to_owned(), BackupFailure("busy".to_owned()))]);
    }

    #[tokio::test]
    async fn a_failure_is_noted_and_keeps_its_file() {
        for fails_to_write in [true, false] {
            let (mut runs, mut maker) = (MockBackupRuns::new(), MockBackupMaker::new());
            let failure = || BackupFailure("the disk is full".to_owned());
            runs.expect_claim().returning(|_, _| Ok(Some(RUN)));
            maker.expect_write().returning(move |_| if fails_to_write { Err(failure()) } else { Ok(file()) });
            runs.expect_note_file().times(usize::from(!fails_to_write)).returning(|_, _| Ok(()));
            maker.expect_verify().returning(move |_| Err(failure()));
            runs.expect_end().with(eq(RUN), eq(Err(failure())), eq(moments::now())).once().returning(|_, _, _| Ok(()));
            runs.expect_kept().returning(|| Ok(Vec::new()));
            assert_eq!(with(runs, maker).run().await.unwrap().unwrap().outcome, Err(failure()));
        }
    }
}
