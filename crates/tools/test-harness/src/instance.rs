//! One process of a shop.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, Method, RequestBuilder};
use rustix::process::{Pid, Signal, kill_process};

use crate::answer::Ask as _;

/// Timeout of a start, for a busy machine and a database that recovers from a crash.
const START_TIMEOUT: Duration = Duration::from_secs(120);
/// Time from SIGTERM to the end of the process: the contract allows 30 s.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(30);
/// Time from SIGTERM to SIGKILL when a process is dropped.
const DROP_TIMEOUT: Duration = Duration::from_secs(10);
/// Time between two looks at a process. It bounds the error of a measured start.
const POLL: Duration = Duration::from_millis(2);
/// The line that a serving process writes once it takes connections.
const OPEN: &str = "The shop is open at";
/// The most lines of a log that are shown after a failure.
const SHOWN_LINES: usize = 100;

/// A process that serves a shop; it ends when this is dropped.
#[derive(Debug)]
pub struct Instance {
    child: Child,
    address: SocketAddr,
    log: PathBuf,
    client: Client,
}

impl Instance {
    /// Starts `command` on a port of the loopback address, appends its output to `log`, and waits until the shop is open.
    /// `None` when another process has taken the port.
    ///
    /// # Panics
    /// When the process ends for another reason, or is not open in time.
    pub(crate) async fn start(mut command: Command, port: u16, log: &Path, client: Client) -> Option<Self> {
        let file = OpenOptions::new().create(true).append(true).open(log).expect("a log file");
        let begin = file.metadata().expect("a log file").len();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        command.env("BIND", address.to_string()).stdin(Stdio::null());
        command.stdout(file.try_clone().expect("a log file")).stderr(file);
        let child = command.spawn().expect("the program");
        let mut instance = Self { child, address, log: log.to_owned(), client };
        let deadline = Instant::now() + START_TIMEOUT;
        while !instance.log_from(begin).contains(OPEN) {
            if let Some(status) = instance.child.try_wait().expect("a child process") {
                assert!(instance.log_from(begin).contains("cannot listen on"), "{status}: {}", instance.log_from(begin));
                return None;
            }
            assert!(Instant::now() < deadline, "the shop does not open: {}", instance.log_from(begin));
            tokio::time::sleep(POLL).await;
        }
        Some(instance)
    }

    fn log_from(&self, offset: u64) -> String {
        let log = fs::read(&self.log).expect("a log file");
        let offset = usize::try_from(offset).expect("a short log");
        String::from_utf8_lossy(log.get(offset..).unwrap_or_default()).into_owned()
    }

    /// The log of all processes of this name.
    ///
    /// # Panics
    /// When it cannot be read.
    #[must_use]
    pub fn log(&self) -> String {
        self.log_from(0)
    }

    /// The address at which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its origin, such as `http://127.0.0.1:40001`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The client that sends its requests, with a timeout of 60 s.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.origin()))
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    pub fn put(&self, path: &str) -> RequestBuilder {
        self.request(Method::PUT, path)
    }

    /// Waits until its index of products is built: before that, searches may be refused.
    ///
    /// # Panics
    /// When it is not built in time.
    pub async fn search_stands(&self) {
        let deadline = Instant::now() + START_TIMEOUT;
        while self.get("/readyz").ask().await.text.contains("search") {
            assert!(Instant::now() < deadline, "the index of products is not built");
            tokio::time::sleep(POLL).await;
        }
    }

    /// Sends it a signal.
    ///
    /// # Panics
    /// When it has ended.
    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a process that runs");
    }

    /// Ends it with SIGKILL, as a power cut does.
    pub async fn kill(mut self) {
        self.signal(Signal::KILL);
        self.exited().await;
    }

    /// Ends it with SIGTERM.
    pub async fn terminate(mut self) -> ExitStatus {
        self.signal(Signal::TERM);
        self.exited().await
    }

    /// Waits until it has ended.
    ///
    /// # Panics
    /// When it still runs after [`STOP_TIMEOUT`].
    pub async fn exited(&mut self) -> ExitStatus {
        let deadline = Instant::now() + STOP_TIMEOUT;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child process") {
                return status;
            }
            assert!(Instant::now() < deadline, "the process does not end");
            tokio::time::sleep(POLL).await;
        }
    }

    /// Waits until it refuses connections.
    ///
    /// # Panics
    /// When it still takes them after [`STOP_TIMEOUT`].
    pub async fn closed(&self) {
        let deadline = Instant::now() + STOP_TIMEOUT;
        let refused = |error: std::io::Error| error.kind() == ErrorKind::ConnectionRefused;
        while !tokio::net::TcpStream::connect(self.address).await.is_err_and(refused) {
            assert!(Instant::now() < deadline, "it still takes connections");
            tokio::time::sleep(POLL).await;
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            // SIGTERM first: only then does the process wait for the end of its private database.
            let _ = kill_process(self.pid(), Signal::TERM);
            let deadline = Instant::now() + DROP_TIMEOUT;
            while self.child.try_wait().is_ok_and(|ended| ended.is_none()) && Instant::now() < deadline {
                std::thread::sleep(POLL);
            }
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        if std::thread::panicking() {
            eprintln!("--- {}\n{}---", self.log.display(), last_lines(&self.log()));
        }
    }
}

/// The last lines of a log, without the lines of requests.
pub(crate) fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().filter(|line| !line.contains(" INFO access: ")).collect();
    let shown = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
    shown.iter().map(|line| format!("{line}\n")).collect()
}

/// A port of the loopback address at which no process listens.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("a free port").port()
}

#[test]
fn a_log_is_shown_from_its_end_and_without_requests() {
    let log: String = (0..200).map(|n| format!("{n} WARN shop: slow\n{n} INFO access: GET /\n")).collect();
    let shown = last_lines(&log);
    assert_eq!(shown.lines().count(), SHOWN_LINES);
    assert!(shown.starts_with("100 WARN") && shown.ends_with("199 WARN shop: slow\n"), "{shown}");
}
