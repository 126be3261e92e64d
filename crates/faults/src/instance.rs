//! One process of the shop.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

/// The longest a start may take, on a busy machine.
const START: Duration = Duration::from_secs(60);

/// A process that serves the shop; it is killed with this.
pub(crate) struct Instance {
    child: Child,
    log: PathBuf,
    base: String,
}

impl Instance {
    /// Starts `command` at a port and waits until the shop is open.
    pub(crate) async fn start(mut command: Command, port: u16, log: &Path) -> Self {
        let file = OpenOptions::new().create(true).append(true).open(log).expect("a log file");
        let begin = usize::try_from(file.metadata().expect("a log file").len()).expect("a short log");
        command.env("BIND", format!("127.0.0.1:{port}")).stdin(Stdio::null()).kill_on_drop(true);
        command.stdout(file.try_clone().expect("a log file")).stderr(file);
        let child = command.spawn().expect("the program");
        let mut instance = Self { child, log: log.to_owned(), base: format!("http://127.0.0.1:{port}") };
        let begun = Instant::now();
        while !instance.said(begin).contains("The shop is open at") {
            if let Some(status) = instance.child.try_wait().expect("a child process") {
                panic!("the shop ended ({status}): {}", instance.said(begin));
            }
            assert!(begun.elapsed() < START, "the shop does not open: {}", instance.said(begin));
            sleep(Duration::from_millis(5)).await;
        }
        instance
    }

    fn said(&self, from: usize) -> String {
        let log = fs::read(&self.log).expect("a log file");
        String::from_utf8_lossy(log.get(from..).unwrap_or_default()).into_owned()
    }

    /// Where it is reached.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        let pid = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        kill_process(pid.expect("a process that runs"), signal).expect("a process that runs");
    }

    /// Ends it as a power cut does.
    pub(crate) async fn kill(mut self) {
        self.signal(Signal::KILL);
        self.child.wait().await.expect("a child process");
    }

    /// Asks it to end, and waits: the contract gives it 30 seconds.
    pub(crate) async fn terminate(self) -> ExitStatus {
        self.signal(Signal::TERM);
        self.terminated().await
    }

    /// Waits for it, once it was asked to end.
    pub(crate) async fn terminated(mut self) -> ExitStatus {
        timeout(Duration::from_secs(30), self.child.wait()).await.expect("an end within 30 seconds").expect("a child process")
    }
}
