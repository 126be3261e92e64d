//! The first reading of a backup, before anything is changed: every byte is checked, and what the file has is noted.

use std::path::Path;

use adapter_postgres::{SequenceState, TableShape};
use backup_file::{BackupReader, Passphrase};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;

use super::manifest::{FORMAT, Keys, Manifest, Summary, part};
use super::parts;
use crate::CommandError;

/// What a backup has.
#[derive(Clone)]
pub(crate) struct Contents {
    /// The version of the program that wrote it.
    pub(crate) program: String,
    /// The moment of the snapshot.
    pub(crate) snapshot_at: DateTime<Utc>,
    /// The migrations of its tables.
    pub(crate) migrations: Vec<String>,
    pub(crate) tables: Vec<TableShape>,
    /// The number of rows of each table.
    pub(crate) rows: Vec<u64>,
    /// Where the sequences stood.
    pub(crate) sequences: Vec<SequenceState>,
    /// The number of pictures.
    pub(crate) pictures: u64,
    /// Pictures that were not in the store.
    pub(crate) missing_pictures: Vec<String>,
    /// The number of second factors that are not in it, because it is not encrypted.
    pub(crate) second_factors_left_out: u64,
    /// The keys, in an encrypted file.
    pub(crate) keys: Option<Keys>,
    /// The number of parts.
    pub(crate) parts: u64,
}

impl Contents {
    /// Reads a whole file.
    ///
    /// # Errors
    /// [`backup_file::ReadError`] for a file that is damaged, cut short, or needs another passphrase; a sentence for one of a newer release.
    pub(crate) async fn check(path: &Path, passphrase: Option<Passphrase>) -> Result<Self, CommandError> {
        let path = path.to_owned();
        tokio::task::spawn_blocking(move || {
            let mut reader = parts::open(&path, passphrase.as_ref())?;
            Self::read(&mut reader)
        })
        .await?
    }

    fn read(reader: &mut BackupReader<std::fs::File>) -> Result<Self, CommandError> {
        let first = reader.next_part()?.filter(|first| first.name == part::MANIFEST).ok_or("the backup has no manifest")?;
        let manifest = manifest_of(&first.bytes)?;
        let (mut keys, mut summary, mut parts) = (None, None, 1_u64);
        while let Some(next) = reader.next_part()? {
            parts += 1;
            match next.name.as_str() {
                part::KEYS => keys = Some(json(&next.bytes)?),
                part::SUMMARY => summary = Some(json::<Summary>(&next.bytes)?),
                _ => {}
            }
        }
        let summary = summary.filter(|summary| summary.rows.len() == manifest.tables.len()).ok_or("the backup has no summary")?;
        Ok(Self {
            program: manifest.program,
            snapshot_at: manifest.snapshot_at,
            migrations: manifest.migrations,
            tables: manifest.tables.iter().map(TableShape::from).collect(),
            rows: summary.rows,
            sequences: summary.sequences.iter().map(SequenceState::from).collect(),
            pictures: summary.pictures,
            missing_pictures: summary.missing_pictures,
            second_factors_left_out: summary.second_factors_left_out,
            keys,
            parts,
        })
    }
}

/// Reads the version before the rest, which another version may write in another way.
fn manifest_of(bytes: &[u8]) -> Result<Manifest, CommandError> {
    let any: serde_json::Value = json(bytes)?;
    match any.get("format").and_then(serde_json::Value::as_u64) {
        Some(format) if format <= u64::from(FORMAT) => json(bytes),
        Some(format) => {
            Err(format!("the backup is of a newer release: its format is {format}, and this program reads up to {FORMAT}").into())
        }
        None => Err("the manifest of the backup has no format".into()),
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CommandError> {
    Ok(serde_json::from_slice(bytes).map_err(|error| format!("a part of the backup is not what this program writes: {error}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_format_is_refused_by_its_number() {
        let newer = manifest_of(br#"{"format": 2, "anything": []}"#).unwrap_err().to_string();
        assert!(newer.contains("newer release"), "{newer}");
        assert!(manifest_of(b"{}").is_err());
        let known = br#"{"format": 1, "program": "x", "snapshotAt": "2026-11-24T02:30:00Z", "migrations": [], "tables": []}"#;
        assert_eq!(manifest_of(known).unwrap().program, "x");
    }
}
