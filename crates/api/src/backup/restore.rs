//! Loading a backup whose every byte was checked before.

use std::path::Path;

use adapter_postgres::{BackupError, Restore, RowSink, Settled, TableLoad, TableShape};
use backup_file::{Part, Passphrase};
use domain::images::image::{ImageKey, ImageName, PictureWidth};
use domain::images::ports::{ImageStore, PutImageOutcome};

use super::contents::Contents;
use super::keys::KeysToKeep;
use super::manifest::part;
use super::parts::Parts;
use super::progress::Progress;
use crate::CommandError;
use crate::config::Config;

/// A backup to load, and where its parts go.
pub(crate) struct Load<'a> {
    pub(crate) path: &'a Path,
    pub(crate) passphrase: Option<Passphrase>,
    pub(crate) contents: &'a Contents,
    /// The address of an empty database.
    pub(crate) url: &'a str,
    /// The store of the pictures; without one they are read and left.
    pub(crate) images: Option<&'a dyn ImageStore>,
    /// Whether the store was empty: the pictures of a restore that fails are deleted only then, because others may have been there.
    pub(crate) store_was_empty: bool,
    /// The keys to keep, and the configuration that says where.
    pub(crate) keys: (KeysToKeep, &'a Config),
    /// The moments of the snapshot and of the restore.
    pub(crate) times: Settled,
}

impl Load<'_> {
    /// Makes the tables, loads rows and pictures, commits, and runs the migrations since.
    ///
    /// # Errors
    /// When the place is not empty, or the database, the image store or the disk fails. No row is committed then, and the pictures that
    /// were stored in an empty store are deleted again; an error of the migrations at the end leaves the restored shop.
    pub(crate) async fn run(self, progress: &mut Progress) -> Result<(), CommandError> {
        let mut restore = Restore::begin(self.url, &self.contents.migrations).await?;
        let tables = restore.tables(&self.contents.tables).await?;
        let mut stored = Vec::new();
        let loaded = self.parts(&tables, &mut stored, progress).await;
        let committed = match loaded {
            Ok(()) => self.commit(tables).await,
            Err(error) => {
                drop(tables);
                Err(error)
            }
        };
        if let Err(error) = committed {
            self.delete(stored).await;
            return Err(error);
        }
        progress.end();
        Ok(restore.bring_up_to_date().await?)
    }

    async fn parts(&self, tables: &TableLoad<'_>, stored: &mut Vec<ImageName>, progress: &mut Progress) -> Result<(), CommandError> {
        let mut parts = Parts::of(self.path, self.passphrase.clone());
        let (mut rows, mut read) = (Rows { tables, contents: self.contents, next: 0, open: None }, 0_u64);
        while let Some(next) = parts.next().await? {
            read += 1;
            progress.show(|| format!("{}: part {read} of {}", next.name, self.contents.parts));
            if let Some(rest) = next.name.strip_prefix(part::TABLES) {
                let table = rest.split('/').next().unwrap_or_default().to_owned();
                rows.take(&table, next.bytes).await?;
            } else {
                self.picture(next, stored).await?;
            }
        }
        rows.end().await
    }

    /// Stores a part that is a picture.
    async fn picture(&self, part: Part, stored: &mut Vec<ImageName>) -> Result<(), CommandError> {
        let (Some(path), Some(images)) = (part.name.strip_prefix(part::PICTURES), self.images) else { return Ok(()) };
        let key = key_of(path).ok_or_else(|| format!("{path} is not the name of a picture"))?;
        match images.put(&key, part.bytes).await? {
            PutImageOutcome::Stored => stored.push(key.name),
            PutImageOutcome::NameTaken => {
                return Err(format!("the image store has another picture {path}: a restore needs its own store").into());
            }
        }
        Ok(())
    }

    async fn commit(&self, tables: TableLoad<'_>) -> Result<(), CommandError> {
        let (keys, config) = &self.keys;
        // Before the rows, because rows without their keys cannot be read; keys without rows do no harm.
        let keys = keys.clone().write(config)?;
        Ok(tables.commit(&self.contents.sequences, &keys, self.times).await?)
    }

    async fn delete(&self, stored: Vec<ImageName>) {
        let Some(images) = self.images.filter(|_| self.store_was_empty) else { return };
        for name in stored {
            if let Err(error) = images.delete(&name).await {
                tracing::warn!(%error, %name, "a picture of the failed restore was not deleted");
            }
        }
    }
}

/// Loads the rows of one table after the other, in the order of the manifest.
struct Rows<'a> {
    tables: &'a TableLoad<'a>,
    contents: &'a Contents,
    /// The place of the next table.
    next: usize,
    open: Option<(&'a TableShape, u64, RowSink)>,
}

impl Rows<'_> {
    async fn take(&mut self, table: &str, bytes: Vec<u8>) -> Result<(), CommandError> {
        if self.open.as_ref().is_none_or(|(open, _, _)| open.name != table) {
            self.end_table().await?;
            let shape = self.contents.tables.get(self.next).filter(|shape| shape.name == table);
            let shape = shape.ok_or_else(|| format!("the rows of {table} are not where the manifest says"))?;
            let told = self.contents.rows.get(self.next).copied().unwrap_or_default();
            self.open = Some((shape, told, self.tables.table(shape).await?));
            self.next += 1;
        }
        match &mut self.open {
            Some((_, _, sink)) => Ok(sink.send(bytes).await?),
            None => Ok(()),
        }
    }

    async fn end_table(&mut self) -> Result<(), CommandError> {
        let Some((shape, told, sink)) = self.open.take() else { return Ok(()) };
        let loaded = sink.finish().await?;
        if loaded == told { Ok(()) } else { Err(BackupError::Rows { table: shape.name.clone(), loaded, told }.into()) }
    }

    async fn end(mut self) -> Result<(), CommandError> {
        self.end_table().await?;
        let missing = self.contents.tables.get(self.next);
        missing.map_or(Ok(()), |table| Err(format!("the backup has no rows of {}", table.name).into()))
    }
}

/// The picture of a part, by its name without the folder.
fn key_of(path: &str) -> Option<ImageKey> {
    let (width, name) = match path.split_once('/') {
        Some((width, name)) => (Some(PictureWidth::parse(width.strip_prefix('w')?.parse().ok()?).ok()?), name),
        None => (None, path),
    };
    Some(ImageKey { name: ImageName::parse(name).ok()?, width })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_names_a_picture_and_its_width() {
        let name = ImageName::parse("1700000000000-a.webp").unwrap();
        assert_eq!(key_of("1700000000000-a.webp"), Some(ImageKey::main(name.clone())));
        assert_eq!(key_of("w640/1700000000000-a.webp"), Some(ImageKey { name, width: Some(PictureWidth::W640) }));
        for wrong in ["w641/1700000000000-a.webp", "../1700000000000-a.webp", "w640/w640/1-a.webp", "passwd", ""] {
            assert_eq!(key_of(wrong), None, "{wrong}");
        }
    }
}
