//! nginx in front of several instances, with the settings of `docs/deploy/nginx.conf`, and what it notes of each request.

use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Client;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use test_harness::instance::free_port;
use tokio::time::sleep;

/// The settings under test. TLS and the addresses are replaced, nothing else.
const SETTINGS: &str = include_str!("../../../../docs/deploy/nginx.conf");
/// The line of an instance in [`SETTINGS`], and what follows the port.
const INSTANCE: (&str, &str) = ("    server 127.0.0.1:8080", " max_fails=1 fail_timeout=2s;\n");
/// The line that keeps a client with one instance.
const BY_ADDRESS: &str = "    hash $remote_addr consistent;\n";
/// The time for which nginx sends nothing to an instance that failed.
pub(crate) const FAIL_TIMEOUT: Duration = Duration::from_secs(2);
/// The header with the instance that gave an answer; nginx adds it here alone.
pub(crate) const SERVED_BY: &str = "x-upstream";
/// Timeout of a start, and of an end.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Which instance gets a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Balance {
    /// The one of the client's address, as in the settings.
    ByAddress,
    /// The next one. The hardest case for a browser: each answer comes from another instance than the one before.
    InTurn,
}

/// A running proxy; it ends when this is dropped.
pub(crate) struct Nginx {
    process: Child,
    folder: TempDir,
    port: u16,
    balance: Balance,
}

impl Nginx {
    /// Starts it in front of the instances at these ports of the loopback address, and listens at `port`.
    ///
    /// # Panics
    /// When it is not installed, or does not start.
    pub(crate) async fn start(port: u16, instances: &[u16], balance: Balance) -> Self {
        let folder = tempfile::Builder::new().prefix("nginx-").tempdir().expect("a folder for nginx");
        let path = folder.path().to_owned();
        fs::write(path.join("nginx.conf"), configuration(&path, port, instances, balance)).expect("a file of settings");
        let program = program();
        let process = Command::new(&program)
            .arg("-e")
            .arg(path.join("error.log"))
            .arg("-p")
            .arg(&path)
            .args(["-c", "nginx.conf"])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}; run: make tools", program.display()));
        let mut nginx = Self { process, folder, port, balance };
        let deadline = Instant::now() + TIMEOUT;
        while tokio::net::TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.is_err() {
            assert_eq!(nginx.process.try_wait().expect("a child process"), None, "nginx ended: {}", nginx.errors());
            assert!(Instant::now() < deadline, "nginx does not start: {}", nginx.errors());
            sleep(Duration::from_millis(5)).await;
        }
        nginx
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Reads the settings again, with instances at other ports.
    ///
    /// # Panics
    /// When it has ended.
    pub(crate) async fn point_to(&self, instances: &[u16]) {
        let path = self.folder.path();
        fs::write(path.join("nginx.conf"), configuration(path, self.port, instances, self.balance)).expect("a file of settings");
        kill_process(Pid::from_child(&self.process), Signal::HUP).expect("nginx, which runs");
        // Workers with the old settings take no more connections once the new ones are there; nothing says when that is.
        sleep(Duration::from_millis(300)).await;
    }

    /// All requests that it has answered.
    pub(crate) fn exchanges(&self) -> Vec<Exchange> {
        let log = fs::read_to_string(self.folder.path().join("access.log")).unwrap_or_default();
        log.lines().filter_map(Exchange::parse).collect()
    }

    /// What it logged of failures.
    pub(crate) fn errors(&self) -> String {
        fs::read_to_string(self.folder.path().join("error.log")).unwrap_or_default()
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = kill_process(Pid::from_child(&self.process), Signal::TERM);
        let deadline = Instant::now() + TIMEOUT;
        while self.process.try_wait().is_ok_and(|ended| ended.is_none()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A client at an address of its own on this machine: 127.0.1.`number`.
///
/// # Panics
/// When the TLS library cannot be set up.
pub(crate) fn client_at(number: u8, timeout: Duration) -> Client {
    let address = IpAddr::V4(Ipv4Addr::new(127, 0, 1, number));
    Client::builder().timeout(timeout).local_address(address).build().expect("an HTTP client")
}

/// A request, as nginx notes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exchange {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) status: u16,
    /// The instances that it tried, in turn: the port, and the bytes that it sent there.
    pub(crate) tried: Vec<(u16, u64)>,
}

impl Exchange {
    fn parse(line: &str) -> Option<Self> {
        let [method, path, status, addresses, sent] = line.split('|').collect::<Vec<_>>().try_into().ok()?;
        let ports = addresses.split([',', ' ']).filter_map(|address| address.rsplit_once(':')?.1.parse().ok());
        let sent = sent.split([',', ' ']).filter(|sent| !sent.is_empty()).map(|sent| sent.parse().unwrap_or(0));
        Some(Self { method: method.to_owned(), path: path.to_owned(), status: status.parse().ok()?, tried: ports.zip(sent).collect() })
    }

    /// Whether the request was sent to a second instance although the first one may have carried it out, and a second time may
    /// change more.
    pub(crate) fn is_repeated_wrongly(&self) -> bool {
        let sent = self.tried.iter().filter(|(_, bytes)| *bytes > 0).count();
        sent > 1 && !["GET", "HEAD"].contains(&self.method.as_str())
    }
}

/// The text with one part of it replaced.
///
/// # Panics
/// When the part is not there exactly once: then the settings are no longer those that this file knows.
fn replaced(text: &str, part: &str, by: &str) -> String {
    assert_eq!(text.matches(part).count(), 1, "docs/deploy/nginx.conf has another number of {part:?}");
    text.replace(part, by)
}

/// The settings for tests: no TLS, and ports and folders of this run.
fn configuration(folder: &Path, port: u16, instances: &[u16], balance: Balance) -> String {
    let lines: String = instances.iter().map(|port| format!("    server 127.0.0.1:{port}{}", INSTANCE.1)).collect();
    let mut site = replaced(SETTINGS, &format!("{}{}", INSTANCE.0, INSTANCE.1), &lines);
    site = replaced(&site, "listen 443 ssl http2;", &format!("listen 127.0.0.1:{port};"));
    site = replaced(&site, "listen 80;", &format!("listen 127.0.0.1:{};", free_port()));
    if balance == Balance::InTurn {
        site = replaced(&site, BY_ADDRESS, "");
    }
    let site: String =
        site.lines().filter(|line| !line.trim_start().starts_with("ssl_certificate")).map(|line| format!("{line}\n")).collect();
    let folder = folder.display();
    let temporary: String =
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|of| format!("{of}_temp_path {folder}/{of};\n")).concat();
    // The workers read a folder that only this user may read.
    let user = if rustix::process::geteuid().is_root() { "user root;" } else { "" };
    format!(
        "{user}\ndaemon off;\npid {folder}/nginx.pid;\nworker_processes 2;\nevents {{}}\nhttp {{\n{temporary}\
         log_format exchange '$request_method|$uri|$status|$upstream_addr|$upstream_bytes_sent';\n\
         access_log {folder}/access.log exchange;\nadd_header {SERVED_BY} $upstream_addr always;\n{site}}}\n"
    )
}

/// The program that `NGINX` names, Debian's, or the one that `.ci/nginx` unpacked.
fn program() -> PathBuf {
    let unpacked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/nginx/nginx");
    let installed = PathBuf::from("/usr/sbin/nginx");
    std::env::var_os("NGINX").map_or_else(|| if installed.exists() { installed } else { unpacked }, PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_were_sent_twice_are_known() {
        let parsed = |line: &str| Exchange::parse(line).unwrap();
        let once = parsed("POST|/api/orders|201|127.0.0.1:4001|512");
        assert_eq!((once.status, once.tried.clone(), once.is_repeated_wrongly()), (201, vec![(4001, 512)], false));
        assert!(!parsed("POST|/api/orders|201|127.0.0.1:4001, 127.0.0.1:4002|0, 512").is_repeated_wrongly());
        assert!(parsed("POST|/api/orders|201|127.0.0.1:4001, 127.0.0.1:4002|512, 512").is_repeated_wrongly());
        assert!(parsed("PUT|/api/users|200|127.0.0.1:4001, 127.0.0.1:4002|512, 512").is_repeated_wrongly());
        assert!(!parsed("GET|/api/orders|200|127.0.0.1:4001, 127.0.0.1:4002|512, 512").is_repeated_wrongly());
        assert_eq!(parsed("GET|/x|503|-|-").tried, []);
    }

    #[test]
    fn the_settings_are_those_of_the_documentation_but_for_tls_and_addresses() {
        let made = configuration(Path::new("/tmp/x"), 4000, &[4001, 4002], Balance::ByAddress);
        for line in ["server 127.0.0.1:4001 max_fails=1 fail_timeout=2s;", "server 127.0.0.1:4002 max_fails", "listen 127.0.0.1:4000;"] {
            assert!(made.contains(line), "{line}: {made}");
        }
        let changed = |line: &&str| !made.contains(*line);
        let changed: Vec<&str> = SETTINGS.lines().filter(changed).map(str::trim).collect();
        let expected = [
            "server 127.0.0.1:8080 max_fails=1 fail_timeout=2s;",
            "listen 443 ssl http2;",
            "ssl_certificate     /etc/letsencrypt/live/shop.example/fullchain.pem;",
            "ssl_certificate_key /etc/letsencrypt/live/shop.example/privkey.pem;",
            "listen 80;",
        ];
        assert_eq!(changed, expected);
        assert!(!configuration(Path::new("/tmp/x"), 4000, &[4001], Balance::InTurn).contains("hash "));
    }
}
