//! One shop: what its processes share, and starting them.

use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use tempfile::TempDir;
use testkit::postgres::TestDatabase;

use crate::instance::Instance;

/// Where every instance of a test's shop says it is reached.
pub(crate) const PUBLIC_URL: &str = "http://shop.test";
/// What every instance of a test's shop signs tokens with.
pub(crate) const JWT_SECRET: &str = "a signing key for tests that is long enough";

/// The longest a sub-command may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A shop.
pub(crate) struct Shop {
    database: Option<TestDatabase>,
    folder: TempDir,
    environment: Vec<(String, String)>,
}

/// A sub-command that has ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Shop {
    /// One on a database of the test server.
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::create().await;
        let shop = Self::embedded().with("DATABASE_URL", database.url());
        Self { database: Some(database), ..shop }
    }

    /// One with the private database of the default configuration.
    pub(crate) fn embedded() -> Self {
        let folder = tempfile::Builder::new().prefix("shop-").tempdir().expect("a folder for the test");
        Self { database: None, folder, environment: Vec::new() }
            .with("PUBLIC_URL", PUBLIC_URL)
            .with("JWT_SECRET", JWT_SECRET)
            .with("RATE_LIMIT_SCALE", "0")
    }

    /// Sets a variable of all its processes.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.retain(|(known, _)| known != name);
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The database of the test server.
    pub(crate) fn database(&self) -> &TestDatabase {
        self.database.as_ref().expect("a shop on the test server")
    }

    /// The `DATA_DIR` of the process of this name.
    pub(crate) fn data_dir(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All that processes of this name have written.
    pub(crate) fn log(&self, name: &str) -> String {
        let log = std::fs::read(self.folder.path().join(format!("{name}.log"))).expect("a log file");
        String::from_utf8(log).expect("a log in UTF-8")
    }

    /// The program, set up for this shop and for nothing else that may be in the environment.
    pub(crate) fn program(&self, name: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
        command.env_clear().current_dir(self.folder.path());
        for kept in ["PATH", "HOME", "TMPDIR", "PG_BIN", "PG_NPM_DIR", "RUST_BACKTRACE"] {
            command.envs(std::env::var_os(kept).map(|value| (kept, value)));
        }
        command.env("DATA_DIR", self.data_dir(name)).envs(self.environment.iter().map(|(n, v)| (n, v)));
        command
    }

    /// Starts a process that serves the shop, and waits until it is open.
    pub(crate) async fn start(&self, name: &str) -> Instance {
        self.start_with(name, &["serve"]).await
    }

    /// The same with another command line.
    pub(crate) async fn start_with(&self, name: &str, arguments: &[&str]) -> Instance {
        let log = self.folder.path().join(format!("{name}.log"));
        loop {
            let mut command = self.program(name);
            command.args(arguments);
            if let Some(instance) = Instance::start(command, &log).await {
                return instance;
            }
        }
    }

    /// Runs a sub-command to its end, in the data folder of the process of this name.
    pub(crate) async fn run(&self, name: &str, arguments: &[&str]) -> Finished {
        let mut command = self.program(name);
        command.args(arguments);
        finish(command).await
    }

    /// Fails unless the shop's books are in order.
    pub(crate) async fn is_in_order(&self, name: &str) {
        let doctor = self.run(name, &["doctor"]).await;
        assert!(doctor.status.success(), "{doctor:?}");
        assert_eq!(doctor.stdout.trim(), "Everything is in order.");
    }
}

/// Waits for a program to end by itself.
pub(crate) async fn finish(command: Command) -> Finished {
    let mut command = tokio::process::Command::from(command);
    let output = tokio::time::timeout(PATIENCE, command.kill_on_drop(true).output());
    let output = output.await.expect("a program that ends").expect("a program that runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output in UTF-8");
    Finished { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}
