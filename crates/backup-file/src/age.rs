//! Files of `age` with a passphrase (`age-encryption.org/v1`, the specification C2SP/age): a key that scrypt derives from the passphrase
//! wraps the key of the file, and the content is encrypted in chunks of 64 KiB with ChaCha20-Poly1305.
//!
//! The primitives are those of `aws-lc-rs`, which the program has for TLS, and of the crate `scrypt`. The crate `age` would add some
//! 60 crates, translations among them, for the same bytes (docs/adr/0029-backup-and-restore.md).

mod chunks;
mod header;

pub(crate) use chunks::{AgeReader, AgeWriter};
pub(crate) use header::{MAGIC, WORK_FACTOR};
