//! Processes of a measurement: ended with it, and how much memory they take.

use std::fs;
use std::process::Child;
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

    /// Its resident memory in bytes; 0 when it is gone.
    pub(crate) fn resident(&self) -> u64 {
        resident(self.0.id())
    }

    /// Runs `work` and answers the most resident memory in bytes meanwhile with what it comes to.
    pub(crate) fn watched<T>(&self, work: impl FnOnce() -> T) -> (T, u64) {
        let (id, most, over) = (self.0.id(), AtomicU64::new(0), AtomicBool::new(false));
        let done = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    most.fetch_max(resident(id), Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(100));
                }
            });
            let done = work();
            over.store(true, Ordering::Relaxed);
            done
        });
        (done, most.into_inner())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn resident(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or_default() * 1024
}
