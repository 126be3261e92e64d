//! A real mail server on this machine, with an empty mailbox: `aiosmtpd`, which stores mails as files.
//!
//! `SMTP_PYTHON` names a Python that has it; the default is the one that `.ci/smtp-server` (`make tools`) installs below `target/`.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::unique;

/// The variable that names another Python than the one of `.ci/smtp-server`.
pub const PYTHON_VARIABLE: &str = "SMTP_PYTHON";
/// The longest time of a start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A server of one test; it is stopped and its mailbox deleted when this is dropped.
#[derive(Debug)]
pub struct SmtpServer {
    process: Child,
    mailbox: PathBuf,
    address: SocketAddr,
}

impl SmtpServer {
    /// Starts a server that takes every mail, on this port of the loopback address.
    ///
    /// # Panics
    /// When aiosmtpd is not installed or does not start.
    #[must_use]
    pub fn start(port: u16) -> Self {
        let mailbox = std::env::temp_dir().join(format!("mailbox-{}", unique::tag()));
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let python = python();
        let process = Command::new(&python)
            .args(["-m", "aiosmtpd", "--nosetuid", "--listen", &address.to_string(), "--class", "aiosmtpd.handlers.Mailbox"])
            .arg(&mailbox)
            .stdin(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}; run: make tools", python.display()));
        let mut server = Self { process, mailbox, address };
        let deadline = Instant::now() + START_TIMEOUT;
        while TcpStream::connect(address).is_err() {
            assert_eq!(server.process.try_wait().expect("a child process"), None, "the mail server ended; run: make tools");
            assert!(Instant::now() < deadline, "the mail server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }

    /// Its address, as `SMTP_URL` has it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// All mails that it took, as they came over the wire, in the order of their names.
    ///
    /// # Panics
    /// When a mail cannot be read.
    #[must_use]
    pub fn mails(&self) -> Vec<String> {
        let Ok(folder) = std::fs::read_dir(self.mailbox.join("new")) else { return Vec::new() };
        let mut files: Vec<_> = folder.map(|file| file.expect("a file of the mailbox").path()).collect();
        files.sort();
        files.iter().map(|file| std::fs::read_to_string(file).expect("a mail")).collect()
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.mailbox);
    }
}

fn python() -> PathBuf {
    let installed = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/smtp/venv/bin/python");
    std::env::var_os(PYTHON_VARIABLE).map_or_else(installed, PathBuf::from)
}
