//! The backups of the schedule: in a folder, or in the bucket of the pictures.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adapter_postgres::Postgres;
use adapter_storage::BackupBucket;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::backups::backup_run::{BackupFailure, BackupFile, BackupMaker, Verification};
use domain::images::ports::ImageStore;
use domain::shared::ports::Clock;

use super::progress::Progress;
use super::verify::{Proof, verify};
use super::write::write;
use crate::CommandError;
use crate::config::Config;
use crate::config::backup::BackupDestination;
use crate::config::images::ImageConfig;
use crate::wiring::adapters::Adapters;

/// Makes backups of the open shop.
pub(crate) struct ScheduledBackups {
    config: Config,
    postgres: Arc<Postgres>,
    images: Arc<dyn ImageStore>,
    clock: Arc<dyn Clock>,
    place: Place,
}

enum Place {
    Folder(PathBuf),
    /// A bucket, and the folder in which a file is while it is uploaded or checked.
    Bucket(BackupBucket, PathBuf),
}

impl ScheduledBackups {
    /// Backups in the configured place; `None` without one.
    ///
    /// # Errors
    /// When the settings of the bucket are refused.
    pub(crate) fn new(config: &Config, adapters: &Adapters) -> Result<Option<Self>, CommandError> {
        let place = match (&config.backup.to, &config.images) {
            (Some(BackupDestination::Folder(folder)), _) => Place::Folder(folder.clone()),
            (Some(BackupDestination::Bucket), ImageConfig::Bucket(settings)) => {
                Place::Bucket(BackupBucket::new(settings.clone())?, config.data_dir.join("backup-transfer"))
            }
            _ => return Ok(None),
        };
        Ok(Some(Self {
            config: config.clone(),
            postgres: adapters.postgres.clone(),
            images: adapters.images.clone(),
            clock: adapters.clock.clone(),
            place,
        }))
    }

    async fn written(&self, now: DateTime<Utc>) -> Result<BackupFile, CommandError> {
        let name = format!("shop-{}.backup", now.format("%Y-%m-%dT%H%M%SZ"));
        let file = self.place.local(&name)?;
        let shop = (&self.config, &*self.postgres, &*self.images, &*self.clock);
        let written = write(shop, &file, self.config.backup.passphrase.as_ref(), &mut Progress::silent()).await?;
        for missing in &written.missing {
            tracing::warn!(picture = missing, "a picture is shown and is not in the image store: it is not in the backup");
        }
        if written.second_factors_left_out > 0 {
            let left_out = written.second_factors_left_out;
            tracing::warn!(left_out, "the backup is not encrypted and has no second factors: set BACKUP_PASSPHRASE");
        }
        if let Place::Bucket(bucket, _) = &self.place {
            let uploaded = bucket.upload(&name, &file).await;
            remove(&file)?;
            uploaded?;
        }
        Ok(BackupFile { name, bytes: written.bytes })
    }

    async fn verified(&self, name: &str) -> Result<Verification, CommandError> {
        let file = self.place.local(name)?;
        if let Place::Bucket(bucket, _) = &self.place {
            bucket.download(name, &file).await?;
        }
        let passphrase = self.config.backup.passphrase.clone();
        let verified = verify(&self.config, &*self.clock, &file, passphrase, &mut Progress::silent()).await;
        if let Place::Bucket(..) = &self.place {
            remove(&file)?;
        }
        Ok(match verified?.1 {
            Proof::Restored => Verification::Restored,
            Proof::Checksums => Verification::Checksums,
        })
    }

    async fn deleted(&self, name: &str) -> Result<(), CommandError> {
        match &self.place {
            Place::Folder(folder) => remove(&folder.join(name)),
            Place::Bucket(bucket, _) => Ok(bucket.delete(name).await?),
        }
    }
}

impl Place {
    /// The path of a backup on this machine; its folder is made when it is missing, for its owner alone.
    fn local(&self, name: &str) -> Result<PathBuf, CommandError> {
        let (Self::Folder(folder) | Self::Bucket(_, folder)) = self;
        let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
        Ok(folder.join(name))
    }
}

/// Deletes a file; a missing one changes nothing.
fn remove(file: &Path) -> Result<(), CommandError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(format!("{} cannot be deleted: {error}", file.display()).into()),
        _ => Ok(()),
    }
}

#[async_trait]
impl BackupMaker for ScheduledBackups {
    async fn write(&self, now: DateTime<Utc>) -> Result<BackupFile, BackupFailure> {
        self.written(now).await.map_err(|error| failure(&error))
    }

    async fn verify(&self, file: &str) -> Result<Verification, BackupFailure> {
        self.verified(file).await.map_err(|error| failure(&error))
    }

    async fn delete(&self, file: &str) -> Result<(), BackupFailure> {
        self.deleted(file).await.map_err(|error| failure(&error))
    }
}

/// An error with its causes.
fn failure(error: &CommandError) -> BackupFailure {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    let text: Vec<String> = std::iter::once(error.to_string()).chain(causes.map(ToString::to_string)).collect();
    BackupFailure(text.join(": "))
}
