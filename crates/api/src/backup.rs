//! Backup and restore of a whole shop: database, pictures and keys in one file (docs/adr/0029-backup-and-restore.md).
//!
//! `backup-file` knows the format, `adapter-postgres` copies the rows; this module puts the two together with the pictures and the keys.

pub(crate) mod contents;
pub(crate) mod database;
mod file_writer;
pub(crate) mod keys;
pub(crate) mod maker;
mod manifest;
mod parts;
pub(crate) mod passphrase;
pub(crate) mod progress;
pub(crate) mod restore;
pub(crate) mod scratch;
pub(crate) mod verify;
pub(crate) mod write;
