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
    let question = "Passphrase of the backup (it is shown while you type; BACKUP_PASSPHRASE is not):";
    let passphrase = ask(config, question).await?;
    passphrase.ok_or_else(|| "a passphrase is needed: set BACKUP_PASSPHRASE, or write it to standard input".into())
}

/// The same, or `None` where the line is empty.
///
/// # Errors
/// When it is too short.
pub(crate) async fn offered(config: &Config) -> Result<Option<Passphrase>, CommandError> {
    let question = "Passphrase of the backup (it is shown while you type; BACKUP_PASSPHRASE is not). \
        Leave it empty for a file that is not encrypted and has no second factors:";
    ask(config, question).await
}

async fn ask(config: &Config, question: &str) -> Result<Option<Passphrase>, CommandError> {
    if let Some(passphrase) = &config.backup.passphrase {
        return Ok(Some(passphrase.clone()));
    }
    if stdin().is_terminal() {
        to_stderr(question);
    }
    let line = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        stdin().read_line(&mut line).map(|_| line)
    });
    let line = line.await??;
    if line.trim().is_empty() {
        return Ok(None);
    }
    Ok(Some(Passphrase::parse(line.trim()).map_err(|error| format!("the passphrase {error}"))?))
}
