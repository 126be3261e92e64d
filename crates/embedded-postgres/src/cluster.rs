//! A running private PostgreSQL.

use std::{
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    time::Instant,
};

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};

use crate::{
    ClusterOptions, Error, PgBinaries,
    data_folder::DataFolder,
    database, initdb, launch,
    options::Place,
    postmaster,
    run_as::RunAs,
    scratch, search,
    server::{Server, Shutdown},
    socket_folder::SocketFolder,
};

/// The role that owns all objects. It has no password: only the owner reaches the socket.
pub(crate) const SUPERUSER: &str = "postgres";

/// A private PostgreSQL server, running until it is stopped or dropped. Should this process be killed,
/// the kernel stops the server.
///
/// All methods block the calling thread for as long as they work: call them outside async code, or on a
/// thread where blocking is allowed.
#[derive(Debug)]
pub struct Cluster {
    server: Server,
    socket: SocketFolder,
    folder: DataFolder,
    binaries: PgBinaries,
    loopback_port: Option<u16>,
    scratch: bool,
    stopped: bool,
}

impl Cluster {
    /// Starts the server, with new data when there is none. **Blocks** until it takes connections: about a
    /// second for new data, else some 30 ms, longer after a crash. Waits up to five seconds for another
    /// owner of the folder to go, and for the server of one that was killed to end.
    ///
    /// # Errors
    /// Every variant of [`Error`] but `CreateDatabase` and `StopFailed`. No process is left running.
    pub fn start(options: ClusterOptions) -> Result<Self, Error> {
        match &options.place {
            Place::Folder(path) => Self::start_in(path, &options, None),
            Place::Scratch => {
                let path = scratch::create()?;
                Self::start_in(&path, &options, None).inspect_err(|_| {
                    let _ = fs::remove_dir_all(&path);
                })
            }
        }
    }

    /// `run_as` is for the tests of the ways that would not be chosen here.
    fn start_in(path: &Path, options: &ClusterOptions, run_as: Option<RunAs>) -> Result<Self, Error> {
        let begun = Instant::now();
        let folder = DataFolder::claim(path)?;
        let made_with = folder.made_with()?;
        let binaries = search::for_data(folder.root(), made_with, options.binaries.as_ref())?;
        postmaster::end_orphan(&folder.data())?;
        let run_as = match run_as {
            Some(run_as) => run_as,
            None => RunAs::choose(&binaries, folder.owner()?)?,
        };
        folder.hand_to(run_as)?;
        let socket = SocketFolder::prepare(&folder, run_as)?;
        if made_with.is_none() {
            initdb::run(&binaries, &folder, run_as, options.durability)?;
        }
        let server = launch::until_ready(&binaries, &folder, &socket, run_as, options)?;
        let scratch = matches!(options.place, Place::Scratch);
        let cluster = Self { server, socket, folder, binaries, loopback_port: options.loopback_port, scratch, stopped: false };
        tracing::info!(
            postgres = cluster.binaries.major(),
            folder = %cluster.folder.root().display(),
            new = made_with.is_none(),
            elapsed_ms = begun.elapsed().as_millis(),
            "private PostgreSQL started {run_as}"
        );
        Ok(cluster)
    }

    /// The address of a database, as tokio-postgres, diesel-async and psql understand it:
    /// `postgres://postgres@<socket folder, percent-encoded>/<database>`; with [`ClusterOptions::loopback_port`] that port
    /// is part of the socket's name.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        address(self.socket.path(), self.loopback_port, database)
    }

    /// Creates a database unless it is there. **Blocks.**
    ///
    /// # Errors
    /// [`Error::CreateDatabase`], or [`Error::Io`] when the system starts no thread.
    pub fn create_database_if_missing(&self, name: &str) -> Result<(), Error> {
        database::create_if_missing(&self.url("postgres"), name)
    }

    /// The programs that run it.
    #[must_use]
    pub fn binaries(&self) -> &PgBinaries {
        &self.binaries
    }

    /// The folder of all its files.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        self.folder.root()
    }

    /// The server's log file.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.folder.log()
    }

    /// The server's process id.
    #[must_use]
    pub fn pid(&self) -> i32 {
        self.server.pid().as_raw_pid()
    }

    /// Stops the server: connections are closed and all data is written to disk. A server that takes longer than 20 s is
    /// killed; no committed data is lost, but the next start takes longer. **Blocks.** Dropping the cluster does the same, and
    /// logs failures.
    ///
    /// # Errors
    /// [`Error::StopFailed`], or [`Error::Io`] when it cannot be signalled.
    pub fn stop(mut self) -> Result<(), Error> {
        self.shut_down()
    }

    fn shut_down(&mut self) -> Result<(), Error> {
        if std::mem::replace(&mut self.stopped, true) {
            return Ok(());
        }
        // Data that will be deleted is not written to disk first.
        let how = if self.scratch { Shutdown::Immediate } else { Shutdown::Fast };
        self.server.stop(how)?;
        if self.scratch {
            let root = self.folder.root();
            fs::remove_dir_all(root).map_err(Error::io("remove", root))?;
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.shut_down() {
            tracing::error!(error = &error as &dyn std::error::Error, "private PostgreSQL did not stop cleanly");
        }
    }
}

/// The address of a database behind this socket; a port that is not the usual one is part of the socket's name.
pub(crate) fn address(socket: &Path, port: Option<u16>, database: &str) -> String {
    let host = percent_encode(socket.as_os_str().as_bytes(), NON_ALPHANUMERIC);
    let database = percent_encode(database.as_bytes(), NON_ALPHANUMERIC);
    let port = port.map_or_else(String::new, |port| format!(":{port}"));
    format!("postgres://{SUPERUSER}@{host}{port}/{database}")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use rustix::process::geteuid;

    use super::*;

    const NOBODY: RunAs = RunAs::Account { uid: 65534, gid: 65534 };

    fn serves(cluster: &Cluster) {
        cluster.create_database_if_missing("works").unwrap();
        let user = fs::metadata(cluster.folder.data()).unwrap().uid();
        assert_eq!(fs::metadata(format!("/proc/{}", cluster.pid())).unwrap().uid(), user);
    }

    /// As root the preferred way must work (a user namespace where there are any), and then another
    /// account must be able to go on with its data; an ordinary user needs neither.
    #[test]
    fn every_way_to_run_serves() {
        let root = tempfile::tempdir().unwrap();
        let options = ClusterOptions::durable(root.path().join("data"));
        let start = |run_as| Cluster::start_in(&root.path().join("data"), &options, run_as);
        if !geteuid().is_root() {
            let chosen = RunAs::choose(&PgBinaries::find().unwrap(), (geteuid().as_raw(), 0)).unwrap();
            assert_eq!(chosen, RunAs::Direct);
            return serves(&start(None).unwrap());
        }
        let open_to = |mode| fs::set_permissions(root.path(), fs::Permissions::from_mode(mode)).unwrap();
        open_to(0o711);
        serves(&start(None).unwrap());
        open_to(0o700);
        let error = start(Some(NOBODY)).unwrap_err();
        assert!(matches!(error, Error::Unreachable { uid: 65534, .. }), "{error}");

        open_to(0o711);
        serves(&start(Some(NOBODY)).unwrap());
        assert_eq!(fs::metadata(root.path().join("data/pg")).unwrap().uid(), 65534);
        // And from now on it is that account's.
        serves(&start(None).unwrap());
        assert_eq!(fs::metadata(root.path().join("data/pg")).unwrap().uid(), 65534);
    }

    #[test]
    fn the_address_hides_no_special_character() {
        let cluster = Cluster::start(ClusterOptions::throwaway()).unwrap();
        let url = cluster.url("a b/ć?");
        assert!(url.starts_with("postgres://postgres@%2F"), "{url}");
        assert!(url.ends_with("/a%20b%2F%C4%87%3F"), "{url}");
        let parsed: tokio_postgres::Config = url.parse().unwrap();
        assert_eq!(parsed.get_hosts(), [tokio_postgres::config::Host::Unix(cluster.socket.path().to_owned())]);
        assert_eq!(parsed.get_dbname(), Some("a b/ć?"));
    }
}
