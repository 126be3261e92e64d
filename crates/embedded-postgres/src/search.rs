//! Where PostgreSQL programs are looked for, and in which order.

use std::{
    env, fs,
    path::{Path, PathBuf},
    slice,
};

use crate::{Error, PgBinaries, npm_package};

/// The programs for a data folder, which keeps the major version that created it: those of the caller, or those that the search
/// finds.
///
/// # Errors
/// [`Error::VersionMismatch`] when that version is not installed, or the error of [`PgBinaries::find`].
pub(crate) fn for_data(data_dir: &Path, made_with: Option<u32>, given: Option<&PgBinaries>) -> Result<PgBinaries, Error> {
    match (made_with, given) {
        (None, None) => PgBinaries::find(),
        (None, Some(given)) => Ok(given.clone()),
        (Some(made_with), Some(given)) if given.major() == made_with => Ok(given.clone()),
        (Some(made_with), Some(given)) => Err(mismatch(data_dir, made_with, slice::from_ref(given))),
        (Some(made_with), None) => Places::from_env().find_for(data_dir, made_with),
    }
}

fn mismatch(data_dir: &Path, made_with: u32, found: &[PgBinaries]) -> Error {
    let found: Vec<String> = found.iter().map(|other| format!("{} in {}", other.major(), other.dir().display())).collect();
    Error::VersionMismatch { data_dir: data_dir.to_owned(), made_with, found: found.join(", ") }
}

/// The places of one search. Taken from the environment except in tests.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// `PG_BIN`, the operator's choice; if it is set, no other folder is searched.
    pub(crate) chosen: Option<PathBuf>,
    /// Debian's and Ubuntu's layout: `<major>/bin` below this.
    pub(crate) system: PathBuf,
    /// Folders given to `npm install --prefix`.
    pub(crate) npm: Vec<PathBuf>,
}

impl Places {
    pub(crate) fn from_env() -> Self {
        let set = |name| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        // For .../target/release/program the build installed the package in .../target/postgres.
        let beside_program = env::current_exe().ok().and_then(|exe| Some(exe.ancestors().nth(2)?.join("postgres")));
        Self {
            chosen: set("PG_BIN"),
            system: PathBuf::from("/usr/lib/postgresql"),
            npm: set("PG_NPM_DIR").into_iter().chain([PathBuf::from("target/postgres")]).chain(beside_program).collect(),
        }
    }

    /// The first usable programs.
    pub(crate) fn find(&self) -> Result<PgBinaries, Error> {
        self.candidates().next().unwrap_or_else(|| Err(self.missing()))
    }

    /// The first usable programs of the major version that some data was made with.
    fn find_for(&self, data_dir: &Path, made_with: u32) -> Result<PgBinaries, Error> {
        let mut others = Vec::new();
        let mut failure = None;
        for candidate in self.candidates() {
            match candidate {
                Ok(binaries) if binaries.major() == made_with => return Ok(binaries),
                Ok(binaries) => others.push(binaries),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        if others.is_empty() {
            return Err(failure.unwrap_or_else(|| self.missing()));
        }
        Err(mismatch(data_dir, made_with, &others))
    }

    fn candidates(&self) -> impl Iterator<Item = Result<PgBinaries, Error>> + '_ {
        let fallbacks = self.chosen.is_none();
        let system = fallbacks.then(|| self.system_folders()).into_iter().flatten();
        let npm = fallbacks.then_some(&self.npm).into_iter().flatten();
        let npm = npm.filter_map(|prefix| npm_package::locate(prefix).transpose());
        self.chosen.iter().cloned().chain(system).map(Ok).chain(npm).map(|dir| PgBinaries::in_folder(dir?))
    }

    /// `<major>/bin` folders with an `initdb`, newest first.
    fn system_folders(&self) -> Vec<PathBuf> {
        let mut found: Vec<(u32, PathBuf)> = fs::read_dir(&self.system)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
            .filter(|(_, bin)| bin.join("initdb").is_file())
            .collect();
        found.sort_by(|a, b| b.cmp(a));
        found.into_iter().map(|(_, bin)| bin).collect()
    }

    fn missing(&self) -> Error {
        let places = self.npm.iter().map(|prefix| prefix.display().to_string());
        let looked_in: Vec<String> = [format!("{}/*/bin", self.system.display())].into_iter().chain(places).collect();
        Error::BinariesMissing { looked_in: looked_in.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Fake programs that only print their version.
    fn install(dir: &Path, version: &str) {
        fs::create_dir_all(dir).unwrap();
        for name in ["initdb", "postgres"] {
            let script = format!("#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n");
            fs::write(dir.join(name), script).unwrap();
            fs::set_permissions(dir.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    fn places(root: &Path) -> Places {
        Places { chosen: None, system: root.join("system"), npm: vec![root.join("npm")] }
    }

    #[test]
    fn the_chosen_folder_wins_over_everything() {
        let root = tempfile::tempdir().unwrap();
        install(&root.path().join("system/17/bin"), "17.2");
        install(&root.path().join("mine"), "15.1");
        let places = Places { chosen: Some(root.path().join("mine")), ..places(root.path()) };
        assert_eq!(places.find().unwrap().major(), 15);
        let error = places.find_for(root.path(), 17).unwrap_err();
        assert!(matches!(error, Error::VersionMismatch { made_with: 17, .. }), "{error}");
        assert!(error.to_string().contains(&format!("only 15 in {}", root.path().join("mine").display())), "{error}");
    }

    #[test]
    fn a_chosen_folder_that_is_wrong_is_an_error_and_not_passed_over() {
        let root = tempfile::tempdir().unwrap();
        install(&root.path().join("system/17/bin"), "17.2");
        let places = Places { chosen: Some(root.path().to_owned()), ..places(root.path()) };
        assert!(matches!(places.find(), Err(Error::BinariesUnusable { .. })));
    }

    #[test]
    fn the_newest_system_version_is_taken_by_number() {
        let root = tempfile::tempdir().unwrap();
        install(&root.path().join("system/9/bin"), "9.6");
        install(&root.path().join("system/15/bin"), "15.14");
        install(&root.path().join("system/16/bin"), "16.3");
        fs::create_dir_all(root.path().join("system/99/bin")).unwrap();
        let places = places(root.path());
        assert_eq!(places.find().unwrap().major(), 16);
        assert_eq!(places.find_for(root.path(), 15).unwrap().dir(), root.path().join("system/15/bin"));
    }

    #[test]
    fn the_npm_package_comes_last() {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join("npm/node_modules").join(npm_package::NAME);
        install(&package.join("native/bin"), "17.10");
        fs::write(package.join("native/pg-symlinks.json"), "[]").unwrap();
        assert_eq!(places(root.path()).find().unwrap().major(), 17);
        install(&root.path().join("system/15/bin"), "15.14");
        assert_eq!(places(root.path()).find().unwrap().major(), 15);
        assert_eq!(places(root.path()).find_for(root.path(), 17).unwrap().dir(), package.join("native/bin"));
    }

    #[test]
    fn too_old_and_missing_programs_are_different_errors() {
        let root = tempfile::tempdir().unwrap();
        let error = places(root.path()).find().unwrap_err();
        assert!(error.to_string().contains("PG_BIN"), "{error}");
        install(&root.path().join("system/14/bin"), "14.9");
        assert!(matches!(places(root.path()).find(), Err(Error::TooOld { major: 14, .. })));
        assert!(matches!(places(root.path()).find_for(root.path(), 15), Err(Error::TooOld { major: 14, .. })));
    }
}
