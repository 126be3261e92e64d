//! Reads the parts of a backup on a thread of its own, which reads, decrypts and decompresses while the last rows are loaded.

use std::fs::File;
use std::path::Path;

use backup_file::{BackupReader, MAX_PART, Part, Passphrase, ReadError, decompress};
use tokio::sync::mpsc;

/// The parts that wait to be loaded.
const WAITING: usize = 2;
/// The most bytes of a part before its compression.
const MOST: usize = 4 * MAX_PART;

/// The parts of a file, in order.
pub(super) struct Parts(mpsc::Receiver<Result<Option<Part>, ReadError>>);

impl Parts {
    /// Begins to read a file.
    pub(super) fn of(path: &Path, passphrase: Option<Passphrase>) -> Self {
        let (sender, parts) = mpsc::channel(WAITING);
        let path = path.to_owned();
        // The thread ends at the end of the file, or when the receiver of the parts is dropped.
        drop(tokio::task::spawn_blocking(move || {
            let mut reader = match open(&path, passphrase.as_ref()) {
                Ok(reader) => reader,
                Err(error) => return drop(sender.blocking_send(Err(error))),
            };
            loop {
                let part = reader.next_part().and_then(|part| part.map(plain).transpose());
                let goes_on = matches!(part, Ok(Some(_)));
                if sender.blocking_send(part).is_err() || !goes_on {
                    return;
                }
            }
        }));
        Self(parts)
    }

    /// The next part, decompressed; `None` at the end, when the whole file was checked.
    ///
    /// # Errors
    /// [`ReadError`]
    pub(super) async fn next(&mut self) -> Result<Option<Part>, ReadError> {
        self.0.recv().await.unwrap_or(Err(ReadError::Damaged("it was not read to its end")))
    }
}

/// Opens a file.
///
/// # Errors
/// [`ReadError`]
pub(super) fn open(path: &Path, passphrase: Option<&Passphrase>) -> Result<BackupReader<File>, ReadError> {
    BackupReader::open(File::open(path).map_err(ReadError::Io)?, passphrase)
}

fn plain(part: Part) -> Result<Part, ReadError> {
    if part.name.ends_with(".gz") { Ok(Part { bytes: decompress(&part.bytes, MOST)?, ..part }) } else { Ok(part) }
}
