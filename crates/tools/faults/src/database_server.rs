//! PostgreSQL: one durable server for all scenarios, and signals to its processes.

use std::fs;
use std::path::Path;

use embedded_postgres::{Cluster, ClusterOptions};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use test_harness::instance::free_port;
use tokio::task::block_in_place;
use tokio_postgres::{Client, NoTls};

/// `max_connections`: enough for two instances of the shop and for the checks.
pub(crate) const MAX_CONNECTIONS: u16 = 60;

/// The server, with fsync on.
pub(crate) struct DatabaseServer {
    cluster: Option<Cluster>,
    options: ClusterOptions,
    port: u16,
    _folder: TempDir,
}

impl DatabaseServer {
    /// Starts a server on an empty data folder below `parent`.
    pub(crate) fn start(parent: &Path) -> Self {
        let folder = tempfile::Builder::new().prefix("faults-").tempdir_in(parent).expect("a folder for PostgreSQL");
        let port = free_port();
        let options = ClusterOptions::durable(folder.path().join("postgres")).max_connections(MAX_CONNECTIONS).loopback_port(port);
        let mut server = Self { cluster: None, options, port, _folder: folder };
        server.start_again();
        server
    }

    /// Starts it again after it has ended.
    pub(crate) fn start_again(&mut self) {
        let options = self.options.clone();
        block_in_place(|| {
            // Dropping the old handle removes the socket and lock of the ended server.
            drop(self.cluster.take());
            self.cluster = Some(Cluster::start(options).expect("a PostgreSQL that starts"));
        });
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The URL of a database for a role, by its own port or that of a proxy.
    pub(crate) fn url_by(&self, port: u16, role: &str, database: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{port}/{database}?sslmode=disable")
    }

    /// The URL of a database for a role, by its own port.
    pub(crate) fn url(&self, role: &str, database: &str) -> String {
        self.url_by(self.port, role, database)
    }

    /// A connection of the superuser: PostgreSQL reserves some for this role.
    pub(crate) async fn client(&self, database: &str) -> Client {
        connect(&self.url("postgres", database)).await.expect("a connection of the superuser")
    }

    /// Sends a signal to its first process.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a server that runs");
    }

    /// Sends a signal to all its processes, the first one first.
    pub(crate) fn signal_all(&self, signal: Signal) {
        let first = self.pid();
        for pid in std::iter::once(first).chain(children(first)) {
            // One may have ended meanwhile.
            let _ = kill_process(pid, signal);
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.cluster.as_ref().expect("a server that runs").pid()).expect("a process id")
    }
}

/// A connection, driven by a task until it ends.
pub(crate) async fn connect(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// The number of rows of a table, or of a part of one: a name and conditions, as they follow FROM.
pub(crate) async fn count(client: &Client, rows: &str) -> i64 {
    client.query_one(&format!("SELECT count(*) FROM {rows}"), &[]).await.expect("a count").get(0)
}

/// Locks the rows of all products until the transaction ends.
pub(crate) const LOCK_PRODUCTS: &str = "SELECT FROM products ORDER BY id FOR UPDATE";

/// The child processes of a process.
fn children(parent: Pid) -> Vec<Pid> {
    let all = fs::read_dir("/proc").expect("a list of processes").flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()));
    pids.filter(|pid| parent_of(*pid) == Some(parent.as_raw_pid())).filter_map(Pid::from_raw).collect()
}

/// The parent: the fourth field of `/proc/<pid>/stat`. The second one, the name, may contain spaces and brackets.
fn parent_of(pid: i32) -> Option<i32> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    line.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
