//! One serving process.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, Method, RequestBuilder};
use rustix::process::{Pid, Signal, kill_process};

/// The longest a start may take: on a busy machine, with a database that was killed.
const START: Duration = Duration::from_secs(120);
/// The longest any answer may take.
const ANSWER: Duration = Duration::from_secs(60);
/// How often a process is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// A process that serves a shop; it ends with this.
pub(crate) struct Instance {
    child: Child,
    address: SocketAddr,
    log: PathBuf,
    client: Client,
}

impl Instance {
    /// Starts `command` on a free port and waits until the shop is open; `None` when somebody else took the port meanwhile.
    pub(crate) async fn start(mut command: Command, log: &Path) -> Option<Self> {
        let file = OpenOptions::new().create(true).append(true).open(log).expect("a log file");
        let begin = file.metadata().expect("a log file").len();
        let address = free_address();
        command.env("BIND", address.to_string()).stdin(Stdio::null());
        command.stdout(file.try_clone().expect("a log file")).stderr(file);
        let client = Client::builder().timeout(ANSWER).build().expect("an HTTP client");
        let child = command.spawn().expect("the program");
        let mut instance = Self { child, address, log: log.to_owned(), client };
        let deadline = Instant::now() + START;
        while !instance.said(begin).contains("The shop is open at") {
            if let Some(status) = instance.child.try_wait().expect("a child process") {
                assert!(instance.said(begin).contains("cannot listen on"), "{status}: {}", instance.said(begin));
                return None;
            }
            assert!(Instant::now() < deadline, "the shop does not open: {}", instance.said(begin));
            tokio::time::sleep(LOOK).await;
        }
        Some(instance)
    }

    /// What it has written, from a place in its log on.
    fn said(&self, from: u64) -> String {
        let log = fs::read(&self.log).expect("a log file");
        let from = usize::try_from(from).expect("a short log");
        String::from_utf8_lossy(log.get(from..).unwrap_or_default()).into_owned()
    }

    /// All that was written by processes of this name.
    pub(crate) fn log(&self) -> String {
        self.said(0)
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process id.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// A request to it.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    pub(crate) fn put(&self, path: &str) -> RequestBuilder {
        self.request(Method::PUT, path)
    }

    /// Ends it the way a power cut does: nothing of it runs on.
    pub(crate) async fn kill(mut self) {
        self.signal(Signal::KILL);
        self.ended(ANSWER).await;
    }

    /// Asks it to end, and waits.
    pub(crate) async fn terminate(mut self) -> ExitStatus {
        self.signal(Signal::TERM);
        self.ended(Duration::from_secs(30)).await
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a process that runs");
    }

    /// Waits for it to end.
    pub(crate) async fn ended(&mut self, patience: Duration) -> ExitStatus {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child process") {
                return status;
            }
            assert!(Instant::now() < deadline, "the process does not end");
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Waits until it takes no more connections.
    pub(crate) async fn closed(&self) {
        let deadline = Instant::now() + ANSWER;
        let refused = |error: std::io::Error| error.kind() == ErrorKind::ConnectionRefused;
        while !tokio::net::TcpStream::connect(self.address).await.is_err_and(refused) {
            assert!(Instant::now() < deadline, "it still takes connections");
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            // A private database ends with the process; only the polite way waits for that.
            let _ = kill_process(self.pid(), Signal::TERM);
            let deadline = Instant::now() + Duration::from_secs(10);
            while self.child.try_wait().is_ok_and(|ended| ended.is_none()) && Instant::now() < deadline {
                std::thread::sleep(LOOK);
            }
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        if std::thread::panicking() {
            eprintln!("--- {}\n{}---", self.log.display(), self.log());
        }
    }
}

/// An address that nobody listens at right now.
fn free_address() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr()).expect("a free port")
}
