//! The errors of the crate, with messages for operators.

use std::{io, path::PathBuf, process::ExitStatus, time::Duration};

/// Why a private PostgreSQL could not be found, started, used or stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No folder with PostgreSQL programs was found.
    #[error(
        "no PostgreSQL found (looked in {looked_in}): install PostgreSQL 15 or newer, \
         or set PG_BIN to the folder that holds `initdb` and `postgres`"
    )]
    BinariesMissing {
        /// The folders that were tried.
        looked_in: String,
    },
    /// The programs are there but do not run.
    #[error("the PostgreSQL programs in {} do not run: {reason}", dir.display())]
    BinariesUnusable {
        /// Folder of the programs.
        dir: PathBuf,
        /// The output of the attempt.
        reason: String,
    },
    /// The programs are older than PostgreSQL 15.
    #[error("PostgreSQL {major} in {} is too old: 15 or newer is needed", dir.display())]
    TooOld {
        /// Folder of the programs.
        dir: PathBuf,
        major: u32,
    },
    /// The data folder was made with another major version than the one at hand.
    #[error(
        "the data in {} was made with PostgreSQL {made_with}, but only {found} is here: install \
         PostgreSQL {made_with}, set PG_BIN to its programs, or move the data over with pg_dump",
        data_dir.display()
    )]
    VersionMismatch {
        data_dir: PathBuf,
        /// Major version the data was made with.
        made_with: u32,
        /// Versions and folders at hand.
        found: String,
    },
    /// Another process owns the data folder.
    #[error("the data folder {} is in use by {owner}: stop it first, or choose another folder", data_dir.display())]
    InUse {
        data_dir: PathBuf,
        /// The owner's process id, if known.
        owner: String,
    },
    /// A server that a killed process left behind does not end.
    #[error("a PostgreSQL server left over on this data folder (process {pid}) does not stop: end it by hand")]
    OrphanRemains { pid: i32 },
    /// PostgreSQL refuses to run as root and no other identity works here.
    #[error("PostgreSQL does not run as root, and no way to drop it works: {reasons}. Run as an ordinary user")]
    Privileges {
        /// The result of each method.
        reasons: String,
    },
    /// The identity that PostgreSQL must take cannot reach the data folder.
    #[error(
        "as root, PostgreSQL runs as uid {uid} here, which cannot enter {}: allow it (chmod o+x), \
         choose another data folder, or run as an ordinary user",
        blocked_at.display()
    )]
    Unreachable {
        uid: u32,
        /// The folder on the way that keeps it out.
        blocked_at: PathBuf,
    },
    /// No folder is short and private enough for the Unix socket.
    #[error("no usable folder for the server's Unix socket, whose path may have {limit} bytes: {reasons}")]
    SocketFolder {
        /// Longest socket path in bytes.
        limit: usize,
        /// Why each candidate was refused.
        reasons: String,
    },
    /// `initdb` failed.
    #[error("initdb could not make a data folder in {}: {output}", data_dir.display())]
    Initdb { data_dir: PathBuf, output: String },
    /// The server ended while starting.
    #[error("PostgreSQL ended while starting ({status}); the end of {} reads: {tail}", log.display())]
    StartFailed {
        status: ExitStatus,
        log: PathBuf,
        /// The last lines of this start.
        tail: String,
    },
    /// The server was not ready in time.
    #[error("PostgreSQL was not ready after {} s; the end of {} reads: {tail}", waited.as_secs(), log.display())]
    StartTimeout {
        /// The time it had.
        waited: Duration,
        log: PathBuf,
        /// The last lines of this start.
        tail: String,
    },
    /// The server did not end after a shutdown request and a kill.
    #[error("PostgreSQL (process {pid}) did not stop")]
    StopFailed { pid: i32 },
    /// A database could not be created.
    #[error("could not create the database {name:?}")]
    CreateDatabase {
        name: String,
        /// The message of the server or the connection.
        #[source]
        source: tokio_postgres::Error,
    },
    /// The operating system refused something.
    #[error("could not {action} {}", path.display())]
    Io {
        /// The operation, as a verb.
        action: &'static str,
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl Error {
    /// For `map_err`: adds the operation and its object.
    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}
