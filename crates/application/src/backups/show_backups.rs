//! What the owner sees of backups.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::backups::backup_run::{BackupRun, BackupRuns, BackupSummary};
use domain::backups::schedule::{BackupSchedule, is_overdue};
use domain::messages::mail_hold::{HeldMails, MailHold};
use domain::shared::ports::Clock;

use crate::error::ReadError;

/// The most runs that are shown.
const SHOWN: usize = 30;

/// The backups of the shop.
#[derive(Clone, Debug)]
pub struct Backups {
    /// The schedule; `None` where no place is configured.
    pub schedule: Option<BackupSchedule>,
    /// The newest runs, the newest first.
    pub runs: Vec<BackupRun>,
    /// What all runs say.
    pub summary: BackupSummary,
    /// Whether the last backup in order is too old. Never so without a schedule.
    pub is_overdue: bool,
    /// The mails that are held since a restore.
    pub held_mails: Option<HeldMails>,
    /// The present moment.
    pub now: DateTime<Utc>,
}

impl Backups {
    /// The number of things that an owner has to look at: a failed run, an overdue backup, held mails.
    #[must_use]
    pub fn concerns(&self) -> u32 {
        let has_failed = self.schedule.is_some() && self.summary.last_failed;
        u32::from(has_failed || self.is_overdue) + u32::from(self.held_mails.is_some())
    }
}

#[derive(Clone)]
pub struct ShowBackups {
    pub(super) runs: Arc<dyn BackupRuns>,
    pub(super) hold: Arc<dyn MailHold>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) schedule: Option<BackupSchedule>,
}

impl ShowBackups {
    /// The schedule, the newest runs, and the mails that are held.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<Backups, ReadError> {
        let (runs, summary) = (self.runs.newest(SHOWN).await?, self.runs.summary().await?);
        let now = self.clock.now();
        let last = summary.last_in_order.map(|(at, _)| at);
        let is_overdue = self.schedule.is_some() && is_overdue(last, summary.first_run, now);
        Ok(Backups { schedule: self.schedule.clone(), runs, summary, is_overdue, held_mails: self.hold.held().await?, now })
    }
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveTime, TimeDelta};
    use domain::backups::backup_run::MockBackupRuns;
    use domain::messages::mail_hold::MockMailHold;
    use domain::shared::ports::MockClock;
    use testkit::moments;

    use super::*;

    async fn shown(schedule: bool, summary: BackupSummary, held: Option<HeldMails>) -> Backups {
        let (mut runs, mut hold, mut clock) = (MockBackupRuns::new(), MockMailHold::new(), MockClock::new());
        clock.expect_now().return_const(moments::now());
        runs.expect_newest().returning(|_| Ok(Vec::new()));
        runs.expect_summary().returning(move || Ok(summary.clone()));
        hold.expect_held().returning(move || Ok(held));
        let schedule = schedule.then(|| BackupSchedule { at: NaiveTime::MIN, keep: 1, place: "/backups".to_owned() });
        let show = ShowBackups { runs: Arc::new(runs), hold: Arc::new(hold), clock: Arc::new(clock), schedule };
        show.run().await.unwrap()
    }

    #[tokio::test]
    async fn an_old_backup_a_failure_and_held_mails_concern_the_owner() {
        let old = || BackupSummary { last_in_order: Some((moments::now() - TimeDelta::hours(27), 1)), ..BackupSummary::default() };
        let held = HeldMails { since: moments::now(), snapshot_at: moments::now(), waiting: 2 };
        assert_eq!(shown(true, BackupSummary::default(), None).await.concerns(), 0);
        assert!(shown(true, old(), None).await.is_overdue);
        assert_eq!(shown(true, old(), Some(held)).await.concerns(), 2);
        assert_eq!(shown(true, BackupSummary { last_failed: true, ..old() }, None).await.concerns(), 1);
        assert_eq!(shown(false, old(), None).await.concerns(), 0, "without a schedule nothing is overdue");
    }
}
