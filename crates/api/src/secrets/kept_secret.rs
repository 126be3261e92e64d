//! Secrets that are generated once and kept in the data folder.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use domain::shared::ports::IdSource as _;

use crate::wiring::system::RandomIds;

/// The secret of this name in `data_dir`, generated now when there is none: 256 bits in URL-safe base64.
///
/// # Errors
/// When it can be neither read nor written.
pub(crate) fn kept_in(data_dir: &Path, name: &str) -> io::Result<String> {
    fs::create_dir_all(data_dir)?;
    let path = data_dir.join(name);
    match fs::read_to_string(&path) {
        Ok(secret) => Ok(secret.trim().to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(&path),
        Err(error) => Err(error),
    }
}

/// Writes a new secret to a temporary file and links it to `path`, so that two concurrent processes use the same secret.
fn make(path: &Path) -> io::Result<String> {
    let secret = RandomIds.secret();
    let draft = path.with_extension(format!("new-{}", std::process::id()));
    // In a container every process has the same number: one that was broken off here must not hold up the next.
    let _ = fs::remove_file(&draft);
    let linked = write(&draft, &secret).and_then(|()| fs::hard_link(&draft, path));
    let _ = fs::remove_file(&draft);
    match linked {
        Ok(()) => Ok(secret),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(fs::read_to_string(path)?.trim().to_owned()),
        Err(error) => Err(error),
    }
}

/// Keeps a secret of a restored shop in place of any that is kept.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn replace(data_dir: &Path, name: &str, secret: &str) -> io::Result<()> {
    fs::create_dir_all(data_dir)?;
    let draft = data_dir.join(format!("{name}.new-{}", std::process::id()));
    let _ = fs::remove_file(&draft);
    write(&draft, secret)?;
    fs::rename(&draft, data_dir.join(name))?;
    fs::File::open(data_dir)?.sync_all()
}

fn write(path: &Path, secret: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_made_once() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("data");
        let secret = kept_in(&folder, "jwt-secret").unwrap();
        assert!(secret.len() >= 32);
        assert_eq!(kept_in(&folder, "jwt-secret").unwrap(), secret);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_secret_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let made = kept_in(folder.path(), "jwt-secret").unwrap();
        replace(folder.path(), "jwt-secret", "the secret of the restored shop").unwrap();
        assert_ne!(kept_in(folder.path(), "jwt-secret").unwrap(), made);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_draft_that_was_broken_off_does_not_hold_up_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(format!("jwt-secret.new-{}", std::process::id())), "half").unwrap();
        assert!(kept_in(folder.path(), "jwt-secret").unwrap().len() >= 32);
    }
}
