//! The ports of backups.

mod backup_maker;
mod backup_runs;

pub use backup_maker::*;
pub use backup_runs::*;
