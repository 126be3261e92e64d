//! Writes the parts of a backup on a thread of its own, which compresses, encrypts and writes while the next rows are read.

use std::fs::{self, File, OpenOptions};
use std::io::BufWriter;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use backup_file::{BackupWriter, Passphrase, WriteError, compress};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::CommandError;

/// The parts that wait to be written: with their size they bound the memory.
const WAITING: usize = 2;

enum Message {
    Part {
        name: String,
        bytes: Vec<u8>,
    },
    /// All parts were sent. A sender that goes without it has failed.
    End,
}

/// A file that is being written under another name. Dropped before [`FileWriter::finish`], it is deleted.
pub(super) struct FileWriter {
    parts: mpsc::Sender<Message>,
    thread: JoinHandle<Result<u64, WriteError>>,
}

impl FileWriter {
    /// Begins a file of this time in seconds since 1970.
    pub(super) fn begin(path: &Path, passphrase: Option<Passphrase>, time: u64) -> Self {
        let (parts, receiver) = mpsc::channel(WAITING);
        let path = path.to_owned();
        let thread = tokio::task::spawn_blocking(move || {
            let draft = draft_of(&path);
            let written = write(&draft, &path, passphrase.as_ref(), time, receiver);
            if written.is_err() {
                // It may not even have been made.
                let _ = fs::remove_file(&draft);
            }
            written
        });
        Self { parts, thread }
    }

    /// Adds a part; one whose name ends in `.gz` is compressed.
    ///
    /// # Errors
    /// The error that ended the writing.
    pub(super) async fn part(&mut self, name: String, bytes: Vec<u8>) -> Result<(), CommandError> {
        match self.parts.send(Message::Part { name, bytes }).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.cause().await),
        }
    }

    /// Ends the file, which has its name from now on, and answers its size in bytes.
    ///
    /// # Errors
    /// The error that ended the writing.
    pub(super) async fn finish(self) -> Result<u64, CommandError> {
        // A thread that has ended says why.
        let _ = self.parts.send(Message::End).await;
        Ok(self.thread.await??)
    }

    async fn cause(&mut self) -> CommandError {
        match (&mut self.thread).await {
            Ok(Err(error)) => error.into(),
            Ok(Ok(_)) => "the file was ended too early".into(),
            Err(error) => error.into(),
        }
    }
}

/// The name under which the file is written, beside it, so that it can be renamed.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".part-{}", std::process::id()));
    path.with_file_name(name)
}

fn write(
    draft: &Path,
    path: &Path,
    passphrase: Option<&Passphrase>,
    time: u64,
    mut parts: mpsc::Receiver<Message>,
) -> Result<u64, WriteError> {
    // One of a process of this number that was killed.
    let _ = fs::remove_file(draft);
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft)?;
    let mut writer = BackupWriter::begin(BufWriter::with_capacity(1 << 20, file), passphrase, time)?;
    loop {
        match parts.blocking_recv() {
            Some(Message::Part { name, bytes }) if name.ends_with(".gz") => writer.part(&name, &compress(&bytes)?)?,
            Some(Message::Part { name, bytes }) => writer.part(&name, &bytes)?,
            Some(Message::End) => break,
            None => return Err(std::io::Error::other("the shop could not be read to its end").into()),
        }
    }
    let file = writer.finish()?.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    file.sync_all()?;
    let size = file.metadata()?.len();
    fs::rename(draft, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()?;
    Ok(size)
}
