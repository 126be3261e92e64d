//! The folder of an index: `<root>/<schema>-<catalogue>`, locked by one process.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use crate::index::schema::VERSION;

const LOCK: &str = "lock";

/// A folder that this process has locked. It may be deleted with all it has at any time: it is made again from the catalogue.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Locked until it is dropped, also when the process is killed.
    _lock: File,
}

impl Folder {
    /// Locks the folder of a catalogue and deletes folders that no one can use any more; `None` when another process has it.
    pub(crate) fn claim(root: &Path, catalogue: Uuid) -> io::Result<Option<Self>> {
        let path = root.join(name(VERSION, catalogue));
        fs::create_dir_all(&path)?;
        let Some(lock) = lock(&path)? else { return Ok(None) };
        let folder = Self { path, _lock: lock };
        for leftover in [folder.beside(), folder.former()] {
            remove(&leftover)?;
        }
        sweep(root, catalogue);
        Ok(Some(folder))
    }

    /// Where the index is.
    pub(crate) fn index(&self) -> PathBuf {
        self.path.join("index")
    }

    /// The file of stock and sales, which `persistence.rs` writes.
    pub(crate) fn levels(&self) -> PathBuf {
        self.path.join("levels")
    }

    /// Where another one is built.
    pub(crate) fn beside(&self) -> PathBuf {
        self.path.join("index.new")
    }

    /// Replaces the index by the one that was built beside it.
    pub(crate) fn swap(&self) -> io::Result<()> {
        remove(&self.former())?;
        fs::rename(self.index(), self.former())?;
        fs::rename(self.beside(), self.index())?;
        remove(&self.former())
    }

    fn former(&self) -> PathBuf {
        self.path.join("index.old")
    }
}

/// Deletes a folder with all it has, if it is there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn name(version: u32, catalogue: Uuid) -> String {
    format!("{version}-{catalogue}")
}

fn parse(name: &str) -> Option<(u32, Uuid)> {
    let (version, catalogue) = name.split_once('-')?;
    Some((version.parse().ok()?, Uuid::try_parse(catalogue).ok()?))
}

/// The lock of a folder; `None` when another process has it.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let path = folder.join(LOCK);
    let file = File::options().create(true).truncate(false).write(true).open(&path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    // Another process may have deleted the folder between the two calls: then this file is not the one in the folder.
    let same = |present: fs::Metadata, locked: fs::Metadata| (present.dev(), present.ino()) == (locked.dev(), locked.ino());
    Ok(if same(fs::metadata(&path)?, file.metadata()?) { Some(file) } else { None })
}

/// Deletes the folders of other catalogues and of older schemas. Those in use stay, and so does one of a newer schema: the program
/// was replaced by an older one for a while. A folder that cannot be deleted costs space alone.
fn sweep(root: &Path, catalogue: Uuid) {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        let Some((version, of)) = entry.file_name().to_str().and_then(parse) else { continue };
        if of == catalogue && version >= VERSION {
            continue;
        }
        let deleted = lock(&entry.path()).and_then(|lock| lock.map_or(Ok(()), |_lock| remove(&entry.path())));
        if let Err(error) = deleted {
            tracing::warn!(%error, folder = %entry.path().display(), "an outdated search index cannot be deleted");
        }
    }
}
