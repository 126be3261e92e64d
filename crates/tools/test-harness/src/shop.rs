//! One shop: its folder, its environment variables, and its processes and sub-commands.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::Client;
use tempfile::TempDir;

use crate::answer::client;
use crate::instance::{Instance, free_port, last_lines};

/// The `PUBLIC_URL` of every process: tokens are issued by it and for it.
pub const PUBLIC_URL: &str = "http://shop.test";
/// The key with which every process signs tokens.
pub const JWT_SECRET: &str = "a signing key for tests that is long enough";

const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);
/// Timeout of a sub-command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(120);
/// The variables that a process takes from the environment of the harness.
const INHERITED: [&str; 7] = ["PATH", "HOME", "TMPDIR", "PG_BIN", "PG_NPM_DIR", "LD_LIBRARY_PATH", "RUST_BACKTRACE"];

/// A shop: what its processes share. Its folder is deleted with it.
#[derive(Debug)]
pub struct Shop {
    program: PathBuf,
    folder: TempDir,
    environment: BTreeMap<String, String>,
    ports: Mutex<BTreeMap<String, u16>>,
    client: Client,
}

/// A sub-command that has ended.
#[derive(Debug)]
pub struct Finished {
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

impl Shop {
    /// A shop of this program, in a temporary folder, with rate limits off. Without a `DATABASE_URL` each process has a private
    /// database.
    ///
    /// # Panics
    /// When no folder can be made.
    #[must_use]
    pub fn new(program: &Path) -> Self {
        Self::new_in(program, &std::env::temp_dir())
    }

    /// The same in a folder below `parent`.
    ///
    /// # Panics
    /// When no folder can be made.
    #[must_use]
    pub fn new_in(program: &Path, parent: &Path) -> Self {
        let folder = tempfile::Builder::new().prefix("shop-").tempdir_in(parent).expect("a folder for the shop");
        // The search for a `.env` in the folders above ends at this one.
        std::fs::write(folder.path().join(".env"), "").expect("an empty .env");
        let mut shop = Self {
            program: program.to_owned(),
            folder,
            environment: BTreeMap::new(),
            ports: Mutex::default(),
            client: client(RESPONSE_TIMEOUT),
        };
        for (name, value) in [("PUBLIC_URL", PUBLIC_URL), ("JWT_SECRET", JWT_SECRET), ("RATE_LIMIT_SCALE", "0")] {
            shop.set(name, value);
        }
        shop
    }

    /// Sets a variable of every process that starts from now on.
    pub fn set(&mut self, name: &str, value: &str) {
        self.environment.insert(name.to_owned(), value.to_owned());
    }

    /// Takes another program for every process that starts from now on.
    pub fn set_program(&mut self, program: &Path) {
        program.clone_into(&mut self.program);
    }

    /// The `DATA_DIR` of the process of this name.
    #[must_use]
    pub fn data_dir(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn log_file(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.log"))
    }

    /// The output of all processes of this name.
    ///
    /// # Panics
    /// When none has run.
    #[must_use]
    pub fn log(&self, name: &str) -> String {
        let log = std::fs::read(self.log_file(name)).expect("a log file");
        String::from_utf8(log).expect("a log in UTF-8")
    }

    /// The last lines of each process's log, without the lines of requests.
    #[must_use]
    pub fn last_lines(&self) -> String {
        let ports = self.ports.lock().unwrap_or_else(PoisonError::into_inner);
        let logs = ports.keys().map(|name| std::fs::read_to_string(self.log_file(name)).map(|log| (name, last_lines(&log))));
        logs.flatten().map(|(name, lines)| format!("--- {name}\n{lines}")).collect()
    }

    /// The port of the process of this name, whether it runs or not.
    #[must_use]
    pub fn port(&self, name: &str) -> u16 {
        let mut ports = self.ports.lock().unwrap_or_else(PoisonError::into_inner);
        *ports.entry(name.to_owned()).or_insert_with(free_port)
    }

    fn forget_port(&self, name: &str) {
        self.ports.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }

    /// The program with the variables of this shop and no others.
    #[must_use]
    pub fn program(&self, name: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.env_clear().current_dir(self.folder.path());
        command.envs(INHERITED.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.env("DATA_DIR", self.data_dir(name)).envs(&self.environment);
        command
    }

    /// Starts a process that serves the shop, and waits until it is open. A process keeps its port over restarts, as long as
    /// no other program has taken it meanwhile.
    pub async fn start(&self, name: &str) -> Instance {
        self.start_with(name, &["serve"]).await
    }

    /// The same with other arguments.
    pub async fn start_with(&self, name: &str, arguments: &[&str]) -> Instance {
        loop {
            let mut command = self.program(name);
            command.args(arguments);
            if let Some(instance) = Instance::start(command, self.port(name), &self.log_file(name), self.client.clone()).await {
                return instance;
            }
            self.forget_port(name);
        }
    }

    /// Runs a sub-command to its end, in the data folder of the process of this name. One that serves takes any free port: on the default
    /// one another shop may serve.
    pub async fn run(&self, name: &str, arguments: &[&str]) -> Finished {
        let mut command = self.program(name);
        if arguments.first() == Some(&"serve") && !self.environment.contains_key("BIND") {
            command.env("BIND", "127.0.0.1:0");
        }
        command.args(arguments);
        finish(command).await
    }
}

/// Runs a program that ends by itself.
///
/// # Panics
/// When it takes longer than 120 s.
pub async fn finish(command: Command) -> Finished {
    let mut command = tokio::process::Command::from(command);
    let output = tokio::time::timeout(COMMAND_TIMEOUT, command.kill_on_drop(true).output());
    let output = output.await.expect("a program that ends").expect("a program that runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output in UTF-8");
    Finished { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}
