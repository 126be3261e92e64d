//! `api backup FILE` and `api backup --verify FILE`.

use std::path::Path;
use std::time::Instant;

use backup_file::{BackupReader, ReadError};

use crate::CommandError;
use crate::backup::database::Place;
use crate::backup::passphrase;
use crate::backup::progress::{Progress, megabytes};
use crate::backup::verify::{Proof, verify};
use crate::backup::write::{Written, write};
use crate::config::Config;
use crate::process::telemetry::{say, to_stderr};
use crate::wiring::system::SystemClock;

/// Writes a backup of the shop, which may be open, to a file.
///
/// # Errors
/// When there is no shop, or the database, the image store or the disk fails. There is no file then.
pub(crate) async fn run(config: Config, file: &Path) -> Result<(), CommandError> {
    let place = Place::of_current_shop(&config).await?;
    let written = of_place(&config, &place, file).await;
    place.close().await?;
    report(file, &written?);
    Ok(())
}

async fn of_place(config: &Config, place: &Place, file: &Path) -> Result<Written, CommandError> {
    let postgres = place.connect().await?;
    let passphrase = match &config.backup.passphrase {
        Some(passphrase) => Some(passphrase.clone()),
        None if postgres.snapshot().await?.second_factors().await? > 0 => passphrase::offered(config).await?,
        None => None,
    };
    let images = config.images.store(&config.data_dir)?;
    write((config, &postgres, &images, &SystemClock), file, passphrase.as_ref(), &mut Progress::on_stderr()).await
}

fn report(file: &Path, written: &Written) {
    let Written { bytes, rows, pictures, missing, is_encrypted, second_factors_left_out, snapshot_at } = written;
    for name in missing {
        to_stderr(&format!("The picture {name} is shown and is not in the image store: it is not in the backup."));
    }
    say(&format!(
        "{} is the shop at {}: {rows} rows and {pictures} pictures, {}.",
        file.display(),
        snapshot_at.format("%Y-%m-%d %H:%M:%S UTC"),
        megabytes(*bytes)
    ));
    if !is_encrypted {
        to_stderr("Without BACKUP_PASSPHRASE a backup is not encrypted and has neither keys nor second factors.");
        left_out(*second_factors_left_out);
    }
}

/// Says whose second factors a file that is not encrypted does not have.
pub(crate) fn left_out(second_factors: u64) {
    if second_factors > 0 {
        to_stderr(&format!(
            "{second_factors} second factors are not in it: after a restore their owners sign in with the password alone, and set them up again \
             (staff of whom the settings require one reach nothing else until then)."
        ));
    }
}

/// Restores a file into a scratch database and runs the doctor on it. The shop is not touched.
///
/// # Errors
/// When the file is damaged, the passphrase is missing or wrong, or the doctor finds something.
pub(crate) async fn run_verify(config: Config, file: &Path) -> Result<(), CommandError> {
    let passphrase = if is_encrypted(file)? { Some(passphrase::obtain(&config).await?) } else { None };
    let begun = Instant::now();
    let (contents, proof) = verify(&config, &SystemClock, file, passphrase, &mut Progress::on_stderr()).await?;
    let (rows, tables) = (contents.rows.iter().sum::<u64>(), contents.tables.len());
    let moment = contents.snapshot_at.format("%Y-%m-%d %H:%M:%S UTC");
    let seconds = begun.elapsed().as_secs();
    say(&format!(
        "{} is whole: the shop at {moment}, {rows} rows of {tables} tables and {} pictures, written by version {}.",
        file.display(),
        contents.pictures,
        contents.program
    ));
    say(&match proof {
        Proof::Restored => format!("Restored into a scratch database in {seconds} s: everything is in order."),
        Proof::Checksums => {
            "Its checksums alone were checked: the role of DATABASE_URL may not create a database to restore it into.".to_owned()
        }
    });
    left_out(contents.second_factors_left_out);
    if !contents.missing_pictures.is_empty() {
        to_stderr(&format!("{} pictures were not in the image store when it was made.", contents.missing_pictures.len()));
    }
    Ok(())
}

/// Whether a file needs a passphrase.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn is_encrypted(file: &Path) -> Result<bool, CommandError> {
    let opened = std::fs::File::open(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    match BackupReader::open(opened, None) {
        Ok(_) => Ok(false),
        Err(ReadError::PassphraseNeeded) => Ok(true),
        Err(error) => Err(error.into()),
    }
}
