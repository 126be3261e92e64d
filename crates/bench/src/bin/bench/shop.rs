//! A running shop that is measured.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Error;
use crate::process::Process;

/// How long a start may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a shop is started.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// The binary.
    pub(crate) api: PathBuf,
    /// Its database, migrated already.
    pub(crate) database_url: String,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// Its data folder; its log goes there too.
    pub(crate) folder: PathBuf,
    /// What it signs tokens with.
    pub(crate) key: String,
}

/// An address of this machine that nobody listens on.
///
/// # Errors
/// When there is none.
pub(crate) fn free_address() -> Result<SocketAddr, Error> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// A program with nothing but the environment that a process needs at all: no variable of whoever measures decides.
pub(crate) fn bare(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().stdin(Stdio::null());
    for name in ["PATH", "HOME", "PG_BIN", "LD_LIBRARY_PATH"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
}

impl Recipe {
    /// Starts the shop and answers how long it took from the start of the process to the first list of products.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start(&self) -> Result<(Process, Duration), Error> {
        fs::create_dir_all(&self.folder)?;
        // Ends the search for a file with the configuration of whoever measures, in the folders above.
        fs::write(self.folder.join(".env"), "")?;
        let log = File::create(self.folder.join("shop.log"))?;
        let mut command = bare(&fs::canonicalize(&self.api)?);
        command
            .arg("serve")
            .current_dir(&self.folder)
            .env("BIND", self.address.to_string())
            .env("DATABASE_URL", &self.database_url)
            .env("DATA_DIR", &self.folder)
            .env("JWT_SECRET", &self.key)
            .env("RATE_LIMIT_SCALE", "0")
            .stdout(log.try_clone()?)
            .stderr(log);
        let begun = Instant::now();
        let process = Process::new(command.spawn()?);
        self.first_answer(begun)?;
        Ok((process, begun.elapsed()))
    }

    /// The middle one of five starts, and the shop of the last one.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start_measured(&self) -> Result<(Process, Duration), Error> {
        let mut times = Vec::new();
        loop {
            let (process, time) = self.start()?;
            times.push(time);
            if times.len() == 5 {
                times.sort_unstable();
                return Ok((process, times.get(2).copied().unwrap_or(time)));
            }
        }
    }

    fn first_answer(&self, begun: Instant) -> Result<(), Error> {
        let mut connection = loop {
            match TcpStream::connect(self.address) {
                Ok(connection) => break connection,
                Err(error) if error.kind() == ErrorKind::ConnectionRefused && begun.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) => return Err(format!("the shop does not start, see {}: {error}", self.folder.display()).into()),
            }
        };
        connection.set_read_timeout(Some(PATIENCE))?;
        write!(connection, "GET /api/products?limit=24 HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address)?;
        let mut start = [0; 15];
        connection.read_exact(&mut start)?;
        if start != *b"HTTP/1.1 200 OK" {
            return Err(format!("the shop's first answer is {}", String::from_utf8_lossy(&start)).into());
        }
        Ok(())
    }
}
