//! PostgreSQL: one durable server for all scenarios, and what can happen to it.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

use embedded_postgres::{Cluster, ClusterOptions};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::task::block_in_place;
use tokio_postgres::{Client, NoTls};

/// The most connections it takes: two instances of the shop, and some for looking.
pub(crate) const MAX_CONNECTIONS: u16 = 60;

/// The server, on a disk that keeps what it is told to keep.
pub(crate) struct Server {
    cluster: Option<Cluster>,
    options: ClusterOptions,
    port: u16,
    _folder: TempDir,
}

impl Server {
    /// Starts one on new data in a folder of its own below `parent`.
    pub(crate) fn start(parent: &Path) -> Self {
        let folder = tempfile::Builder::new().prefix("faults-").tempdir_in(parent).expect("a folder for PostgreSQL");
        let port = free_port();
        let options = ClusterOptions::durable(folder.path().join("postgres")).max_connections(MAX_CONNECTIONS).loopback_port(port);
        let mut server = Self { cluster: None, options, port, _folder: folder };
        server.start_again();
        server
    }

    /// Starts it after it was ended.
    pub(crate) fn start_again(&mut self) {
        // What is left of the last one is cleared up first.
        let options = self.options.clone();
        block_in_place(|| {
            drop(self.cluster.take());
            self.cluster = Some(Cluster::start(options).expect("a PostgreSQL that starts"));
        });
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The address of a database on it, for a role, by way of a port: its own, or that of something in between.
    pub(crate) fn url_by(&self, port: u16, role: &str, database: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{port}/{database}?sslmode=disable")
    }

    /// The same by its own port.
    pub(crate) fn url(&self, role: &str, database: &str) -> String {
        self.url_by(self.port, role, database)
    }

    /// A connection of the superuser, who has places nobody else may take.
    pub(crate) async fn client(&self, database: &str) -> Client {
        connect(&self.url("postgres", database)).await.expect("a connection of the superuser")
    }

    /// Sends its first process a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a server that runs");
    }

    /// Sends all its processes a signal, the first one first.
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

/// A connection that is driven until it ends.
pub(crate) async fn connect(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// The processes that a process started.
fn children(parent: Pid) -> Vec<Pid> {
    let all = fs::read_dir("/proc").expect("a list of processes").flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()));
    pids.filter(|pid| parent_of(*pid) == Some(parent.as_raw_pid())).filter_map(Pid::from_raw).collect()
}

/// The fourth field of its line, after a name that may hold anything.
fn parent_of(pid: i32) -> Option<i32> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    line.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// A port nobody listens at right now.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("a free port").port()
}
