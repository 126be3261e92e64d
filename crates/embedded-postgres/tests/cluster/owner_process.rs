//! A process of its own that owns a cluster until it is killed: this test program, run again for the one
//! test below.

use std::{
    env,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
};

use embedded_postgres::{Cluster, ClusterOptions};

use crate::sql::ask;

const FOLDER: &str = "OWNED_FOLDER";
const MARK: &str = "owned: ";

/// A running owner.
pub(crate) struct Owner {
    process: Child,
    /// Its server's process id.
    pub(crate) server: i32,
    /// Its cluster's folder.
    pub(crate) folder: String,
    /// The address of its database.
    pub(crate) url: String,
}

impl Owner {
    /// Starts an owner of a durable cluster in `folder`, or of a throwaway one, and waits until it serves.
    pub(crate) fn start(folder: Option<&Path>, variables: &[(&str, &Path)]) -> Result<Self, String> {
        let mut process = Command::new(env::current_exe().unwrap())
            .args(["--exact", "owner_process::owner", "--ignored", "--nocapture"])
            .env(FOLDER, folder.unwrap_or(Path::new("")))
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(process.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.split_once(MARK).map(|(_, said)| said.to_owned()));
        let Some(said) = said else {
            let mut complaint = String::new();
            process.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
            process.wait().unwrap();
            return Err(complaint);
        };
        let [server, url, folder] = said.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        Ok(Self { process, server: server.parse().unwrap(), folder: folder.to_owned(), url: url.to_owned() })
    }

    /// Kills the owner so that it cannot clean up (SIGKILL).
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[test]
#[ignore = "not a test: the process that the tests of ownership start and kill"]
fn owner() {
    let folder = env::var_os(FOLDER).unwrap();
    let options = if folder.is_empty() { ClusterOptions::throwaway() } else { ClusterOptions::durable(folder) };
    let cluster = Cluster::start(options).unwrap_or_else(|error| panic!("{error}"));
    ask(&cluster, "postgres", "CREATE TABLE IF NOT EXISTS t (i int); INSERT INTO t VALUES (1)");
    println!("{MARK}{} {} {}", cluster.pid(), cluster.url("postgres"), cluster.data_dir().display());
    // Until it is killed, or the test that started it ends.
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}
