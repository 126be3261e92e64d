//! The folder of a cluster: its layout, its owner, and the version that created it.
//!
//! ```text
//! lock           held by the owning process; the kernel frees it even when that is killed
//! postgres.log   the server's log (the one before it is postgres.log.1)
//! pg/            PostgreSQL's data
//! run/           the Unix socket
//! ```

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use crate::{Error, run_as::RunAs};

/// The time for which the lock of a killed predecessor may remain.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
/// A log longer than this is put aside at the next start.
const LOG_BYTES: u64 = 10 << 20;

/// A data folder that this process owns as long as the value lives.
#[derive(Debug)]
pub(crate) struct DataFolder {
    root: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Makes the folder when it is missing and takes possession of it.
    ///
    /// # Errors
    /// [`Error::InUse`] when another owner does not release it within five seconds.
    pub(crate) fn claim(root: &Path) -> Result<Self, Error> {
        if let Some(parent) = root.parent() {
            fs::create_dir_all(parent).map_err(Error::io("create", parent))?;
        }
        private_folder(root)?;
        // The server is recognised by this path, so it must not depend on how the caller wrote it.
        let root = root.canonicalize().map_err(Error::io("open", root))?;
        let lock = take_lock(&root)?;
        Ok(Self { root, _lock: lock })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.root.join("pg")
    }

    pub(crate) fn run(&self) -> PathBuf {
        self.root.join("run")
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.root.join("postgres.log")
    }

    /// The major version the data was made with; none before there is data.
    pub(crate) fn made_with(&self) -> Result<Option<u32>, Error> {
        let path = self.data().join("PG_VERSION");
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(Error::io("read", &path))?,
        };
        let unreadable = |error| Error::io("understand", &path)(io::Error::new(io::ErrorKind::InvalidData, error));
        text.trim().parse().map(Some).map_err(unreadable)
    }

    /// User and group of the data, or before there is data of the folder.
    pub(crate) fn owner(&self) -> Result<(u32, u32), Error> {
        let found = fs::metadata(self.data()).or_else(|_| fs::metadata(&self.root));
        let found = found.map_err(Error::io("read", &self.root))?;
        Ok((found.uid(), found.gid()))
    }

    /// Gives the folder to the identity under which PostgreSQL runs.
    pub(crate) fn hand_to(&self, run_as: RunAs) -> Result<(), Error> {
        run_as.check_way_to(&self.root)?;
        run_as.take(&self.root)?;
        run_as.take(&self.root.join("lock"))?;
        let (owner, _) = self.owner()?;
        let foreign = matches!(run_as, RunAs::Account { uid, .. } if uid != owner);
        if foreign && self.data().is_dir() { run_as.take_all(&self.data()) } else { Ok(()) }
    }

    /// Opens the log for appending, with an overlong one put aside first.
    pub(crate) fn open_log(&self, run_as: RunAs) -> Result<File, Error> {
        let path = self.log();
        if fs::metadata(&path).is_ok_and(|log| log.len() > LOG_BYTES) {
            fs::rename(&path, self.root.join("postgres.log.1")).map_err(Error::io("rename", &path))?;
        }
        let log = OpenOptions::new().create(true).append(true).open(&path).map_err(Error::io("open", &path))?;
        run_as.take(&path)?;
        Ok(log)
    }
}

/// Makes a folder that only its owner may enter; one that exists is left as it is.
pub(crate) fn private_folder(path: &Path) -> Result<(), Error> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made.map_err(Error::io("create", path)),
    }
}

fn take_lock(root: &Path) -> Result<File, Error> {
    let path = root.join("lock");
    let mut lock = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(Error::io("open", &path))?;
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_PATIENCE => {
                thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(Error::InUse { data_dir: root.to_owned(), owner: holder(&mut lock) });
            }
            Err(TryLockError::Error(error)) => return Err(Error::io("lock", &path)(error)),
        }
    }
    // For error messages, and for clearing the folders of killed processes.
    lock.set_len(0).and_then(|()| write!(lock, "{}", std::process::id())).map_err(Error::io("write", &path))?;
    Ok(lock)
}

fn holder(lock: &mut File) -> String {
    let mut text = String::new();
    match lock.read_to_string(&mut text) {
        Ok(1..) => format!("process {text}"),
        _ => "another process".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_owner_at_a_time_and_names_it() {
        let parent = tempfile::tempdir().unwrap();
        let root = parent.path().join("deep/data");
        let first = DataFolder::claim(&root).unwrap();
        let error = DataFolder::claim(&root).unwrap_err().to_string();
        assert!(error.contains(&format!("in use by process {}", std::process::id())), "{error}");
        drop(first);
        DataFolder::claim(&root).unwrap();
    }

    #[test]
    fn a_new_folder_is_private() {
        let parent = tempfile::tempdir().unwrap();
        let root = parent.path().join("data");
        DataFolder::claim(&root).unwrap();
        assert_eq!(fs::metadata(root).unwrap().mode() & 0o777, 0o700);
    }

    #[test]
    fn the_version_is_read_from_the_data() {
        let parent = tempfile::tempdir().unwrap();
        let folder = DataFolder::claim(parent.path()).unwrap();
        assert_eq!(folder.made_with().unwrap(), None);
        fs::create_dir(folder.data()).unwrap();
        fs::write(folder.data().join("PG_VERSION"), "15\n").unwrap();
        assert_eq!(folder.made_with().unwrap(), Some(15));
        fs::write(folder.data().join("PG_VERSION"), "?").unwrap();
        assert!(folder.made_with().is_err());
    }

    #[test]
    fn an_overlong_log_is_put_aside() {
        let parent = tempfile::tempdir().unwrap();
        let folder = DataFolder::claim(parent.path()).unwrap();
        folder.open_log(RunAs::Direct).unwrap().set_len(LOG_BYTES + 1).unwrap();
        assert_eq!(folder.open_log(RunAs::Direct).unwrap().metadata().unwrap().len(), 0);
        assert_eq!(fs::metadata(folder.root().join("postgres.log.1")).unwrap().len(), LOG_BYTES + 1);
    }
}
