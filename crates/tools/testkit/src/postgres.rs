//! An empty, migrated database for every test.
//!
//! `TEST_DATABASE_URL` names the server (`test-postgres <command>` starts one for a whole run). Without it this process starts a
//! private one, which the kernel ends with the process. Migrations run once per server, in a template that every test copies; a change
//! of the migrations makes a new template.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::OnceLock;
use std::{env, fs, thread};

use adapter_postgres::{FinishedMigrations, PoolOptions, Postgres};
use embedded_postgres::{Cluster, ClusterOptions};
use tokio_postgres::{Client, NoTls};

use crate::unique;

/// The variable with the URL of a database whose role may create and drop databases.
pub const URL_VARIABLE: &str = "TEST_DATABASE_URL";

/// A database of one test; it is dropped with this value.
#[derive(Debug)]
pub struct TestDatabase {
    server: String,
    name: String,
    url: String,
}

impl TestDatabase {
    /// Creates a database with all tables and no rows.
    ///
    /// # Panics
    /// When there is no server, or it refuses.
    pub async fn create() -> Self {
        Self::create_on(server()).await
    }

    /// The same on another server, whose maintenance database has this address.
    ///
    /// # Panics
    /// When it refuses.
    pub async fn create_on(server: &str) -> Self {
        let template = template(server).await;
        let name = format!("test_{}", unique::tag());
        let admin = connect(server).await;
        let copy = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
        admin.batch_execute(&copy).await.expect("a database for the test");
        Self { url: on(server, &name), server: server.to_owned(), name }
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A pool of connections on it.
    ///
    /// # Panics
    /// When it cannot be reached.
    pub async fn postgres(&self) -> Postgres {
        let options = PoolOptions { max_connections: 12, acquire_timeout: std::time::Duration::from_secs(30) };
        Postgres::connect(&self.url, options).await.expect("a connection to the test's database")
    }

    /// A connection for queries that no port offers.
    ///
    /// # Panics
    /// When it cannot be reached.
    pub async fn client(&self) -> Client {
        connect(&self.url).await
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let server = self.server.clone();
        // The test's own runtime may be ending.
        let work = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async { connect(&server).await.batch_execute(&statement).await }).map_err(std::io::Error::other)
        });
        if let Ok(Err(error)) = work.join() {
            assert!(thread::panicking(), "the test's database could not be dropped: {error}");
        }
    }
}

/// Options of a server for tests: many small databases and connections, no background work.
#[must_use]
pub fn server_options() -> ClusterOptions {
    ClusterOptions::throwaway()
        .max_connections(400)
        .setting("autovacuum", "off")
        .setting("max_wal_size", "256MB")
        .setting("wal_level", "minimal")
        .setting("max_wal_senders", "0")
}

/// The address of the server's maintenance database.
fn server() -> &'static str {
    static SERVER: OnceLock<String> = OnceLock::new();
    SERVER.get_or_init(|| env::var(URL_VARIABLE).unwrap_or_else(|_| start()))
}

/// Starts a server that lasts as long as this process.
fn start() -> String {
    let (sender, receiver) = std::sync::mpsc::channel();
    // The kernel ends the server with the thread that started it, so this thread never ends.
    thread::spawn(move || {
        let cluster = Cluster::start(server_options()).expect("a private PostgreSQL server");
        sender.send(cluster.url("postgres")).expect("a receiver of the address");
        loop {
            thread::park();
        }
    });
    receiver.recv().expect("a private PostgreSQL server")
}

/// The address of another database of the same server.
fn on(server: &str, database: &str) -> String {
    let (address, options) = server.split_once('?').map_or((server, None), |(a, o)| (a, Some(o)));
    let (host, _) = address.rsplit_once('/').expect("an address that ends in a database");
    options.map_or_else(|| format!("{host}/{database}"), |options| format!("{host}/{database}?{options}"))
}

/// A connection to a server without TLS, for queries that no port offers.
///
/// # Panics
/// When it cannot be reached.
pub async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("a connection to PostgreSQL");
    tokio::spawn(connection);
    client
}

/// The name of the migrated template; the first caller makes it.
async fn template(server: &str) -> String {
    let name = format!("template_{:016x}", migrations());
    let admin = connect(server).await;
    admin.batch_execute("SELECT pg_advisory_lock(5508213)").await.expect("the lock for making a template");
    if admin.query_opt("SELECT FROM pg_database WHERE datname = $1", &[&name]).await.expect("a list of databases").is_none() {
        let unfinished = format!("{name}_new");
        admin.batch_execute(&format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)")).await.expect("room for a template");
        admin.batch_execute(&format!("CREATE DATABASE {unfinished}")).await.expect("an empty template");
        migrate(&on(server, &unfinished)).await;
        admin.batch_execute(&format!("ALTER DATABASE {unfinished} RENAME TO {name}")).await.expect("a template");
    }
    admin.batch_execute("SELECT pg_advisory_unlock(5508213)").await.expect("the end of the lock");
    name
}

/// Runs all migrations, and the contract step.
async fn migrate(url: &str) {
    Postgres::migrate(url).await.expect("migrations that run");
    let one = PoolOptions { max_connections: 1, ..PoolOptions::default() };
    let postgres = Postgres::connect(url, one).await.expect("a connection to the template");
    let finished = postgres.finish_migrations().await.expect("a contract step that runs");
    assert!(matches!(finished, FinishedMigrations::Finished(_)), "{finished:?}");
}

const FOLDERS: [&str; 2] = ["../../../migrations/schema", "../../../migrations/contract"];

/// A fingerprint of the migrations.
fn migrations() -> u64 {
    static FINGERPRINT: OnceLock<u64> = OnceLock::new();
    *FINGERPRINT.get_or_init(|| {
        let folders = FOLDERS.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("migrations"));
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path().join("up.sql")).collect();
        files.sort();
        let mut hasher = DefaultHasher::new();
        for file in files {
            file.hash(&mut hasher);
            fs::read(&file).expect("a migration").hash(&mut hasher);
        }
        hasher.finish()
    })
}
