//! Use cases of scheduled backups.

pub mod run_backups;
pub mod show_backups;

use std::sync::Arc;

use domain::backups::backup_run::BackupMaker;

use self::run_backups::RunBackups;
use self::show_backups::ShowBackups;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The use cases of backups that the HTTP interface serves.
    BackupUseCases(ports) {
        show_backups: ShowBackups = ShowBackups {
            runs: ports.backup_runs.clone(),
            hold: ports.mail_hold.clone(),
            clock: ports.clock.clone(),
            schedule: ports.settings.backups.clone(),
        },
    }
}

/// Runs the schedule, which the server alone does; `None` where no place is configured.
#[must_use]
pub fn run_backups(ports: &Ports, maker: Arc<dyn BackupMaker>) -> Option<RunBackups> {
    let schedule = ports.settings.backups.clone()?;
    Some(RunBackups { runs: ports.backup_runs.clone(), maker, clock: ports.clock.clone(), calendar: ports.settings.calendar, schedule })
}
