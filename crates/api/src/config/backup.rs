//! Backups (`BACKUP_*`): the passphrase, and the schedule.

use std::path::PathBuf;

use backup_file::Passphrase;
use chrono::NaiveTime;
use domain::backups::schedule::BackupSchedule;

use crate::config::images::ImageConfig;
use crate::config::reader::EnvReader;

/// The most backups that are kept.
const MOST_KEPT: usize = 1_000;

/// The passphrase and the schedule of backups.
#[derive(Clone, Debug)]
pub(crate) struct BackupConfig {
    /// Encrypts backups and opens them.
    pub(crate) passphrase: Option<Passphrase>,
    /// Where scheduled backups go; none are made without it.
    pub(crate) to: Option<BackupDestination>,
    /// When they are made, by the shop's clocks.
    pub(crate) at: NaiveTime,
    /// The number of backups that are kept.
    pub(crate) keep: usize,
}

impl BackupConfig {
    /// The schedule, if a place is configured.
    pub(crate) fn schedule(&self, images: &ImageConfig) -> Option<BackupSchedule> {
        let place = match (self.to.as_ref()?, images) {
            (BackupDestination::Folder(folder), _) => folder.display().to_string(),
            (BackupDestination::Bucket, ImageConfig::Bucket(settings)) => format!("the bucket {}", settings.bucket),
            (BackupDestination::Bucket, ImageConfig::Folder) => return None,
        };
        Some(BackupSchedule { at: self.at, keep: self.keep, place })
    }
}

/// Where scheduled backups go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BackupDestination {
    Folder(PathBuf),
    /// Below `backups/` in the bucket of the pictures.
    Bucket,
}

impl<G: Fn(&str) -> Option<String>> EnvReader<G> {
    /// The backups of a shop with this image store.
    pub(crate) fn backup(&mut self, images: &ImageConfig) -> Option<BackupConfig> {
        let passphrase = self.optional("BACKUP_PASSPHRASE", Passphrase::parse);
        let to = self
            .raw("BACKUP_TO")
            .map(|to| if to == "bucket" { BackupDestination::Bucket } else { BackupDestination::Folder(PathBuf::from(to)) });
        if to == Some(BackupDestination::Bucket) && matches!(images, ImageConfig::Folder) {
            self.mistakes.add("BACKUP_TO", "is bucket, and S3_BUCKET is not set");
        }
        let at =
            self.parsed("BACKUP_AT", "02:30", |text| NaiveTime::parse_from_str(text, "%H:%M").map_err(|_| "must be a time such as 02:30"));
        let keep = self.parsed("BACKUP_KEEP", "14", |text| {
            text.parse().ok().filter(|keep| (1..=MOST_KEPT).contains(keep)).ok_or("must be a number from 1 to 1000")
        });
        Some(BackupConfig { passphrase, to, at: at?, keep: keep? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn read(set: &[(&str, &str)]) -> Result<BackupConfig, String> {
        let get = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        Config::from_env(get).map(|config| config.backup).map_err(|mistakes| mistakes.to_string())
    }

    #[test]
    fn backups_are_kept_fourteen_days_at_half_past_two_where_a_place_is_named() {
        let config = read(&[]).unwrap();
        assert_eq!((config.to, config.at.to_string().as_str(), config.keep), (None, "02:30:00", 14));
        let config = read(&[("BACKUP_TO", "/var/backups"), ("BACKUP_AT", "23:05"), ("BACKUP_KEEP", "3")]).unwrap();
        assert_eq!((config.to, config.keep), (Some(BackupDestination::Folder(PathBuf::from("/var/backups"))), 3));
        assert_eq!(config.at.to_string(), "23:05:00");
        let bucket = [("BACKUP_TO", "bucket"), ("S3_BUCKET", "pictures")];
        assert_eq!(read(&bucket).unwrap().to, Some(BackupDestination::Bucket));
    }

    #[test]
    fn each_mistake_is_named() {
        for (name, value) in
            [("BACKUP_TO", "bucket"), ("BACKUP_AT", "25:00"), ("BACKUP_AT", "2am"), ("BACKUP_KEEP", "0"), ("BACKUP_PASSPHRASE", "short")]
        {
            let mistakes = read(&[(name, value)]).unwrap_err();
            assert!(mistakes.contains(name), "{value}: {mistakes}");
        }
    }
}
