//! The folder of the server's Unix socket: private, and short enough for the kernel.

use std::{
    env,
    ffi::OsString,
    fs, iter,
    os::unix::{
        ffi::{OsStrExt, OsStringExt},
        fs::{MetadataExt, PermissionsExt},
    },
    path::{Path, PathBuf},
};

use rustix::process::geteuid;

use crate::{
    Error,
    data_folder::{DataFolder, private_folder},
    run_as::RunAs,
};

/// Longest path of a Unix socket: 108 bytes with the closing zero.
const PATH_BYTES: usize = 107;
/// PostgreSQL's name for its socket, with the longest port.
const SOCKET: &str = ".s.PGSQL.65535";

/// The folder, and whether it is outside the data folder.
#[derive(Debug)]
pub(crate) struct SocketFolder {
    path: PathBuf,
    outside: bool,
}

impl SocketFolder {
    /// `run` in the data folder; if that path is too long, a folder in `XDG_RUNTIME_DIR` or `/tmp`, named after the data
    /// folder's identity, so that a killed owner leaves at most one.
    ///
    /// # Errors
    /// [`Error::SocketFolder`] when none will do.
    pub(crate) fn prepare(folder: &DataFolder, run_as: RunAs) -> Result<Self, Error> {
        if fits(&folder.run()) {
            prepare(&folder.run(), run_as)?;
            return Ok(Self { path: folder.run(), outside: false });
        }
        let identity = fs::metadata(folder.root()).map_err(Error::io("read", folder.root()))?;
        let name = format!("pg-{:x}-{:x}", identity.dev(), identity.ino());
        let mut reasons = vec![format!("{} is too long", folder.run().display())];
        for parent in short_parents(run_as) {
            let path = parent.join(&name);
            if !fits(&path) {
                reasons.push(format!("{} is too long", path.display()));
                continue;
            }
            match prepare(&path, run_as) {
                Ok(()) => return Ok(Self { path, outside: true }),
                Err(error) => reasons.push(with_sources(&error)),
            }
        }
        Err(Error::SocketFolder { limit: PATH_BYTES, reasons: reasons.join("; ") })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Escaped for PostgreSQL's list of folders, in which a comma separates two.
    pub(crate) fn as_list_item(&self) -> OsString {
        let path = self.path.as_os_str().as_bytes();
        let quotes_doubled = path.iter().flat_map(|byte| iter::repeat_n(*byte, if *byte == b'"' { 2 } else { 1 }));
        OsString::from_vec([b'"'].into_iter().chain(quotes_doubled).chain([b'"']).collect())
    }
}

impl Drop for SocketFolder {
    /// Removes a folder outside the data folder. A server that stopped has removed its socket; a killed one has not.
    fn drop(&mut self) {
        if self.outside {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

fn fits(folder: &Path) -> bool {
    folder.join(SOCKET).as_os_str().as_bytes().len() <= PATH_BYTES
}

fn short_parents(run_as: RunAs) -> impl Iterator<Item = PathBuf> {
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute());
    // Another account cannot enter root's runtime folder.
    let runtime = runtime.filter(|_| !matches!(run_as, RunAs::Account { .. }));
    runtime.into_iter().chain([PathBuf::from("/tmp")])
}

/// Creates the folder, or uses one of this user: in a shared place a folder or link of another user must not be used.
fn prepare(path: &Path, run_as: RunAs) -> Result<(), Error> {
    let refused = |why: &str| Error::io("use", path)(std::io::Error::other(why.to_owned()));
    private_folder(path)?;
    let found = fs::symlink_metadata(path).map_err(Error::io("read", path))?;
    let account = if let RunAs::Account { uid, .. } = run_as { Some(uid) } else { None };
    if !found.is_dir() {
        return Err(refused("it is not a folder"));
    }
    if found.uid() != geteuid().as_raw() && Some(found.uid()) != account {
        return Err(refused("it belongs to somebody else"));
    }
    if found.mode() & 0o777 != 0o700 {
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(Error::io("make private", path))?;
    }
    run_as.take(path)
}

/// An error and its causes, in one line.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text = format!("{text}: {source}");
        next = source.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn the_kernels_limit_counts_the_whole_socket_path() {
        let longest = format!("/{}", "x".repeat(PATH_BYTES - SOCKET.len() - 2));
        assert!(fits(Path::new(&longest)));
        assert!(!fits(Path::new(&format!("{longest}x"))));
    }

    #[test]
    fn a_planted_link_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        symlink("/", parent.path().join("run")).unwrap();
        assert!(prepare(&parent.path().join("run"), RunAs::Direct).is_err());
    }

    #[test]
    fn a_folder_that_others_may_enter_is_closed() {
        let parent = tempfile::tempdir().unwrap();
        let run = parent.path().join("run");
        fs::create_dir(&run).unwrap();
        fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).unwrap();
        prepare(&run, RunAs::Direct).unwrap();
        assert_eq!(fs::metadata(run).unwrap().mode() & 0o777, 0o700);
    }
}
