//! Reads `postmaster.pid`: whether a server runs on a data folder, and whether it is ready.

use std::{
    fs,
    os::unix::ffi::OsStrExt,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::Error;

/// An orphan may have a checkpoint to write before it ends.
const ORPHAN_FAST: Duration = Duration::from_secs(30);
/// After an immediate shutdown the server ends its children within five seconds.
const ORPHAN_IMMEDIATE: Duration = Duration::from_secs(10);

/// The process named in the data's `postmaster.pid`, alive or not.
pub(crate) fn recorded(data: &Path) -> Option<Pid> {
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    Pid::from_raw(text.lines().next()?.trim().parse().ok()?)
}

/// The server running on this data, if there is one.
pub(crate) fn running(data: &Path) -> Option<Pid> {
    recorded(data).filter(|pid| serves(*pid, data))
}

/// Whether the server `pid` accepts connections: line 8 of the file says so.
pub(crate) fn is_ready(data: &Path, pid: Pid) -> bool {
    let Ok(text) = fs::read_to_string(data.join("postmaster.pid")) else { return false };
    let mut lines = text.lines().map(str::trim);
    lines.next() == Some(pid.as_raw_pid().to_string().as_str()) && lines.nth(6) == Some("ready")
}

/// Ends a server of a killed owner. The caller owns the data folder, so no other process owns a server on it.
///
/// # Errors
/// [`Error::OrphanRemains`] when it resists.
pub(crate) fn end_orphan(data: &Path) -> Result<(), Error> {
    for (signal, patience) in [(Signal::INT, ORPHAN_FAST), (Signal::QUIT, ORPHAN_IMMEDIATE)] {
        let Some(pid) = running(data) else { return Ok(()) };
        tracing::warn!(pid = pid.as_raw_pid(), "waiting for the PostgreSQL server of an owner that was killed");
        // The kernel has probably sent this signal already; a second one does no harm.
        let _ = kill_process(pid, signal);
        let begun = Instant::now();
        while begun.elapsed() < patience && serves(pid, data) {
            thread::sleep(Duration::from_millis(20));
        }
    }
    match running(data) {
        Some(pid) => Err(Error::OrphanRemains { pid: pid.as_raw_pid() }),
        None => Ok(()),
    }
}

/// Whether the process has this data folder among its arguments. The process id alone proves nothing: ids are reused, soon in a
/// container.
fn serves(pid: Pid, data: &Path) -> bool {
    let Ok(arguments) = fs::read(format!("/proc/{}/cmdline", pid.as_raw_pid())) else { return false };
    arguments.split(|byte| *byte == 0).any(|argument| argument == data.as_os_str().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data_with(pid_file: &str) -> tempfile::TempDir {
        let data = tempfile::tempdir().unwrap();
        fs::write(data.path().join("postmaster.pid"), pid_file).unwrap();
        data
    }

    #[test]
    fn ready_is_the_eighth_line_of_the_right_server() {
        let file = "42\n/data\n1700000000\n5432\n/run\n\n  1234  5678\nready   \n";
        let pid = Pid::from_raw(42).unwrap();
        assert!(is_ready(data_with(file).path(), pid));
        assert!(!is_ready(data_with(&file.replace("ready", "starting")).path(), pid));
        assert!(!is_ready(data_with(&file.replace("42\n", "43\n")).path(), pid));
        assert!(!is_ready(data_with("42\n/data\n").path(), pid));
        assert!(!is_ready(tempfile::tempdir().unwrap().path(), pid));
    }

    #[test]
    fn a_used_again_process_number_is_no_server() {
        let data = data_with(&format!("{}\n", std::process::id()));
        assert!(recorded(data.path()).is_some());
        assert_eq!(running(data.path()), None);
        end_orphan(data.path()).unwrap();
    }
}
