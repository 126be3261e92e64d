//! One shop: its database, its configuration and its processes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Output;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::Command;

use crate::instance::Instance;
use crate::server::free_port;

/// Where every process says it is reached; tokens are issued by it and for it.
pub(crate) const PUBLIC_URL: &str = "http://shop.test";
/// What every process signs tokens with.
pub(crate) const JWT_SECRET: &str = "a signing key for faults that is long enough";

/// The longest a sub-command may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the processes of a shop share.
pub(crate) struct Shop {
    folder: TempDir,
    environment: BTreeMap<String, String>,
    ports: BTreeMap<String, u16>,
}

impl Drop for Shop {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.logs());
        }
    }
}

impl Shop {
    /// One on this database.
    pub(crate) fn new(database_url: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("shop-").tempdir().expect("a folder for the shop");
        let mut shop = Self { folder, environment: BTreeMap::new(), ports: BTreeMap::new() };
        shop.set("PUBLIC_URL", PUBLIC_URL);
        shop.set("JWT_SECRET", JWT_SECRET);
        shop.set("RATE_LIMIT_SCALE", "0");
        shop.set("DATABASE_URL", database_url);
        shop
    }

    /// Sets a variable of every process started from now on.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.environment.insert(name.to_owned(), value.to_owned());
    }

    /// The `DATA_DIR` of the process of this name.
    pub(crate) fn data_dir(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What the process of this name said last.
    pub(crate) fn logs(&self) -> String {
        let mut text = String::new();
        for name in self.ports.keys() {
            let log = std::fs::read_to_string(self.log(name)).unwrap_or_default();
            // What was answered is known; what went wrong is of interest.
            let lines: Vec<&str> = log.lines().filter(|line| !line.contains(" INFO access: ")).collect();
            let last = lines.iter().skip(lines.len().saturating_sub(15));
            text.extend(last.map(|line| format!("    {name}: {line}\n")));
        }
        text
    }

    fn log(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.log"))
    }

    /// The program, set up for this shop and for nothing else that may be in the environment.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(program());
        command.env_clear().current_dir(self.folder.path()).kill_on_drop(true);
        for kept in ["PATH", "HOME", "TMPDIR", "PG_BIN", "PG_NPM_DIR", "RUST_BACKTRACE"] {
            command.envs(std::env::var_os(kept).map(|value| (kept, value)));
        }
        command.env("DATA_DIR", self.data_dir(name)).envs(&self.environment);
        command
    }

    /// Starts the process of this name, at the port it had before if it ran before.
    pub(crate) async fn start(&mut self, name: &str) -> Instance {
        let port = self.port(name);
        let mut command = self.program(name);
        command.arg("serve");
        Instance::start(command, port, &self.log(name)).await
    }

    /// The port of the process of this name, whether it runs or not.
    pub(crate) fn port(&mut self, name: &str) -> u16 {
        *self.ports.entry(name.to_owned()).or_insert_with(free_port)
    }

    /// The same for several at once.
    pub(crate) async fn start_all(&mut self, names: &[&str]) -> Vec<Instance> {
        let ports: Vec<u16> = names.iter().map(|name| self.port(name)).collect();
        let starts = names.iter().zip(ports).map(|(name, port)| {
            let mut command = self.program(name);
            command.arg("serve");
            let log = self.log(name);
            async move { Instance::start(command, port, &log).await }
        });
        futures_util::future::join_all(starts).await
    }

    /// Runs a sub-command to its end.
    pub(crate) async fn run(&self, argument: &str) -> Output {
        let mut command = self.program("commands");
        let output = tokio::time::timeout(PATIENCE, command.arg(argument).output());
        output.await.unwrap_or_else(|_| panic!("`api {argument}` does not end")).expect("the program")
    }
}

/// The program under test: `API`, or the one that was built beside this one.
fn program() -> PathBuf {
    let beside = || std::env::current_exe().expect("this program's own place").with_file_name("api");
    std::env::var_os("API").map_or_else(beside, PathBuf::from)
}
