//! Folders of throwaway clusters: their location, and the removal of those of killed processes.

use std::{
    env,
    fs::{self, DirBuilder, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use rustix::process::geteuid;

use crate::{Error, postmaster};

/// The memory that a test cluster may need: its log alone grows to 1 GB.
const ROOM_BYTES: u64 = 2 << 30;
const PREFIX: &str = "embedded-postgres-";

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Creates a new folder for a throwaway cluster, after removing abandoned ones.
///
/// # Errors
/// [`Error::Io`] when the folder cannot be made.
pub(crate) fn create() -> Result<PathBuf, Error> {
    let memory = Path::new("/dev/shm");
    if has_room(memory)
        && let Ok(folder) = create_in(memory)
    {
        return Ok(folder);
    }
    create_in(&env::temp_dir())
}

fn has_room(folder: &Path) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|fs| fs.f_bavail.saturating_mul(fs.f_frsize) >= ROOM_BYTES)
}

fn create_in(parent: &Path) -> Result<PathBuf, Error> {
    clear_leftovers(parent);
    loop {
        let path = parent.join(format!("{PREFIX}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path.clone()).map_err(Error::io("create", path)),
        }
    }
}

/// Removes abandoned folders: those whose lock is free and on which no server runs.
fn clear_leftovers(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let ours = entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
        if ours && is_abandoned(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_abandoned(folder: &Path) -> bool {
    // The place is shared: only folders of this user are removed (or those that root gave away).
    let Ok(found) = fs::symlink_metadata(folder) else { return false };
    if !found.is_dir() || (found.uid() != geteuid().as_raw() && !geteuid().is_root()) {
        return false;
    }
    let Ok(lock) = OpenOptions::new().read(true).open(folder.join("lock")) else { return false };
    // Empty: its maker is about to take it.
    let taken_once = lock.metadata().is_ok_and(|lock| lock.len() > 0);
    taken_once && lock.try_lock().is_ok() && postmaster::running(&folder.join("pg")).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_folder::DataFolder;

    #[test]
    fn only_abandoned_folders_are_cleared() {
        let parent = tempfile::tempdir().unwrap();
        let abandoned = create_in(parent.path()).unwrap();
        drop(DataFolder::claim(&abandoned).unwrap());
        let unclaimed = parent.path().join(format!("{PREFIX}0-0"));
        fs::create_dir(&unclaimed).unwrap();
        let other = parent.path().join("something-else");
        drop(DataFolder::claim(&other).unwrap());
        let held = parent.path().join(format!("{PREFIX}0-1"));
        let _owner = DataFolder::claim(&held).unwrap();

        let fresh = create_in(parent.path()).unwrap();
        assert!(!abandoned.exists());
        for kept in [unclaimed, other, held, fresh] {
            assert!(kept.exists(), "{}", kept.display());
        }
    }

    #[test]
    fn two_folders_never_share_a_name() {
        let parent = tempfile::tempdir().unwrap();
        assert_ne!(create_in(parent.path()).unwrap(), create_in(parent.path()).unwrap());
    }
}
