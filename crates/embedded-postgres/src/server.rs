//! The running server process: starting it, waiting until it is ready, ending it.

use std::{
    convert::Infallible,
    fs, io,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{Error, postmaster};

/// Replaying the log after a crash can take a while.
const START_PATIENCE: Duration = Duration::from_secs(120);
/// The number of bytes of the log in an error.
const TAIL_LINES: usize = 6;

/// The ways to end a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shutdown {
    /// Close connections, write all data to disk.
    Fast,
    /// End at once; the next start replays the log.
    Immediate,
}

/// A server process that was launched here.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    log: PathBuf,
    /// Where this start's part of the log begins, in bytes.
    log_from: u64,
    /// The launching thread stays until this is dropped.
    _launcher: mpsc::Sender<Infallible>,
}

impl Server {
    /// Launches the server from a thread of its own: the kernel's parent-death signal follows the thread
    /// that forked, and the caller's may be a pool's that ends long before the process does.
    pub(crate) fn launch(mut command: Command, log: PathBuf) -> io::Result<Self> {
        let log_from = fs::metadata(&log).map_or(0, |log| log.len());
        let (launcher, released) = mpsc::channel::<Infallible>();
        let (sender, launched) = mpsc::channel();
        thread::Builder::new().name("postgres-launcher".to_owned()).spawn(move || {
            let _ = sender.send(command.spawn());
            let _ = released.recv();
        })?;
        let child = launched.recv().map_err(io::Error::other)??;
        Ok(Self { child, log, log_from, _launcher: launcher })
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Waits until the server takes connections.
    ///
    /// # Errors
    /// [`Error::StartFailed`] or [`Error::StartTimeout`] with the end of its log.
    pub(crate) fn wait_ready(&mut self, data: &Path) -> Result<(), Error> {
        let begun = Instant::now();
        while !postmaster::is_ready(data, self.pid()) {
            if let Some(status) = self.child.try_wait().map_err(Error::io("wait for", data))? {
                return Err(Error::StartFailed { status, log: self.log.clone(), tail: self.tail() });
            }
            if begun.elapsed() > START_PATIENCE {
                let waited = START_PATIENCE;
                return Err(Error::StartTimeout { waited, log: self.log.clone(), tail: self.tail() });
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    fn tail(&self) -> String {
        tail(&self.log, self.log_from)
    }

    /// Ends the server: as requested, then with an immediate shutdown, then with a kill. Each step has a timeout.
    ///
    /// # Errors
    /// [`Error::StopFailed`] when even that does not help.
    pub(crate) fn stop(&mut self, shutdown: Shutdown) -> Result<(), Error> {
        let steps = [(Signal::INT, 20), (Signal::QUIT, 10), (Signal::KILL, 5)];
        let first = usize::from(shutdown == Shutdown::Immediate);
        for (signal, seconds) in steps.into_iter().skip(first) {
            if self.ends_within(signal, Duration::from_secs(seconds))?.is_some() {
                return Ok(());
            }
            tracing::warn!(?signal, seconds, "PostgreSQL did not stop in time");
        }
        Err(Error::StopFailed { pid: self.pid().as_raw_pid() })
    }

    fn ends_within(&mut self, signal: Signal, patience: Duration) -> Result<Option<ExitStatus>, Error> {
        let failed = |error| Error::io("stop", PathBuf::from("postgres"))(error);
        let begun = Instant::now();
        let mut told = false;
        loop {
            if let Some(status) = self.child.try_wait().map_err(failed)? {
                return Ok(Some(status));
            }
            if !told {
                // The process is not reaped yet, so its id cannot belong to another process.
                kill_process(self.pid(), signal).map_err(|errno| failed(errno.into()))?;
                told = true;
            }
            if begun.elapsed() > patience {
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The last lines that were logged from a position on, in one line.
fn tail(log: &Path, from: u64) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let fresh = usize::try_from(from).ok().and_then(|from| bytes.get(from..)).unwrap_or_default();
    let text = String::from_utf8_lossy(fresh);
    let lines: Vec<&str> = text.lines().collect();
    lines.iter().skip(lines.len().saturating_sub(TAIL_LINES)).copied().collect::<Vec<_>>().join(" / ")
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead, BufReader},
        os::unix::process::ExitStatusExt,
        process::Stdio,
    };

    use super::*;

    #[test]
    fn the_tail_is_the_end_of_this_start_only() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("postgres.log");
        fs::write(&log, "an older start\none\ntwo\n").unwrap();
        assert_eq!(tail(&log, 15), "one / two");
        assert_eq!(tail(&log, 1000), "");
        fs::write(&log, "1\n2\n3\n4\n5\n6\n7\n8\n").unwrap();
        assert_eq!(tail(&log, 0), "3 / 4 / 5 / 6 / 7 / 8");
    }

    #[test]
    fn a_server_deaf_to_the_polite_signals_is_killed() {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' INT QUIT; echo deaf; while :; do sleep 0.1; done"]).stdout(Stdio::piped());
        let mut server = Server::launch(command, PathBuf::new()).unwrap();
        let mut line = String::new();
        BufReader::new(server.child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "deaf\n");
        assert_eq!(server.ends_within(Signal::INT, Duration::ZERO).unwrap(), None);
        assert_eq!(server.ends_within(Signal::QUIT, Duration::ZERO).unwrap(), None);
        let status = server.ends_within(Signal::KILL, Duration::from_secs(60)).unwrap().unwrap();
        assert_eq!(status.signal(), Some(9));
        server.stop(Shutdown::Fast).unwrap();
    }
}
