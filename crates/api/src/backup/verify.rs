//! Proving a backup: restored into a scratch database, with every rule of the shop checked there.

use std::path::Path;

use adapter_postgres::{Finding, Postgres, Settled};
use backup_file::Passphrase;
use domain::shared::ports::Clock;

use super::contents::Contents;
use super::database::few_connections;
use super::keys::KeysToKeep;
use super::progress::Progress;
use super::restore::Load;
use super::scratch::Scratch;
use crate::CommandError;
use crate::config::Config;

/// How a backup was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// It was restored, and the doctor found everything in order.
    Restored,
    /// Its checksums alone: the role of the database may not make another database.
    Checksums,
}

/// Verifies a file.
///
/// # Errors
/// When it is damaged, is not restored, or the doctor finds something.
pub(crate) async fn verify(
    config: &Config,
    clock: &dyn Clock,
    path: &Path,
    passphrase: Option<Passphrase>,
    progress: &mut Progress,
) -> Result<(Contents, Proof), CommandError> {
    let contents = Contents::check(path, passphrase.clone()).await?;
    let Some(scratch) = Scratch::make(config).await? else { return Ok((contents, Proof::Checksums)) };
    let url = scratch.url();
    let load = Load {
        path,
        passphrase,
        contents: &contents,
        url: &url,
        images: None,
        store_was_empty: false,
        keys: (KeysToKeep::none(), config),
        times: Settled { snapshot_at: contents.snapshot_at, now: clock.now() },
    };
    let checked = match load.run(progress).await {
        Ok(()) => doctor(&url).await,
        Err(error) => Err(error),
    };
    progress.end();
    let removed = scratch.remove().await;
    let findings = checked?;
    removed?;
    match findings.first() {
        None => Ok((contents, Proof::Restored)),
        Some(first) => {
            Err(format!("{} things in the backup are not in order; the first is: {}: {}", findings.len(), first.rule, first.detail).into())
        }
    }
}

async fn doctor(url: &str) -> Result<Vec<Finding>, CommandError> {
    Ok(Postgres::connect(url, few_connections()).await?.check_invariants().await?)
}
