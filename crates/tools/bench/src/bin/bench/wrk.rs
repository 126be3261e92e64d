//! Loads made by wrk.

use std::fs;
use std::path::{Path, PathBuf};

use bench::figures::{Figures, read_wrk};
use bench::requests::{Request, replay_file};

use crate::Error;
use crate::process::bare;

const REPLAY: &str = include_str!("../../../load/replay.lua");

/// The load generator.
#[derive(Clone, Debug)]
pub(crate) struct Wrk {
    program: PathBuf,
    folder: PathBuf,
}

/// The requests of a load.
pub(crate) struct Load<'a> {
    /// The requests, sent in this order.
    pub(crate) requests: &'a [Request],
    /// Concurrent connections; each waits for its answer before it sends again.
    pub(crate) connections: u32,
    /// Whether no request may be sent twice.
    pub(crate) once: bool,
}

impl Wrk {
    /// `program` with its files in `folder`.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub(crate) fn new(program: &Path, folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("replay.lua"), REPLAY)?;
        Ok(Self { program: program.to_owned(), folder: folder.to_owned() })
    }

    /// Its name and version.
    pub(crate) fn version(&self) -> String {
        let said = bare(&self.program).arg("-v").output().map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
        said.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    }

    /// Loads `host` for `seconds`.
    ///
    /// # Errors
    /// When not every request was answered well.
    pub(crate) fn run(&self, host: &str, load: &Load<'_>, seconds: u64) -> Result<Figures, Error> {
        let file = self.folder.join("requests");
        fs::write(&file, replay_file(load.requests, host))?;
        let mut command = bare(&self.program);
        // One thread: it sends more than any of the servers answers, and each request stays in its order.
        command.args(["-t1", &format!("-c{}", load.connections), &format!("-d{seconds}s"), "--timeout", "10s", "-s"]);
        command.arg(self.folder.join("replay.lua")).arg(format!("http://{host}/")).arg("--").arg(file);
        let output = command.output().map_err(|e| format!("{}: {e}", self.program.display()))?;
        Ok(read_wrk(&String::from_utf8_lossy(&output.stdout), load.once)?)
    }
}
