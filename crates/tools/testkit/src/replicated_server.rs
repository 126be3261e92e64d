//! A PostgreSQL server and a streaming replica of it, both private to a test.
//!
//! The replica begins as a copy of the server's files, made as PostgreSQL's documentation describes it for programs of one's own
//! ("Making a Base Backup Using the Low Level API"): not every set of PostgreSQL's programs has `pg_basebackup`.

use std::fs;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use embedded_postgres::{Cluster, ClusterOptions};
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

/// The longest wait for the replica.
const PATIENCE: Duration = Duration::from_secs(30);
/// Files of the running server that a copy must not have, and folders whose content it must not have.
const LEFT_OUT: [&str; 3] = ["postmaster.pid", "postmaster.opts", "pg_internal.init"];
const EMPTIED: [&str; 3] = ["pg_wal", "pg_replslot", "pg_stat_tmp"];

/// A primary and its replica. They end with this value. Keep it on the test's own thread: the kernel ends them with the thread that
/// started them.
#[derive(Debug)]
pub struct ReplicatedServer {
    // Dropped first: a primary that stops waits for its replicas.
    replica: Option<Cluster>,
    primary: Cluster,
    folder: TempDir,
}

impl ReplicatedServer {
    /// Starts both. **Blocks**, for about two seconds.
    ///
    /// # Panics
    /// When one of them does not start.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder for two servers");
        // Another account than the test's may run the servers.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711)).expect("a folder that others may enter");
        let primary = Cluster::start(options(folder.path().join("primary"))).expect("a primary");
        let mut server = Self { replica: None, primary, folder };
        server.copy().await;
        server.start_replica();
        server
    }

    /// The address of a database of the primary.
    #[must_use]
    pub fn primary(&self, database: &str) -> String {
        self.primary.url(database)
    }

    /// The address of a database of the replica, whether it runs or not.
    #[must_use]
    pub fn replica(&self, database: &str) -> String {
        let primary = self.primary.url(database);
        let replica = primary.replace("%2Fprimary%2F", "%2Freplica%2F");
        assert_ne!(replica, primary, "the folder is part of the address");
        replica
    }

    /// Starts the replica, if it does not run. **Blocks.**
    ///
    /// # Panics
    /// When it does not start.
    pub fn start_replica(&mut self) {
        if self.replica.is_none() {
            let options = options(self.replica_folder()).setting("primary_conninfo", self.primary.url("postgres"));
            self.replica = Some(Cluster::start(options).expect("a replica"));
        }
    }

    /// Stops the replica. **Blocks.**
    ///
    /// # Panics
    /// When it does not stop.
    pub fn stop_replica(&mut self) {
        if let Some(replica) = self.replica.take() {
            replica.stop().expect("a replica that stops");
        }
    }

    /// Stops the replay on the replica, which goes on receiving.
    ///
    /// # Panics
    /// When it does not answer.
    pub async fn pause(&self) {
        self.at_replica("SELECT pg_wal_replay_pause()").await;
        let paused = "SELECT pg_get_wal_replay_pause_state() = 'paused'";
        self.until(paused, &[]).await;
    }

    /// Lets the replay go on.
    ///
    /// # Panics
    /// When it does not answer.
    pub async fn resume(&self) {
        self.at_replica("SELECT pg_wal_replay_resume()").await;
    }

    /// Waits until the replica has replayed everything that the primary wrote before the call.
    ///
    /// # Panics
    /// When it takes longer than 30 s.
    pub async fn caught_up(&self) {
        let primary = connect(&self.primary("postgres")).await;
        // Its commit flushes what others wrote before.
        let row = primary.query_one("SELECT pg_logical_emit_message(true, 'caught up', '')::text", &[]).await.expect("a position");
        self.until("SELECT coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)", &[&row.get::<_, String>(0)]).await;
    }

    async fn at_replica(&self, statement: &str) {
        connect(&self.replica("postgres")).await.batch_execute(statement).await.expect("a replica that answers");
    }

    async fn until(&self, condition: &str, values: &[&(dyn tokio_postgres::types::ToSql + Sync)]) {
        let (replica, begun) = (connect(&self.replica("postgres")).await, Instant::now());
        while !replica.query_one(condition, values).await.expect("a replica that answers").get::<_, bool>(0) {
            assert!(begun.elapsed() < PATIENCE, "{condition}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn replica_folder(&self) -> PathBuf {
        self.folder.path().join("replica")
    }

    /// Copies the primary's files.
    async fn copy(&self) {
        let primary = connect(&self.primary("postgres")).await;
        primary.batch_execute("SELECT pg_backup_start('replica', fast => true)").await.expect("the begin of a copy");
        let data = self.replica_folder().join("pg");
        make_folder(&self.replica_folder());
        copy(&self.primary.data_dir().join("pg"), &data);
        let row = primary.query_one("SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)", &[]).await;
        let label: String = row.expect("the end of a copy").get(0);
        fs::write(data.join("backup_label"), label).expect("the label of the copy");
        fs::write(data.join("standby.signal"), "").expect("a copy that is a replica");
    }
}

/// Both servers have the same limits, as PostgreSQL demands. Commits are flushed, so that they are sent at once; a statement that is in the
/// way of the replay is cancelled at once.
fn options(folder: PathBuf) -> ClusterOptions {
    ClusterOptions::throwaway_in(folder)
        .max_connections(100)
        .setting("wal_level", "replica")
        .setting("max_wal_senders", "4")
        .setting("synchronous_commit", "local")
        .setting("max_standby_streaming_delay", "0")
        .setting("wal_retrieve_retry_interval", "100ms")
}

fn make_folder(path: &Path) {
    fs::DirBuilder::new().mode(0o700).create(path).expect("a folder of the replica");
}

/// Copies a folder of a running server. A file may go meanwhile; what else changes is in the log.
fn copy(from: &Path, to: &Path) {
    make_folder(to);
    for entry in fs::read_dir(from).expect("the files of the primary") {
        let entry = entry.expect("a file of the primary");
        let name = entry.file_name().to_string_lossy().into_owned();
        let (source, target) = (entry.path(), to.join(&name));
        let is_emptied = to.ends_with("pg") && EMPTIED.contains(&name.as_str());
        if is_emptied {
            make_folder(&target);
        } else if entry.file_type().expect("the kind of a file").is_dir() {
            copy(&source, &target);
        } else if !LEFT_OUT.contains(&name.as_str()) && source.exists() {
            fs::copy(&source, &target).expect("a copy of a file");
        }
    }
}

async fn connect(url: &str) -> Client {
    let begun = Instant::now();
    loop {
        match tokio_postgres::connect(url, NoTls).await {
            Ok((client, connection)) => {
                tokio::spawn(connection);
                return client;
            }
            // A replica takes connections once it is consistent.
            Err(error) => assert!(begun.elapsed() < PATIENCE, "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
