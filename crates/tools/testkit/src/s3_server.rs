//! A real S3 server on this machine, with an empty bucket: `s3s-fs`, which stores objects in a folder.
//!
//! `S3_SERVER` names the program; the default is the one that `.ci/s3-server` (`make tools`) installs below `target/`.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::unique;

/// The variable that names another program than the one of `.ci/s3-server`.
pub const PROGRAM_VARIABLE: &str = "S3_SERVER";
/// The server's bucket.
pub const BUCKET: &str = "images";
/// The access key of the server.
pub const ACCESS_KEY_ID: &str = "test-key";
/// The secret of [`ACCESS_KEY_ID`].
pub const SECRET_ACCESS_KEY: &str = "test-secret";
/// The text before its address in the line that the server prints once it takes connections.
const RUNNING: &str = "server is running at ";

/// A server of one test; it is stopped and its folder deleted when this is dropped.
#[derive(Debug)]
pub struct S3Server {
    process: Child,
    folder: PathBuf,
    endpoint: String,
}

impl S3Server {
    /// Starts a server whose bucket is empty, on a free port of the loopback address.
    ///
    /// # Panics
    /// When the program is not installed or does not start.
    #[must_use]
    pub fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("s3-{}", unique::tag()));
        std::fs::create_dir_all(folder.join(BUCKET)).expect("a folder for the bucket");
        let program = program();
        let mut process = Command::new(&program)
            .args(["--host", "127.0.0.1", "--port", "0", "--access-key", ACCESS_KEY_ID, "--secret-key", SECRET_ACCESS_KEY])
            .arg(&folder)
            .env("RUST_LOG", "s3s_fs=info")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}; run: make tools", program.display()));
        let mut log = BufReader::new(process.stdout.take().expect("the server's output"));
        let mut said = String::new();
        let endpoint = loop {
            let mut line = String::new();
            let read = log.read_line(&mut line).expect("a line of the server's output");
            said.push_str(&line);
            if let Some((_, address)) = line.split_once(RUNNING) {
                break address.split([',', ' ', '\n']).next().unwrap_or_default().to_owned();
            }
            assert!(read > 0, "the S3 server did not start: {said}");
        };
        // A full pipe would block the server.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self { process, folder, endpoint }
    }

    /// Its address, such as `http://127.0.0.1:40001`.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Puts an object into the bucket, as another program would.
    ///
    /// # Panics
    /// When the folder cannot be written.
    pub fn put(&self, name: &str, content: &[u8]) {
        let path = self.folder.join(BUCKET).join(name);
        std::fs::create_dir_all(path.parent().expect("a folder of the object")).expect("a folder in the bucket");
        std::fs::write(path, content).expect("an object");
    }

    /// The content of an object.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.join(BUCKET).join(name)).expect("an object of the bucket")
    }

    /// The names of all objects in the bucket, sorted.
    ///
    /// # Panics
    /// When the folder cannot be read.
    #[must_use]
    pub fn objects(&self) -> Vec<String> {
        let bucket = self.folder.join(BUCKET);
        let mut found = Vec::new();
        let mut open = vec![bucket.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder of the bucket") {
                let path = entry.expect("an entry of the bucket").path();
                if path.is_dir() { open.push(path) } else { found.push(path) }
            }
        }
        let name = |path: &Path| path.strip_prefix(&bucket).expect("a path in the bucket").to_string_lossy().into_owned();
        let mut names: Vec<_> = found.iter().map(|path| name(path)).collect();
        names.sort();
        names
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn program() -> PathBuf {
    let installed = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/s3/bin/s3s-fs");
    std::env::var_os(PROGRAM_VARIABLE).map_or_else(installed, PathBuf::from)
}
