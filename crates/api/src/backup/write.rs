//! Writing a backup of a shop that may be open.

use std::path::Path;

use adapter_postgres::{Postgres, SECOND_FACTOR_TABLES, Snapshot, TableShape};
use backup_file::Passphrase;
use chrono::{DateTime, Utc};
use domain::images::image::{ImageKey, ImageName};
use domain::images::ports::ImageStore;
use domain::shared::ports::Clock;
use serde::Serialize;

use super::file_writer::FileWriter;
use super::keys;
use super::manifest::{FORMAT, Manifest, Summary, Table, part};
use super::progress::{Progress, megabytes};
use crate::CommandError;
use crate::config::Config;

/// The bytes of rows that make a part: large enough to be compressed well, and small enough to hold a few.
const PART: usize = 4 << 20;

/// A backup that was written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// The size of the file in bytes.
    pub(crate) bytes: u64,
    /// The number of rows of all tables.
    pub(crate) rows: u64,
    /// The number of pictures.
    pub(crate) pictures: u64,
    /// Pictures that are shown and are not in the store.
    pub(crate) missing: Vec<String>,
    /// Whether it is encrypted, and has the keys.
    pub(crate) is_encrypted: bool,
    /// The number of second factors that are not in it, because it is not encrypted.
    pub(crate) second_factors_left_out: u64,
    /// The moment of the snapshot.
    pub(crate) snapshot_at: DateTime<Utc>,
}

/// Writes the shop to a file: all of its database at one moment, the pictures that it showed then, and its keys where there is a passphrase.
/// Without one the second factors are left out, so that a backup is always made.
///
/// # Errors
/// When the database, the image store or the disk fails. There is no file then.
pub(crate) async fn write(
    (config, postgres, images, clock): (&Config, &Postgres, &dyn ImageStore, &dyn Clock),
    path: &Path,
    passphrase: Option<&Passphrase>,
    progress: &mut Progress,
) -> Result<Written, CommandError> {
    let snapshot_at = clock.now();
    let snapshot = postgres.snapshot().await?;
    let keys = keys::of_shop(config, &snapshot).await?;
    // Their secrets are lost without the data key, and no secrets beside it: they stay out of a file that everybody can read.
    let second_factors_left_out = if passphrase.is_none() { snapshot.second_factors().await? } else { 0 };
    let time = u64::try_from(snapshot_at.timestamp()).unwrap_or_default();
    let mut file = FileWriter::begin(path, passphrase.cloned(), time);
    let tables: Vec<TableShape> = snapshot.tables().to_vec();
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        snapshot_at,
        migrations: snapshot.migrations().to_vec(),
        tables: tables.iter().map(Table::from).collect(),
    };
    file.part(part::MANIFEST.to_owned(), json(&manifest)?).await?;
    if passphrase.is_some() {
        file.part(part::KEYS.to_owned(), json(&keys)?).await?;
    }
    let left_out: &[&str] = if passphrase.is_none() { &SECOND_FACTOR_TABLES } else { &[] };
    let rows = write_rows(&snapshot, (&tables, left_out), &mut file, progress).await?;
    let (sequences, names) = (snapshot.sequences().await?, snapshot.pictures().await?);
    // Pictures do not change: the snapshot is not kept open for them.
    drop(snapshot);
    let (pictures, missing) = write_pictures(images, names, &mut file, progress).await?;
    let summary = Summary {
        rows,
        sequences: sequences.into_iter().map(Into::into).collect(),
        pictures,
        missing_pictures: missing.clone(),
        second_factors_left_out,
    };
    file.part(part::SUMMARY.to_owned(), json(&summary)?).await?;
    let bytes = file.finish().await?;
    progress.end();
    let (rows, is_encrypted) = (summary.rows.iter().sum(), passphrase.is_some());
    Ok(Written { bytes, rows, pictures, missing, is_encrypted, second_factors_left_out, snapshot_at })
}

/// Writes the rows of all tables but those left out, and answers their numbers.
async fn write_rows(
    snapshot: &Snapshot,
    (tables, left_out): (&[TableShape], &[&str]),
    file: &mut FileWriter,
    progress: &mut Progress,
) -> Result<Vec<u64>, CommandError> {
    // The tables on the disk are larger than their rows, so the estimate is a bound.
    let most = megabytes(snapshot.size().await?);
    let (mut counts, mut read) = (Vec::with_capacity(tables.len()), 0_u64);
    for table in tables {
        let is_left_out = left_out.contains(&table.name.as_str());
        let mut rows = if is_left_out { snapshot.no_rows(table).await? } else { snapshot.rows(table).await? };
        let (mut number, mut buffer) = (0_u32, Vec::with_capacity(PART));
        loop {
            let next = rows.next().await?;
            buffer.extend_from_slice(next.as_deref().unwrap_or_default());
            if buffer.len() >= PART || (next.is_none() && !buffer.is_empty()) {
                number += 1;
                read += u64::try_from(buffer.len()).unwrap_or_default();
                let full = std::mem::replace(&mut buffer, Vec::with_capacity(PART));
                file.part(format!("{}{}/{number:06}.copy.gz", part::TABLES, table.name), full).await?;
                progress.show(|| format!("rows of {}: {} of at most {most}", table.name, megabytes(read)));
            }
            if next.is_none() {
                break;
            }
        }
        counts.push(rows.count());
    }
    Ok(counts)
}

/// Writes pictures in all their widths, and answers their number and those that are not in the store.
async fn write_pictures(
    images: &dyn ImageStore,
    names: Vec<(String, bool)>,
    file: &mut FileWriter,
    progress: &mut Progress,
) -> Result<(u64, Vec<String>), CommandError> {
    let (mut written, mut missing, all) = (0_u64, Vec::new(), names.len());
    for (text, is_registered) in names {
        // The database found the names by their form.
        let Ok(name) = ImageName::parse(&text) else { continue };
        let mut is_kept = false;
        for key in ImageKey::all_of(&name) {
            if key.width.is_some() && !is_kept {
                break;
            }
            if let Some(picture) = images.get(&key).await? {
                is_kept = true;
                file.part(path_of(&key), picture.bytes).await?;
            }
        }
        if is_kept {
            written += 1;
        } else if is_registered {
            missing.push(text);
        }
        progress.show(|| format!("pictures: {written} of at most {all}"));
    }
    Ok((written, missing))
}

/// The name of the part of a picture.
fn path_of(key: &ImageKey) -> String {
    let width = key.width.map(|width| format!("w{}/", width.pixels())).unwrap_or_default();
    format!("{}{width}{}", part::PICTURES, key.name)
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, CommandError> {
    Ok(serde_json::to_vec_pretty(value)?)
}
