//! Processes of a measurement: their environment, their end and their memory.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A process that is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Process(Child);

impl Process {
    /// Takes a process over.
    pub(crate) fn new(child: Child) -> Self {
        Self(child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program with the environment that every process needs and nothing else, so that no variable changes a measurement.
pub(crate) fn bare(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().stdin(Stdio::null());
    command.envs(["PATH", "HOME", "PG_BIN", "LD_LIBRARY_PATH"].into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command
}

/// Runs `work`. Returns its result and the maximum resident memory of process `id` meanwhile, in bytes.
pub(crate) fn with_peak_memory<T>(id: u32, work: impl FnOnce() -> T) -> (T, u64) {
    let (peak, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let done = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                peak.fetch_max(resident_memory(id), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let done = work();
        over.store(true, Ordering::Relaxed);
        done
    });
    (done, peak.into_inner())
}

/// The resident memory of process `id` in bytes; 0 when it has ended.
pub(crate) fn resident_memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or_default() * 1024
}
