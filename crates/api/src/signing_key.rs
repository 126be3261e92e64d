//! The key that tokens are signed with: configured, or made once and kept in the data folder.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use domain::ports::IdSource as _;

use crate::system::RandomIds;

/// The configured key, or the one in `data_dir`, made now when there is none.
///
/// # Errors
/// When the file can be neither read nor written.
pub(crate) fn signing_key(configured: Option<String>, data_dir: &Path) -> io::Result<String> {
    if let Some(key) = configured {
        return Ok(key);
    }
    fs::create_dir_all(data_dir)?;
    let path = data_dir.join("jwt-secret");
    match fs::read_to_string(&path) {
        Ok(key) => Ok(key.trim().to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(&path),
        Err(error) => Err(error),
    }
}

/// Writes a new key beside `path` and links it into place, so that two processes starting at once end up with one key.
fn make(path: &Path) -> io::Result<String> {
    let key = RandomIds.secret();
    let draft = path.with_extension(format!("new-{}", std::process::id()));
    // In a container every process has the same number: one that was broken off here must not hold up the next.
    let _ = fs::remove_file(&draft);
    let linked = write(&draft, &key).and_then(|()| fs::hard_link(&draft, path));
    let _ = fs::remove_file(&draft);
    match linked {
        Ok(()) => Ok(key),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(fs::read_to_string(path)?.trim().to_owned()),
        Err(error) => Err(error),
    }
}

fn write(path: &Path, key: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(key.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("data");
        let key = signing_key(None, &folder).unwrap();
        assert!(key.len() >= 32);
        assert_eq!(signing_key(None, &folder).unwrap(), key);
        assert_eq!(signing_key(Some("another".to_owned()), &folder).unwrap(), "another");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_draft_that_was_broken_off_does_not_hold_up_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(format!("jwt-secret.new-{}", std::process::id())), "half").unwrap();
        assert!(signing_key(None, folder.path()).unwrap().len() >= 32);
    }
}
