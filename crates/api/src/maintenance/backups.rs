//! The scheduled backup.

use std::sync::Arc;

use application::backups::run_backups;
use application::backups::run_backups::{BackupDone, RunBackups};

use crate::backup::maker::ScheduledBackups;
use crate::config::Config;
use crate::wiring::adapters::Adapters;

/// The schedule, if a place is configured and can be used.
pub(super) fn of(config: &Config, adapters: &Adapters) -> Option<RunBackups> {
    match ScheduledBackups::new(config, adapters) {
        Ok(maker) => run_backups(&adapters.ports(config), Arc::new(maker?)),
        Err(error) => {
            tracing::error!("no backups are made: {error}");
            None
        }
    }
}

/// Makes the backup, if one is due. False when that fails.
pub(super) async fn run(backups: &RunBackups) -> bool {
    match backups.run().await {
        Ok(None) => true,
        Ok(Some(BackupDone { outcome, deleted, not_deleted })) => {
            let is_made = outcome.is_ok();
            match outcome {
                Ok((file, verification)) => {
                    tracing::info!(file = file.name, bytes = file.bytes, verification = verification.as_str(), deleted, "made a backup");
                }
                Err(failure) => tracing::error!("the backup failed: {failure}"),
            }
            for (file, failure) in not_deleted {
                tracing::warn!(file, "a surplus backup was not deleted: {failure}");
            }
            is_made
        }
        Err(error) => {
            super::report("the runs of backups were not read", &error);
            false
        }
    }
}
