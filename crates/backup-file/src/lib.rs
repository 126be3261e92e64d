//! The file format of a backup: named parts in a tar stream that proves to be complete and unchanged, encrypted with a passphrase.
//!
//! A file is a tar stream, or a tar stream in an `age` file with a passphrase (`age-encryption.org/v1`), so that `age -d` and `tar`
//! open it too. The entries are, in this order:
//!
//! 1. parts of up to [`MAX_PART`] bytes, in the order in which they were written. After each MiB or so of names,
//!    `checksums/000001.sha256` and so on have the SHA-256 of each part since the one before, as `sha256sum -c` reads them;
//! 2. `end.sha256`: the SHA-256 of every byte of the stream before this entry;
//! 3. the two blocks of zeros that end a tar stream, and nothing after them.
//!
//! Writing and reading need the memory of a few parts, whatever the size of the file. Both are blocking.

mod age;
mod compression;
mod entry;
mod error;
mod passphrase;
mod reader;
mod writer;

pub use compression::{compress, decompress};
pub use error::{ReadError, WriteError};
pub use passphrase::{Passphrase, PassphraseError};
pub use reader::{BackupReader, Part};
pub use writer::BackupWriter;

/// The most bytes of a part: 16 MiB.
pub const MAX_PART: usize = 16 << 20;
