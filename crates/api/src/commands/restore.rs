//! `api restore FILE`: a shop from a backup, in an empty place.

use std::path::Path;
use std::time::Instant;

use adapter_postgres::Settled;
use backup_file::Passphrase;
use domain::shared::ports::Clock as _;

use crate::CommandError;
use crate::backup::contents::Contents;
use crate::backup::database::Place;
use crate::backup::keys::{Keys, KeysToKeep};
use crate::backup::passphrase;
use crate::backup::progress::Progress;
use crate::backup::restore::Load;
use crate::commands::backup::{is_encrypted, left_out};
use crate::config::Config;
use crate::config::images::ImageConfig;
use crate::process::telemetry::{say, to_stderr};
use crate::wiring::system::SystemClock;

/// Restores a shop. Its sessions are ended, its mails held, and the gateway asked for the attempts of the last seven days.
///
/// # Errors
/// When the file is damaged or newer, its passphrase missing or wrong, the place not empty, or the database, the image store or the disk
/// fails. Nothing is restored then.
pub(crate) async fn run(config: Config, file: &Path) -> Result<(), CommandError> {
    let passphrase = if is_encrypted(file)? { Some(passphrase::obtain(&config).await?) } else { None };
    let begun = Instant::now();
    let contents = Contents::check(file, passphrase.clone()).await?;
    check_folder(&config)?;
    let keys = KeysToKeep::of(&config, contents.keys.as_ref().unwrap_or(&Keys::default()))?;
    let place = Place::to_fill(&config).await?;
    let restored = load(&config, &place, (file, passphrase), &contents, keys).await;
    place.close().await?;
    restored?;
    report(&config, &contents, begun);
    Ok(())
}

async fn load(
    config: &Config,
    place: &Place,
    (path, passphrase): (&Path, Option<Passphrase>),
    contents: &Contents,
    keys: KeysToKeep,
) -> Result<(), CommandError> {
    let images = config.images.store(&config.data_dir)?;
    let times = Settled { snapshot_at: contents.snapshot_at, now: SystemClock.now() };
    let load = Load {
        path,
        passphrase,
        contents,
        url: &place.url,
        images: Some(&images),
        store_was_empty: matches!(config.images, ImageConfig::Folder),
        keys: (keys, config),
        times,
    };
    load.run(&mut Progress::on_stderr()).await
}

/// A folder of pictures must be empty. A bucket may have pictures: it may be the one from which they were backed up.
fn check_folder(config: &Config) -> Result<(), CommandError> {
    let folder = config.data_dir.join("images");
    let ImageConfig::Folder = &config.images else { return Ok(()) };
    let first = match std::fs::read_dir(&folder) {
        Ok(mut entries) => entries.next(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{} cannot be read: {error}", folder.display()).into()),
    };
    match first {
        None => Ok(()),
        Some(_) => Err(format!("{} has pictures. A backup is restored into an empty place only", folder.display()).into()),
    }
}

fn report(config: &Config, contents: &Contents, begun: Instant) {
    let moment = contents.snapshot_at.format("%Y-%m-%d %H:%M:%S UTC");
    let rows: u64 = contents.rows.iter().sum();
    say(&format!(
        "The shop is restored as it was at {moment}, in {} s: {rows} rows and {} pictures.",
        begun.elapsed().as_secs(),
        contents.pictures
    ));
    say("Everybody is signed out. Mails wait until `api outbox release`, or an owner, releases them: some may have been sent before.");
    if config.payments.is_some() {
        say("The payment gateway is asked for the attempts of the last seven days once the shop runs.");
    }
    if contents.keys.is_none() {
        to_stderr("The backup has no keys: links in mails that were sent before do not work any more.");
    }
    left_out(contents.second_factors_left_out);
    if !contents.missing_pictures.is_empty() {
        to_stderr(&format!("{} pictures were not in the image store when the backup was made.", contents.missing_pictures.len()));
    }
}
