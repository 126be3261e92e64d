//! Where the passphrase comes from: `BACKUP_PASSPHRASE`, or a line of standard input.

use std::io::{IsTerminal as _, stdin};

use backup_file::Passphrase;

use crate::CommandError;
use crate::config::Config;
use crate::process::telemetry::to_stderr;

/// The passphrase of the configuration, or else the first line of standard input, which a terminal is asked for.
///
/// # Errors
/// When there is none, or it is too short.
pub(crate) async fn obtain(config: &Config) -> Result<Passphrase, CommandError> {
    if let Some(passphrase) = &config.backup.passphrase {
        return Ok(passphrase.clone());
    }
    if stdin().is_terminal() {
        to_stderr("Passphrase of the backup (it is shown while you type; BACKUP_PASSPHRASE is not):");
    }
    let line = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        stdin().read_line(&mut line).map(|_| line)
    });
    let line = line.await??;
    if line.trim().is_empty() {
        return Err("a passphrase is needed: set BACKUP_PASSPHRASE, or write it to standard input".into());
    }
    Ok(Passphrase::parse(line.trim()).map_err(|error| format!("the passphrase {error}"))?)
}
