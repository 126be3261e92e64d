//! The identity under which PostgreSQL runs: it refuses root.

use std::{
    fs, io,
    os::unix::fs::{MetadataExt, lchown},
    path::Path,
    process::Stdio,
};

use rustix::process::geteuid;

use crate::{Error, PgBinaries, spawn};

/// The usual unprivileged account (`nobody`).
const NOBODY: u32 = 65534;

/// The identity that PostgreSQL's programs take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunAs {
    /// This process's own: it is not root.
    Direct,
    /// Root's files, seen from a user namespace where root has another number.
    UserNamespace,
    Account {
        uid: u32,
        gid: u32,
    },
}

impl RunAs {
    /// The identity that works here, for data that belongs to a user and group. Root leaves an ordinary
    /// user's data that user's.
    ///
    /// # Errors
    /// [`Error::Privileges`] when this process is root and no method works.
    pub(crate) fn choose(binaries: &PgBinaries, (uid, gid): (u32, u32)) -> Result<Self, Error> {
        if !geteuid().is_root() {
            return Ok(Self::Direct);
        }
        let ways =
            if uid == 0 { vec![Self::UserNamespace, Self::Account { uid: NOBODY, gid: NOBODY }] } else { vec![Self::Account { uid, gid }] };
        let mut reasons = Vec::new();
        for way in ways {
            match way.works_with(binaries) {
                Ok(()) => return Ok(way),
                Err(error) => reasons.push(format!("{way}: {error}")),
            }
        }
        Err(Error::Privileges { reasons: reasons.join("; ") })
    }

    fn works_with(self, binaries: &PgBinaries) -> io::Result<()> {
        let mut command = spawn::command(&binaries.program("postgres"), self, None);
        let status = command.arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
    }

    /// Makes one file or folder this identity's own.
    pub(crate) fn take(self, path: &Path) -> Result<(), Error> {
        let Self::Account { uid, gid } = self else { return Ok(()) };
        let owned_by = fs::symlink_metadata(path).map_err(Error::io("read", path))?.uid();
        if owned_by == uid {
            return Ok(());
        }
        lchown(path, Some(uid), Some(gid)).map_err(Error::io("change the owner of", path))
    }

    /// Makes a whole folder this identity's own: data from a time when another way of running worked.
    pub(crate) fn take_all(self, folder: &Path) -> Result<(), Error> {
        if !matches!(self, Self::Account { .. }) {
            return Ok(());
        }
        self.take(folder)?;
        for entry in fs::read_dir(folder).map_err(Error::io("read", folder))? {
            let entry = entry.map_err(Error::io("read", folder))?;
            if entry.file_type().map_err(Error::io("read", entry.path()))?.is_dir() {
                self.take_all(&entry.path())?;
            } else {
                self.take(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Checks that this identity can get to `folder`, which is its own.
    pub(crate) fn check_way_to(self, folder: &Path) -> Result<(), Error> {
        let Self::Account { uid, .. } = self else { return Ok(()) };
        for parent in folder.ancestors().skip(1) {
            let found = fs::metadata(parent).map_err(Error::io("read", parent))?;
            let bit = if found.uid() == uid { 0o100 } else { 0o001 };
            if found.mode() & bit == 0 {
                return Err(Error::Unreachable { uid, blocked_at: parent.to_owned() });
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for RunAs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Direct => f.write_str("as this user"),
            Self::UserNamespace => f.write_str("in a user namespace"),
            Self::Account { uid, .. } => write!(f, "as uid {uid}"),
        }
    }
}
