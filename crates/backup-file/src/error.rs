//! Why a backup is not written or read.

use std::io;

/// A backup could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file or the disk.
    #[error("the backup cannot be written")]
    Io(#[from] io::Error),
    /// A part has more bytes than [`crate::MAX_PART`].
    #[error("the part {0} is too large")]
    PartTooLarge(String),
    /// The system gives no random numbers, or the cipher refuses.
    #[error("the backup cannot be encrypted")]
    Cipher,
}

/// A backup was not read to its end.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file or the disk.
    #[error("the backup cannot be read")]
    Io(#[source] io::Error),
    /// It is no backup at all.
    #[error("this is not a backup file of the shop")]
    NotABackup,
    /// Bytes were changed, added or cut off.
    #[error("the backup file is damaged or cut short: {0}")]
    Damaged(&'static str),
    /// It is encrypted, and no passphrase was given.
    #[error("the backup is encrypted: its passphrase is needed")]
    PassphraseNeeded,
    /// The passphrase is wrong, or the bytes that it opens were changed.
    #[error("the passphrase is wrong, or the beginning of the backup file is damaged")]
    WrongPassphrase,
    /// To derive its key would take more memory than a backup of the shop needs.
    #[error("the backup asks for more work to derive its key than the shop allows")]
    WorkFactor,
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        // Layers below report their findings through `io::Read`.
        match error.downcast::<Self>() {
            Ok(own) => own,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Self::Damaged("it ends too early"),
            Err(error) => Self::Io(error),
        }
    }
}

impl From<ReadError> for io::Error {
    fn from(error: ReadError) -> Self {
        Self::other(error)
    }
}
